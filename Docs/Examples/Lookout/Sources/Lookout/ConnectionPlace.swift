import Dispatch
import Glibc
import SwiftObserver
import Synchronization

/// Runs handlers only when the socket of a connection accepts more bytes.
///
/// So the messages for a slow client wait in its observation, where the library counts and bounds
/// them.
///
/// The server's thread runs the blocks when it asks for bytes. If there are no blocks, it suspends
/// the connection until the next block is enqueued.
final class ConnectionPlace: DeliveryPlace, CustomStringConvertible {

    let description: String

    struct State {
        var connection: Connection?
        var blocks: [@Sendable () -> Void] = []
        var bytes: [UInt8] = []
        var isAsleep = false
        var isEnding = false
        var waitingSince: ContinuousClock.Instant?
    }

    private let state: Mutex<State>

    init(_ connection: Connection, named name: String) {
        description = name
        state = Mutex(State(connection: connection))
    }

    func enqueue(_ block: @escaping @Sendable () -> Void) {
        let isTaken = state.withLock { state in
            guard state.connection != nil, !state.isEnding else { return false }
            state.blocks.append(block)
            if state.waitingSince == nil { state.waitingSince = .now }
            state.wake()
            return true
        }
        // Nothing is read any longer, but the code that waits there must learn that it's over.
        if !isTaken { DispatchQueue.global().async(execute: block) }
    }

    /// Adds bytes for the client. It's called in blocks.
    func write(_ bytes: [UInt8]) { state.withLock { if !$0.isEnding { $0.bytes += bytes } } }

    /// The time since which something has been waiting for the client without a break.
    var waitingSince: ContinuousClock.Instant? { state.withLock { $0.waitingSince } }

    /// Gives bytes to the server, which asks for them when the socket accepts more.
    ///
    /// Returns 0 while the connection sleeps, and -1 at the end.
    func read(into buffer: UnsafeMutablePointer<CChar>?, atMost limit: Int) -> Int {
        while true {
            switch state.withLock({ $0.next(limit) }) {
            case .bytes(let bytes):
                bytes.withUnsafeBytes { _ = memcpy(buffer!, $0.baseAddress!, $0.count) }
                return bytes.count
            case .block(let block): block()
            case .sleep: return 0
            case .end: return -1
            }
        }
    }

    /// Ends the connection, whatever state the client is in.
    ///
    /// - Parameter isAbrupt: `true` to discard bytes that the system hasn't yet sent to the client.
    /// - Returns: `true` if the connection wasn't ending yet.
    func end(isAbrupt: Bool) -> Bool {
        let (isFirst, blocks) = state.withLock { state in
            let isFirst = !state.isEnding
            state.isEnding = true
            state.bytes = []
            // A server that waits for the socket notices the shutdown.
            if isAbrupt { state.connection?.abort() } else { state.connection?.shutDown() }
            state.wake()
            return (isFirst, state.takeBlocks())
        }
        for block in blocks { DispatchQueue.global().async(execute: block) }
        return isFirst
    }

    /// Forgets the connection, because it's gone.
    func forget() {
        let blocks = state.withLock { state in
            state.connection = nil
            state.bytes = []
            return state.takeBlocks()
        }
        for block in blocks { DispatchQueue.global().async(execute: block) }
    }
}

extension ConnectionPlace.State {

    enum Step {
        case bytes(ArraySlice<UInt8>)
        case block(@Sendable () -> Void)
        case sleep, end
    }

    /// The next step when the socket accepts this many bytes.
    mutating func next(_ limit: Int) -> Step {
        if isEnding { return .end }
        if !bytes.isEmpty {
            let next = bytes.prefix(limit)
            bytes.removeFirst(next.count)
            return .bytes(next)
        }
        if !blocks.isEmpty { return .block(blocks.removeFirst()) }
        waitingSince = nil
        isAsleep = true
        connection?.suspend()
        return .sleep
    }

    mutating func wake() {
        guard isAsleep else { return }
        isAsleep = false
        connection?.resume()
    }

    mutating func takeBlocks() -> [@Sendable () -> Void] {
        waitingSince = nil
        defer { blocks = [] }
        return blocks
    }
}
