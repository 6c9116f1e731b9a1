import Foundation
import Fuzzing
import Planting

/// Prints for each planted defect when it's found, and which violation shows it.
///
/// Returns `true` if all defects are found, and nothing is found without a defect. This runs in the
/// copy that contains the defects.
func selftest(_ options: FuzzOptions) -> Bool {
    var isRight = complainsAboutOptions()
    for defect in Defect.all.map(\.name) + [nil] {
        let start = Date(), finding = find(defect, options)
        let isFound = finding != nil
        let seconds = (10 * -start.timeIntervalSinceNow).rounded() / 10
        if isFound != (defect != nil) { isRight = false }
        print(
            isFound == (defect != nil) ? "right " : "WRONG ", defect ?? "no defect",
            finding.map { "found after \(seconds) seconds: \($0)" } ?? "nothing found in \(seconds) seconds")
        fflush(nil)
    }
    return isRight
}

/// Runs the fuzzer with a defect, and returns what it reports.
private func find(_ defect: String?, _ options: FuzzOptions) -> String? {
    let (status, text) = run(
        ["--seed", "\(options.seed)", "--seconds", defect == nil ? "10" : "\(options.seconds)", "--patience", "5"],
        planting: defect)
    if status == 0 { return nil }
    let line = text.split(separator: "\n").first { $0.contains("VIOLATION") || $0.contains("atal error") }
    return String((line ?? "status \(status)").prefix(200))
}

private func complainsAboutOptions() -> Bool {
    let cases = [
        (["--bogus"], "unknown option --bogus"), (["--seconds", "0"], "--seconds needs a number above 0"),
        (["--threads", "0"], "--threads needs a whole number from 1 to 256"), (["--seed", "x"], "--seed needs"),
        (["--seed"], "--seed needs a whole number"),
    ]
    var isRight = true
    for (arguments, complaint) in cases {
        let (status, text) = run(arguments)
        let complains = status == 2 && text.contains(complaint)
        if !complains { isRight = false }
        print(complains ? "right " : "WRONG ", "complains about \(arguments.joined(separator: " "))")
    }
    return isRight
}

private func run(_ arguments: [String], planting defect: String? = nil) -> (status: Int32, text: String) {
    let program = Process(), output = Pipe()
    program.executableURL = Bundle.main.executableURL
    program.arguments = arguments
    if let defect {
        program.environment = ProcessInfo.processInfo.environment.merging(["PLANTED": defect]) { $1 }
    }
    program.standardOutput = FileHandle.nullDevice
    program.standardError = output
    guard (try? program.run()) != nil else { return (-1, "the program could not be started") }
    DispatchQueue.global().asyncAfter(deadline: .now() + 300) { if program.isRunning { program.terminate() } }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    program.waitUntilExit()
    return (program.terminationStatus, text)
}
