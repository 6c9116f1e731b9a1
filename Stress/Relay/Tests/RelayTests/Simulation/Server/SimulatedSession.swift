@testable import Relay

/// A connection to a simulated server, as the server sees it.
final class SimulatedSession {

    struct Command {
        let kind: ServerCommand
        let words: [[UInt8]]
    }

    private let server: SimulatedServer
    private let restartCount: Int
    private var reader = CommandReader()
    private var isMalformed = false

    /// The commands of the transaction, if there is one.
    private var queue: [Command]?

    /// Whether a command of the transaction was refused.
    private var isAborted = false

    /// The keys that must not change before `EXEC`, and their last changes when `WATCH` was called.
    private var watched: [(key: [UInt8], change: UInt64)] = []

    init(_ server: SimulatedServer) {
        self.server = server
        restartCount = server.restartCount
    }

    /// `false` after a restart of the server, and after bytes that are no commands.
    var isOpen: Bool { !isMalformed && restartCount == server.restartCount }

    var isInTransaction: Bool { queue != nil }

    /// Executes all complete commands, and returns the bytes of the answers.
    ///
    /// Incomplete commands wait for more bytes. A session that isn't open ignores all.
    func receive(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var answers: [UInt8] = []
        guard isOpen else { return answers }
        reader.append(bytes)
        do {
            while let words = try reader.next() { if !words.isEmpty { process(words, &answers) } }
        } catch {
            isMalformed = true
            answers.append(ServerError("ERR Protocol error"))
        }
        return answers
    }

    private func process(_ words: [[UInt8]], _ answers: inout [UInt8]) {
        guard let kind = ServerCommand(words[0]) else { return refuse(.unknown(words), &answers) }
        let command = Command(kind: kind, words: words)
        if !kind.allows(wordCount: words.count) { return refuse(.wordCount(of: kind), &answers, kind) }
        if let error = server.refusal()?.error(for: command, queue: queue) { return refuse(error, &answers, kind) }
        switch kind {
        case .multi, .exec, .discard, .watch: run(command, &answers)
        default:
            if queue == nil { return run(command, &answers) }
            // A real server doesn't queue commands of a transaction that is going to fail. So they
            // can't be a reason to refuse `EXEC`.
            if !isAborted, !hasChanged { queue?.append(command) }
            answers += Self.queued
        }
    }

    private static let queued = Wire.status("QUEUED")

    /// Refuses a command before it's queued or run, which aborts the transaction.
    private func refuse(_ error: ServerError, _ answers: inout [UInt8], _ kind: ServerCommand? = nil) {
        if kind == .exec {
            endTransaction()
            let reason = error.text.hasPrefix("ERR ") ? error.text.dropFirst(4) : error.text[...]
            answers.append(ServerError("EXECABORT Transaction discarded because of: \(reason)"))
        } else {
            isAborted = queue != nil
            answers.append(error)
        }
    }

    private func run(_ command: Command, _ answers: inout [UInt8]) {
        do throws(ServerError) {
            switch command.kind {
            case .multi: try begin()
            case .discard: try discard()
            case .exec: return try exec(&answers)
            case .watch: try watch(command.words.dropFirst())
            case .unwatch: watched = []
            default: return try server.run(command, &answers)
            }
            answers.appendOK()
        } catch { answers.append(error) }
    }

    // MARK: - Transactions

    private func begin() throws(ServerError) {
        if queue != nil { throw ServerError("ERR MULTI calls can not be nested") }
        queue = []
    }

    private func discard() throws(ServerError) {
        if queue == nil { throw ServerError("ERR DISCARD without MULTI") }
        endTransaction()
    }

    private func watch(_ keys: ArraySlice<[UInt8]>) throws(ServerError) {
        if queue != nil { throw ServerError("ERR WATCH inside MULTI is not allowed") }
        for key in keys {
            _ = server.value(key)
            watched.append((key, server.keys.lastChange(of: key)))
        }
    }

    private func exec(_ answers: inout [UInt8]) throws(ServerError) {
        guard let commands = queue else { throw ServerError("ERR EXEC without MULTI") }
        for (key, _) in watched { _ = server.value(key) }
        let isAborted = isAborted, hasChanged = hasChanged
        endTransaction()
        if isAborted { throw ServerError("EXECABORT Transaction discarded because of previous errors.") }
        if hasChanged { return answers += Wire.noList }
        answers.appendCount(of: commands.count)
        for command in commands {
            if let error = server.refusal()?.errorInTransaction(for: command) {
                answers.append(error)
            } else {
                run(command, &answers)
            }
        }
    }

    /// Whether a watched key has changed. An expired key counts once it was looked up.
    private var hasChanged: Bool { watched.contains { server.keys.lastChange(of: $0.key) != $0.change } }

    private func endTransaction() {
        queue = nil
        isAborted = false
        watched = []
    }
}
