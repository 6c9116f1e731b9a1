import Foundation
import Synchronization

/// The program, as it's run by users.
final class Running: Sendable {

    struct End {
        let status: Int32
        let wasKilled: Bool
        let seconds: Double
        let output: String
        let errors: String
    }

    private let process: Process
    private let folder = Folder()
    private var outputPath: String { folder("out") }

    init(_ arguments: [String]) {
        process = Process()
        process.executableURL = URL(fileURLWithPath: Self.program)
        process.arguments = arguments
        folder.write("", to: "out")
        folder.write("", to: "errors")
        process.standardOutput = FileHandle(forWritingAtPath: folder("out"))
        process.standardError = FileHandle(forWritingAtPath: folder("errors"))
        try! process.run()
    }

    /// It's beside the tests.
    static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("Lookout").path

    var id: Int32 { process.processIdentifier }

    var output: String { text(of: "out") }

    private func text(of name: String) -> String {
        FileManager.default.contents(atPath: folder(name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Where it serves, as soon as it says so.
    var port: UInt16 {
        var found: UInt16?
        _ = eventually {
            found = output.split(separator: "\n").first?.split(separator: ":").last.flatMap { UInt16($0.filter(\.isNumber)) }
            return found != nil || !process.isRunning
        }
        return found ?? 0
    }

    func send(_ signal: Int32) { kill(id, signal) }

    /// Sends a signal, and waits until the program has ended.
    func end(_ signal: Int32 = SIGTERM) -> End {
        let start = ContinuousClock.now
        send(signal)
        return waitForEnd(since: start)
    }

    func waitForEnd(since start: ContinuousClock.Instant = .now) -> End {
        process.waitUntilExit()
        return End(
            status: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal,
            seconds: (ContinuousClock.now - start) / .seconds(1), output: output, errors: text(of: "errors"))
    }

    deinit { if process.isRunning { kill(id, SIGKILL) } }

    /// How much memory it has, in megabytes.
    var megabytes: Int {
        let status = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 1024
    }
}

/// Asks again and again, for half a minute at most.
func eventually(seconds: Double = 30, _ condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline {
        if condition() { return true }
        usleep(2_000)
    }
    return condition()
}

/// How much longer tests shall take than they must.
let scale = ProcessInfo.processInfo.environment["LOOKOUT_TESTS_SCALE"].flatMap { Double($0) } ?? 1

func scaled(_ count: Int) -> Int { max(1, Int(Double(count) * scale)) }
