import Testing

@testable import Relay

/// Subscriptions that end at the moment when their thread begins.
@Suite struct EarlyLeavingTests {

    @Test func `who leaves while the first thread begins is ended by it`() async throws {
        for _ in 0..<100 {
            let count = 100, ended = Written<Void>()
            for number in 0..<count {
                let loop = ReadingLoop(AbsentNetwork())
                let reader = StreamReader(
                    RelayServer(), "sky", from: .now, room: 1, client: EndingClient(ended), ProblemLine())
                #expect(loop.join(reader))
                // The thread gets more time to begin in each round.
                for _ in 0..<number * 20 { _ = reader.isStopped }
                reader.stop()
            }
            await until("all have ended") { ended.values.count == count }
        }
    }
}

private final class EndingClient: StreamClient {

    private let ended: Written<Void>

    init(_ ended: Written<Void>) { self.ended = ended }

    func begin(at position: RelayID) {}
    func read(_ head: MessageHead, _ bytes: UnsafeRawBufferPointer, at id: RelayID) -> String? { nil }
    func room(below limit: Int, whenFree: @escaping @Sendable () -> Void) -> Room { .free }
    func end() { ended.append(()) }
}

/// A network without a server.
private struct AbsentNetwork: Network {

    let patience = Duration.seconds(1)
    let pauses = Duration.milliseconds(1)...Duration.milliseconds(1)
    let largestEntry = 1000

    func connect(_ stopper: Stopper) throws(ConnectionFailure) -> any Link { throw .lost("there's none") }
    func pause(for duration: Duration, _ stopper: Stopper) {}
    func wait(for links: [any Link], atMost duration: Duration, _ stopper: Stopper) {}
}
