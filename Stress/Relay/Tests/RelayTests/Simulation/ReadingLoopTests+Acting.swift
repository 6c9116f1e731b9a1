import SwiftObserver
import Testing

@testable import Relay

extension ReadingLoopTests {

    func subscribe(_ stream: String) -> NumberClient {
        let client = NumberClient()
        #expect(loop.join(reader(of: stream, client)))
        return client
    }

    func reader(of stream: String, from start: RelayStart = .start, _ client: NumberClient) -> StreamReader {
        StreamReader(
            RelayServer(), stream, from: start, room: .max, countsMessages: false, client: client, problems)
    }

    func add(_ number: Int, to stream: String, at id: String = "*") {
        ask("XADD", stream, id, "m", "1 00000000000000ab 1 json/Int/1", "d", "\(number)")
    }

    func ask(_ words: String...) { _ = session.receive(Wire.fields(words)) }

    /// Runs the loop for that time, and then until it waits.
    func run(for duration: Duration = .zero, sourceLocation: SourceLocation = #_sourceLocation) {
        network.give(duration)
        for _ in 0..<300 where !network.isResting { _ = loop.step() }
        if !network.isResting { Issue.record("It doesn't rest.", sourceLocation: sourceLocation) }
    }
}

/// Records the numbers that a subscription delivers.
///
/// `@unchecked Sendable` because everything runs on one thread.
final class NumberClient: StreamClient, @unchecked Sendable {

    private(set) var numbers: [Int] = []
    private(set) var hasBegun = false
    private(set) var hasEnded = false
    var onRead: () -> Void = {}

    /// `true` if it begins with the latest message, as shared values do.
    var wantsLatest = false

    func begin(at position: RelayID) { hasBegun = true }

    func read(_ head: MessageHead, _ bytes: UnsafeRawBufferPointer, at id: RelayID) -> String? {
        numbers.append(Int(String(decoding: bytes, as: UTF8.self)) ?? -1)
        onRead()
        return nil
    }

    func room(below limit: Int, whenFree: @escaping @Sendable () -> Void) -> Room { .free }
    func end() { hasEnded = true }
}

/// Records the losses and reconnections of the stream `sky`.
///
/// `@unchecked Sendable` because everything runs on one thread.
final class Told: @unchecked Sendable {

    private(set) var reasons: [String] = []
    private(set) var reconnectionCount = 0
    private let dog = FreeObserver()

    init(_ problems: ProblemLine) {
        dog.observe(problems.messenger) { [unowned self] problem in
            switch problem {
            case .disconnected(.subscription("sky"), let reason): reasons.append(reason)
            case .reconnected(.subscription("sky")): reconnectionCount += 1
            default: break
            }
        }
    }
}
