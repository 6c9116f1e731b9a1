import Dispatch
import Foundation
import SwiftObserver

/// Sends the lines of a file, also those that are appended later.
final class Tail: Observable, Sendable {
    let messenger = Messenger<String>(named: "lines")
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
    let receiver = Receiver(named: "parser")
    let messenger = Messenger<Entry>(named: "entries")
    private let queue = DispatchQueue(label: "parser")

    init(_ tail: Tail) {
        observe(tail).on(queue).map { Entry($0) }.unwrap().receive { [unowned self] entry in
            send(entry)
        }
    }
}

/// Writes entries into a file, as many at once as wait.
final class Store: Observer, Sendable {
    let receiver = Receiver(named: "store")
    private let file: FileHandle
    private let queue = DispatchQueue(label: "store")

    init(_ path: String, of parser: Parser) throws {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        observe(parser).on(queue)
            .buffering(.newest(1000)).missed { [unowned self] in write("\($0) entries are missing here\n") }
            .batches(upTo: 100).receive { [unowned self] entries in
                write(entries.map { "\($0.line)\n" }.joined())
            }
    }

    private func write(_ text: String) { file.write(Data(text.utf8)) }
}

/// Calls a closure whenever the process gets a signal, as long as the result is held.
///
/// Before that, signals have their default effect.
func on(_ number: Int32, _ act: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    let isRegistered = DispatchSemaphore(value: 0)
    source.setRegistrationHandler { isRegistered.signal() }
    source.setEventHandler(handler: act)
    source.activate()
    isRegistered.wait()
    return source
}

@main final class LogFollower: Sendable {
    private let tail: Tail
    private let parser: Parser
    private let counts = Var([String: Int](), named: "counts")
    private let store: Store

    init() throws {
        Watch.start()
        tail = try Tail(CommandLine.arguments[1])
        parser = Parser(tail)
        store = try Store(CommandLine.arguments[2], of: parser)
        observe(parser) { [counts] entry in counts.value[entry.level, default: 0] += 1 }
        observe(counts).on(.global()).merging().receive { update in print(update.new) }
    }

    func run() async throws {
        let isEnding = Var(false)
        let signals = [
            on(SIGTERM) { isEnding <- true }, on(SIGINT) { isEnding <- true },
            on(SIGUSR1) { print(Watch.report()) },
        ]
        while !isEnding.value {
            try tail.read()
            try await Task.sleep(for: .milliseconds(100))
        }
        for source in signals { source.cancel() }

        let left = await close([tail, parser, counts], within: .seconds(5))
        if !left.isEmpty { print("Not handled:\n\(left)") }
        print("The end: \(counts.value)")
    }

    static func main() async throws { try await LogFollower().run() }
}
