import Dispatch
import Foundation
import SwiftObserver

/// Sends the lines of a file, also those that are appended later.
final class Tail: Observable, Sendable {
    let messenger = Messenger<String>()
    private let file: FileHandle

    init(_ path: String) throws {
        file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    }

    /// Sends all complete lines that came since the last call.
    func read() throws {
        let data = try file.readToEnd() ?? Data()
        let lines = data.prefix((data.lastIndex(of: 10) ?? -1) + 1)
        try file.seek(toOffset: file.offset() - UInt64(data.count - lines.count))
        let text = String(decoding: lines, as: UTF8.self)
        for line in text.split(separator: "\n") { send(String(line)) }
    }
}

/// One line of the log, and its first word.
struct Entry: Sendable {
    let level: String
    let line: String

    init?(_ line: String) {
        guard let level = line.split(separator: " ").first else { return nil }
        self.level = String(level)
        self.line = line
    }
}

/// Makes entries of lines, on a queue of its own.
final class Parser: Observer, Observable, Sendable {
    let receiver = Receiver()
    let messenger = Messenger<Entry>()
    private let queue = DispatchQueue(label: "parser")

    init(_ tail: Tail) {
        observe(tail).on(queue).map { Entry($0) }.unwrap().receive { [unowned self] entry in
            send(entry)
        }
    }
}

@main final class LogFollower: Sendable {
    private let tail: Tail
    private let parser: Parser
    private let counts = Var([String: Int]())

    init() throws {
        tail = try Tail(CommandLine.arguments[1])
        parser = Parser(tail)
        observe(parser) { [counts] entry in counts.value[entry.level, default: 0] += 1 }
        observe(counts).on(.global()).merging().receive { update in print(update.new) }
    }

    func run() async throws {
        while true {
            try tail.read()
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    static func main() async throws { try await LogFollower().run() }
}
