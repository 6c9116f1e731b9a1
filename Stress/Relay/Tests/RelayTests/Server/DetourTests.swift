import SwiftObserver
import SwiftObserverTesting
import Synchronization
import Testing

@testable import Relay

/// Servers that redirect repeatedly.
@Suite struct DetourTests {

    @Test func `a subscription that is sent from one node to the next pauses after some`() async {
        let network = CircularNetwork(), problems = ProblemLine(), told = problems.messenger.recorded()
        let reader = StreamReader(RelayServer(), "sky", from: .now, room: 1, client: DeafClient(), problems)
        let loop = ReadingLoop(network, hasThreads: false)
        #expect(loop.join(reader))
        while !loop.stopper.isStopped { #expect(loop.step()) }
        #expect(network.connectionCount == 6)
        await told.expectNext([.disconnected(.subscription(stream: "sky"), reason: CircularNetwork.answer)])
    }

    @Test func `a publisher that is sent from one node to the next pauses after some`() async {
        let network = CircularNetwork(), problems = ProblemLine(), told = problems.messenger.recorded()
        let publisher = RelayPublisher(number: 1), sky = Messenger<Int>()
        let outbox = Outbox(network, Fence(of: publisher, tag: "sky"), problems)
        let writer = StreamWriter(
            stream: "sky", keeping: .all, format: "f", publisher: publisher, sequence: StreamSequence())
        let publication = Publication(
            sky, writer, largest: 1000, buffering: .upTo(10), outbox, problems, at: #fileID, #line
        ) { [UInt8]("\($0)".utf8) }
        sky.send(1)
        while !outbox.isStopped { _ = outbox.step() }
        #expect(network.connectionCount == 6)
        await told.expectNext([.delayed(reason: "streams of {sky}: \(CircularNetwork.answer)")])
        publication.stop()
        outbox.stop()
    }
}

/// A network whose servers all name another one. It stops a loop or outbox that pauses.
private final class CircularNetwork: Network {

    static let answer = "MOVED 1 a:1"

    let patience = Duration.seconds(1)
    let pauses = Duration.milliseconds(1)...Duration.milliseconds(1)
    let largestEntry = 1000

    /// The time doesn't advance. Otherwise, a pause could be over before a loop looks at the clock.
    let now = ContinuousClock.now
    private let connections = Atomic(0)

    var connectionCount: Int { connections.load(ordering: .relaxed) }

    func connect(_ stopper: Stopper) throws(ConnectionFailure) -> any Link {
        // Otherwise, a relay that never pauses would continue forever.
        if connections.add(1, ordering: .relaxed).newValue > 100 { stopper.stop() }
        return CircularLink()
    }

    func follow(_ error: String) -> Bool { Redirection(error) != nil }
    func pause(for duration: Duration, _ stopper: Stopper) { stopper.stop() }
    func wait(for links: [any Link], atMost duration: Duration, _ stopper: Stopper) { stopper.stop() }
}

private final class CircularLink: Link {

    let hasInput = true
    let descriptor: Int32 = -1
    func arrivedReply() -> Reply? { nil }
    func write(_ bytes: [UInt8]) {}
    func idle() {}

    func reply(after pause: Duration, limit: AnswerLimit) throws(ConnectionFailure) -> Reply {
        guard let reply = RelayTests.reply(Wire.error(CircularNetwork.answer)) else { throw .unexpected }
        return reply
    }
}

final class DeafClient: StreamClient {
    func begin(at position: RelayID) {}
    func read(_ head: MessageHead, _ bytes: UnsafeRawBufferPointer, at id: RelayID) -> String? { nil }
    func room(below limit: Int, whenFree: @escaping @Sendable () -> Void) -> Room { .free }
    func end() {}
}
