import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

/// Two stream names that are equal in Swift, and different keys on the server.
@Suite struct StreamNameTests {

    private let composed = "caf\u{E9}", decomposed = "cafe\u{301}"

    @Test func `names are compared by bytes`() {
        #expect(composed == decomposed)
        #expect(StreamName(composed) != StreamName(decomposed))
        #expect(Set([composed, decomposed, composed].map { StreamName($0) }).count == 2)
        #expect([composed, decomposed].map { StreamName($0) }.sorted().map { Array($0.text.utf8).count } == [6, 5])
        #expect(StreamName(composed[...]).hashValue == StreamName(composed).hashValue)
    }

    @Test func `streams whose names are equal as texts are numbered and counted apart`() async throws {
        let server = try RedisServer(), relay = server.relay(), reading = server.relay()
        let problems = reading.problems.recorded(), names = [composed, decomposed]
        let messengers = names.map { _ in Messenger<Int>() }
        let publications = zip(names, messengers).map { relay.publish($1, to: $0) }
        let remotes: [RemoteMessages<Int>] = names.map { reading.subscribe($0, from: .start) }
        let received = remotes.map { $0.recorded() }
        for number in 1...3 { for messenger in messengers { messenger.send(number) } }
        for recording in received { await recording.expectNext(1...3) }
        await until("they're confirmed") { publications.allSatisfy(\.isDone) }
        let lines = relay.openMetrics().split(separator: "\n").filter {
            $0.hasPrefix("relay_confirmed_messages_total{")
        }
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasSuffix("} 3") })
        let subscriptions = reading.openMetrics().split(separator: "\n").filter { $0.hasPrefix("relay_subscriptions{") }
        #expect(subscriptions.count == 2)
        problems.expectNothingMore()
    }

    @Test func `dead letters may have a name that is equal to that of the stream as a text`() async {
        SharedServer.passOn()
        await #expect(processExitsWith: .success) {
            let relay = Relay(to: RelayServer(port: SharedServer.portOfParent))
            _ = relay.consume("caf\u{E9}", inGroup: "g", deadLetters: "cafe\u{301}") { (_: Int) in }
        }
    }
}
