@testable import Relay

/// A connection to a simulated server, on the server's side.
final class SimulatedSession {

    struct Command {
        let kind: ServerCommand
        let words: [[UInt8]]
    }

    let server: SimulatedServer

    /// A number that no other session has until the server restarts.
    let id: Int

    private let restartCount: Int
    private var reader = CommandReader()
    private var isClosed = false

    /// The commands of the transaction, if there is one.
    private var queue: [Command]?

    /// `true` if a command of the transaction was refused.
    private var isAborted = false

    /// The keys that must not change before `EXEC`, with their last changes before `WATCH`.
    private var watched: [(key: [UInt8], change: UInt64)] = []

    /// `true` if the server remembers the keys that this session reads.
    var isTracking = false

    /// The id of the session that gets changes of these keys, or 0.
    var redirection = 0

    /// Changes of these keys by this session itself.
    ///
    /// They're pushed after the command or the transaction.
    var ownChanges: [Keyspace.Change] = []

    var channels: Set<[UInt8]> = []

    /// The bytes that the server has sent without a command.
    private var pushed: [UInt8] = []

    init(_ server: SimulatedServer, id: Int) {
        self.server = server
        self.id = id
        restartCount = server.restartCount
    }

    /// `true` while the session is usable.
    ///
    /// It's `false` after closing, after a restart of the server, and after bytes that are no
    /// commands.
    var isOpen: Bool { !isClosed && restartCount == server.restartCount }

    /// Notifies the server that the client is gone.
    func close() { isClosed = true }

    var isInTransaction: Bool { queue != nil }

    func push(_ bytes: [UInt8]) { pushed += bytes }

    /// Returns the bytes that the server has sent without a command since the last call.
    func takePushed() -> [UInt8] {
        defer { pushed = [] }
        return pushed
    }

    /// Executes all complete commands, and returns the bytes of the answers, after pushed bytes.
    ///
    /// Incomplete commands wait for more bytes. A session that isn't open ignores all bytes.
    func receive(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var answers = takePushed()
        guard isOpen else { return answers }
        answers.reserveCapacity(512)
        reader.append(bytes)
        do {
            while let words = try reader.next() {
                if !words.isEmpty { process(words, &answers) }
                pushOwnChanges()
            }
        } catch {
            isClosed = true
            answers.append(ServerError("ERR Protocol error"))
        }
        return answers
    }

    private func process(_ words: [[UInt8]], _ answers: inout [UInt8]) {
        guard let kind = ServerCommand(words) else { return refuse(.unknown(words), &answers) }
        let command = Command(kind: kind, words: words)
        if !kind.allows(wordCount: words.count) { return refuse(.wordCount(of: kind), &answers, kind) }
        if let error = server.refusal()?.error(for: command, queue: queue) { return refuse(error, &answers, kind) }
        if isSubscribed, kind != .ping, kind != .subscribe {
            return refuse(.inSubscription(kind), &answers, kind)
        }
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
        defer {
            server.pushChanges(by: self)
            remember(command)
        }
        do throws(ServerError) {
            switch command.kind {
            case .multi: try begin()
            case .discard: try discard()
            case .exec: return try exec(&answers)
            case .watch: try watch(command.words.dropFirst())
            case .unwatch: watched = []
            case .subscribe: return subscribe(to: command.words.dropFirst(), &answers)
            case .ping where isSubscribed: return try pong(command.words, &answers)
            case .clientID: return answers.append(answer: id)
            case .clientTracking: try track(command.words)
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

    /// `true` if a watched key has changed. An expired key counts after it was looked up.
    private var hasChanged: Bool { watched.contains { server.keys.lastChange(of: $0.key) != $0.change } }

    private func endTransaction() {
        queue = nil
        isAborted = false
        watched = []
    }
}
