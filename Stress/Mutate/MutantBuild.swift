import Foundation
import StressSupport

/// Builds many mutants together, without the mutants that don't compile.
struct MutantBuild {

    let copy: PackageCopy
    let codes: [SourceCode]

    /// Builds the first mutants that compile, up to the wanted number.
    ///
    /// Returns them, and the number of mutants that don't compile.
    func build(_ mutants: [LineMutant], wanted: Int) throws -> (built: [LineMutant], rejected: Int) {
        var rejected: Set<Int> = [], tried = min(mutants.count, wanted * 3 / 2)
        while true {
            let candidates = mutants.prefix(tried).filter { !rejected.contains($0.number) }
            let guilty = try compile(candidates)
            rejected.formUnion(guilty)
            if guilty.isEmpty, candidates.count >= wanted || tried == mutants.count {
                let built = Array(candidates.prefix(wanted))
                try buildTests()
                let last = built.last?.number ?? 0
                return (built, rejected.count { $0 < last })
            }
            if guilty.isEmpty { tried = min(mutants.count, tried + wanted - candidates.count + 5) }
        }
    }

    /// Compiles the library with all these mutants, and returns the mutants that cause errors.
    private func compile(_ mutants: [LineMutant]) throws -> [Int] {
        var woven: [String: MutatedSource] = [:]
        for code in codes {
            let file = MutatedSource(code, mutants.filter { $0.code.file == code.file })
            woven[code.file] = file
            try copy.write(file.text, to: "Sources/SwiftObserver/\(code.file)")
        }
        printError("compiling \(mutants.count) mutants")
        let (status, output) = try swift(["build", "--target", "SwiftObserver"])
        if status == 0 { return [] }
        var lines: [String: Set<Int>] = [:]
        for match in output.matches(of: /Sources\/SwiftObserver\/([\w\/]+\.swift):(\d+):\d+: error:/) {
            lines[String(match.output.1), default: []].insert(Int(match.output.2) ?? 0)
        }
        var guilty = Set(lines.flatMap { woven[$0]?.guilty(ofErrorsIn: Array($1)) ?? [] })
        if guilty.isEmpty { guilty = Set(lines.flatMap { woven[$0]?.suspects(ofErrorsIn: Array($1)) ?? [] }) }
        if guilty.isEmpty { throw ProgramError("No mutant causes these errors:\n\(output.suffix(5000))") }
        return Array(guilty)
    }

    private func buildTests() throws {
        printError("building the tests")
        let (status, output) = try swift(["build", "--build-tests"])
        if status != 0 { throw ProgramError("The tests don't build:\n\(output.suffix(5000))") }
    }

    private func swift(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process(), output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swift"] + arguments + ["--package-path", copy.directory]
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }
}
