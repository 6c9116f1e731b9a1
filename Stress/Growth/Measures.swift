import Foundation
import GrowthBudget
import StressSupport

/// The measures of the package in the current directory.
struct Measures {

    /// The functions that send a message, start an observation, and end one.
    private let verbs: KeyValuePairs = [
        "send": ["Observable.send(_:)", "Observable.send(_:from:)"],
        "start": [
            "Messenger.start(_:)", "Messenger.start(by:_:at:_:)", "Messenger.start(by:_:at:on:buffering:missed:_:)",
        ],
        "end": ["AnyObservation.end(because:)"],
    ]

    private let library = "Sources/SwiftObserver/"

    func all(from index: IndexStore) throws -> [Measure] {
        let graph = CallGraph(try index.facts(of: paths(in: library)))
        return try reaches(in: graph) + largeFiles() + countsOfTypes(in: graph) + sums()
    }

    private func reaches(in graph: CallGraph) throws -> [Measure] {
        try verbs.flatMap { verb, functions in
            let calls = try graph.reach(from: functions, withOverrides: false)
            let all = try graph.reach(from: functions, withOverrides: true)
            return [
                Measure("functions from \(verb)", calls.members), Measure("files from \(verb)", calls.files),
                Measure("functions from \(verb), with overrides", all.members),
                Measure("files from \(verb), with overrides", all.files),
            ]
        }
    }

    private func largeFiles() throws -> [Measure] {
        try paths(in: "Sources/").map { Measure("lines of \($0)", try lines(of: [$0])) }.filter { $0.value > 300 }
    }

    private func countsOfTypes(in graph: CallGraph) throws -> [Measure] {
        let folders = try paths(in: library).map { $0.split(separator: "/").dropLast() }.flatMap { folder in
            (3...folder.count).map { folder.prefix($0).joined(separator: "/") }
        }
        return Set(folders).sorted().map { folder in
            Measure("types in \(folder.dropFirst(library.count))", graph.countOfTypes(in: folder))
        }
    }

    private func sums() throws -> [Measure] {
        let sources = try lines(of: paths(in: "Sources/"))
        let checks: Set = ["swift", "cpp", "hpp", "h", "pml"]
        let verification = try lines(of: paths(in: "Tests/", checks) + paths(in: "Stress/", checks))
        let core = try paths(in: library + "Runtime/") + paths(in: library + "Observation/")
        return [
            Measure("code lines of Runtime and Observation", try codeLines(of: core)),
            Measure("lines of Docs/api.txt", try lines(of: ["Docs/api.txt"])),
            Measure("lines of verification for 100 lines of Sources", (100 * verification + sources / 2) / sources),
        ]
    }

    /// The sorted paths of the files with these extensions in a folder and its subfolders.
    private func paths(in folder: String, _ extensions: Set<String> = ["swift"]) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter { path in
            extensions.contains(String(path.split(separator: ".").last!)) && !path.contains(".build/")
        }.map { folder + $0 }
    }

    private func lines(of paths: [String]) throws -> Int {
        try paths.reduce(0) { $0 + (try Data(contentsOf: URL(fileURLWithPath: $1))).count { $0 == UInt8(ascii: "\n") } }
    }

    /// The number of lines that are neither empty nor a comment.
    private func codeLines(of paths: [String]) throws -> Int {
        try paths.reduce(0) { sum, path in
            let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            return sum
                + lines.count { !$0.allSatisfy(\.isWhitespace) && !$0.drop(while: \.isWhitespace).hasPrefix("//") }
        }
    }
}
