import Testing

@testable import Relay

/// A loop without threads, and connections that answer as a test decides.
@Suite struct LostWakeTests {

    @Test func `who gives back a member and doesn't lead any more wakes the thread that leads`() {
        let loop = ReadingLoop(JoiningNetwork(), hasThreads: false)
        loop.changeLead { lead in
            for _ in 0..<2 {
                _ = lead.addThread(needsFollower: true)
                _ = lead.follow(isQuiet: false, isOver: false, at: .now)
            }
        }
        loop.release()
        #expect(loop.regain() && !loop.stopper.pipe.wait(atMost: .zero))
        loop.release()
        let duty = loop.changeLead { lead in
            _ = lead.addThread(needsFollower: true)
            return lead.follow(isQuiet: false, isOver: false, at: .now + .seconds(1))
        }
        #expect(duty == .lead)
        #expect(!loop.regain() && loop.stopper.pipe.wait(atMost: .zero))
    }

    @Test func `who joins while something else is asked for doesn't wait until the server answers`() {
        let network = JoiningNetwork(), loop = ReadingLoop(network, hasThreads: false)
        let (first, second) = (reader("sky"), reader("sea"))
        network.onQuestion = { [weak loop] question in
            guard question.contains("XINFO"), let loop else { return }
            #expect(loop.join(second))
            // A real connection consumes all signals while it waits for the answer.
            loop.stopper.pipe.drain()
        }
        #expect(loop.join(first))
        while network.connectionCount < 2, network.waitCount == 0 { #expect(loop.step()) }
        #expect(network.waitCount == 0)
    }

    private func reader(_ stream: String) -> StreamReader {
        StreamReader(
            RelayServer(), stream, from: .now, room: 1, asksForEnd: true, client: DeafClient(), ProblemLine())
    }
}

/// A network that calls a closure when the server is asked.
///
/// `@unchecked Sendable` because everything runs on one thread.
private final class JoiningNetwork: Network, @unchecked Sendable {

    let patience = Duration.seconds(1)
    let pauses = Duration.milliseconds(1)...Duration.milliseconds(1)
    let largestEntry = 1000

    /// Runs with each question to the server.
    var onQuestion: (String) -> Void = { _ in }
    private(set) var connectionCount = 0

    /// The number of times that the loop has waited for an answer.
    private(set) var waitCount = 0

    func connect(_ stopper: Stopper) throws(ConnectionFailure) -> any Link {
        connectionCount += 1
        return SilentLink(self)
    }

    func pause(for duration: Duration, _ stopper: Stopper) {}

    func wait(for links: [any Link], atMost duration: Duration, _ stopper: Stopper) {
        waitCount += 1
    }
}

/// A connection to a server whose streams are empty.
private final class SilentLink: Link {

    private let network: JoiningNetwork
    let descriptor: Int32 = -1
    let hasInput = false

    init(_ network: JoiningNetwork) { self.network = network }

    func write(_ bytes: [UInt8]) {
        network.onQuestion(String(decoding: bytes, as: UTF8.self))
    }

    func reply(after pause: Duration, limit: AnswerLimit) throws(ConnectionFailure) -> Reply {
        guard let reply = RelayTests.reply(Array("*-1\r\n".utf8)) else { throw .unexpected }
        return reply
    }

    func arrivedReply() -> Reply? { nil }
    func idle() {}
}
