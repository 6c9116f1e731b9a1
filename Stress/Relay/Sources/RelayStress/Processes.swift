import Foundation
import RelayRig

/// A process that publishes.
final class PublishingProcess {

    let tag: UInt32
    let process: ChildProcess

    /// The number of its relay in the stream.
    let publisher: UInt64

    /// Its report at the end.
    private(set) var report: [String: Int]?

    private(set) var wasKilled = false
    private var hasStopped = false

    /// Its name in the stream.
    let name: String

    init(tag: UInt32, _ arguments: [String]) throws {
        self.tag = tag
        process = try ChildProcess(try Node.path, ["publish", "--tag", "\(tag)"] + arguments)
        guard let words = process.line(within: 30)?.split(separator: " "), words.count == 2, words[0] == "publisher",
            let publisher = UInt64(words[1], radix: 16)
        else {
            process.kill()
            throw RigError("publisher \(tag) didn't start")
        }
        self.publisher = publisher
        name = String(words[1])
    }

    deinit { process.kill() }

    func kill() {
        process.kill()
        wasKilled = true
    }

    /// Stops it from sending. Later calls do nothing.
    func stopSending() throws {
        if hasStopped { return }
        hasStopped = true
        process.say("enough")
        guard process.line(within: 20) == "sent" else { throw RigError("publisher \(tag) doesn't stop sending") }
    }

    func close() { process.say("close") }

    /// Waits until it has closed its relay and ended. Later calls do nothing.
    func readReport() throws {
        if report != nil { return }
        guard let line = process.line(within: 25) else { throw RigError("publisher \(tag) doesn't close its relay") }
        var report: [String: Int] = [:]
        for word in line.split(separator: " ") {
            let parts = word.split(separator: "=")
            guard parts.count == 2, let value = Int(parts[1]) else {
                throw RigError("publisher \(tag) has reported '\(line)'")
            }
            report[String(parts[0])] = value
        }
        self.report = report
        if !process.hasEndedWell(within: 20) { throw RigError("publisher \(tag) didn't exit cleanly") }
    }
}

/// A process that subscribes. It can be restarted.
final class SubscribingProcess {

    let index: Int
    private let arguments: [String]
    private let path: String
    private(set) var process: ChildProcess

    init(_ index: Int, records path: String, _ arguments: [String]) throws {
        self.index = index
        self.path = path
        self.arguments = ["subscribe", "--records", path] + arguments
        process = try ChildProcess(try Node.path, self.arguments)
    }

    deinit { process.kill() }

    func waitUntilReady() throws {
        guard process.line(within: 30) == "ready" else { throw RigError("subscriber \(index) didn't begin") }
    }

    /// Ends it, and starts it again with its own records.
    func dieAndRise() throws {
        process.kill()
        process = try ChildProcess(try Node.path, arguments)
    }

    /// Returns `true` if it has read everything.
    func isDone(within seconds: Double) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while let line = process.line(within: deadline.timeIntervalSinceNow) {
            if line == "done" { return process.hasEndedWell(within: 20) }
        }
        return false
    }

    func records() throws -> [Record] { try RecordFile.records(path) }
}

enum Node {

    /// The path of the program of publishers and subscribers, in the same folder as this one.
    static var path: String {
        get throws {
            let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("RelayNode").path
        }
    }
}
