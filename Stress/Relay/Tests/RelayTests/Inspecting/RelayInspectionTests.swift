import Foundation
import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

@Suite struct RelayInspectionTests {

    @Test func `a relay is a line and three tables, and can be encoded`() throws {
        #expect(
            "\(relayInspection)" == """
                relay 000000000000000a at the master 'sea' of a:1 (b:2): publishing is disconnected for 2.0 s, 3 reconnects
                PUBLICATIONS
                stream  state       waiting  in flight  confirmed  dropped  unpublishable  refused  resent
                sky     publishing  1        2          3          4        5              6        7
                sky     cut off     10       20         30         40       50             0        70
                SUBSCRIPTIONS
                stream  connection  position  delivered  waiting  missing  undecodable  foreign  reconnects  entries behind  seconds behind
                "a\\b"   connected   1-2       3          4        6        7            8        1           5               2.5
                "a\\b"   connected   1-2       3          4        6        7            8        1           ?               ?
                "a\\b"   connected   1-2       3          4        6        7            8        1           7               3.5
                CONSUMERS
                stream  group    consumer  connection     running  unconfirmed  handled  rejected  dead letters  deleted
                sky     packers  a         connected      1        2            3        4         5             6
                sky     packers  b         not connected  0        2            3        4         5             6
                sky     "q"      c         connected      0        0            0        0         0             0
                """)
        #expect(
            try JSONDecoder().decode(RelayInspection.self, from: JSONEncoder().encode(relayInspection))
                == relayInspection)
    }

    @Test func `a relay can be looked at while its handlers run and its server is silent`() async throws {
        let server = try RedisServer(), relay = server.relay { $0.patience = .seconds(600) }, gate = Gate()
        let sky = Messenger<Int>(), dog = FreeObserver(), publication = relay.publish(sky, to: "sky")
        let remote: RemoteMessages<Int> = relay.subscribe("sky", from: .start)
        let inside = Messenger<RelayInspection>(), inspections = inside.recorded()
        dog.observe(remote) { _ in
            inside.send(relay.inspect())
            gate.pass()
        }
        sky.send(1)
        let inspection = await inspections.next(within: .hangLimit)
        #expect(inspection?.subscriptions.count == 1)
        server.pause()
        sky.send(2)
        await until("it's on its way") { publication.inspect().onTheWay == 1 }
        #expect(relay.inspect().subscriptions[0].delivered == 0)
        server.resume()
        gate.open()
        await until("both are delivered") { remote.inspectSubscription().delivered == 2 }
        inspections.ignoreRest()
        dog.stopObserving()
    }

    @Test func `a relay shows its consumers until they have ended`() async throws {
        let server = try RedisServer(), relay = server.relay(), other = server.relay(), tally = Tally()
        let packing = relay.consume("sky", inGroup: "packers", from: .start) { (number: Int) in tally.add(number) }
        let counting = relay.consume("sky", inGroup: "counters", from: .start) { (number: Int) in tally.add(number) }
        await other.publish(1...3, to: "sky")
        await until("all is settled") {
            [packing, counting].allSatisfy { $0.inspect().handled == 3 && $0.inspect().unconfirmed == 0 }
        }
        #expect(relay.inspect().consumers == [packing.inspect(), counting.inspect()])
        let lines = relay.openMetrics().split(separator: "\n")
        #expect(lines.contains("relay_handled_messages_total{stream=\"sky\",group=\"packers\"} 3"))
        #expect(lines.contains("relay_disconnected_consumers{stream=\"sky\",group=\"counters\"} 0"))
        await packing.stop(within: .hangLimit)
        #expect(relay.inspect().consumers == [counting.inspect()])
        #expect(other.inspect().consumers.isEmpty)
        await relay.close(within: .hangLimit)
        #expect(relay.inspect().consumers.isEmpty)
    }

    @Test func `a consumer is a line of text, and can be encoded`() throws {
        let all = consumer(
            "a", of: "pack\ners", running: 1, unconfirmed: 2, handled: 3, rejected: 4, deadLetters: 5, deleted: 6)
        #expect(
            "\(all)"
                == "a of pack ers on sky: connected, 1 running, 2 unconfirmed, 3 handled, 4 rejected, 5 dead letters, 6 deleted"
        )
        #expect(try JSONDecoder().decode(GroupConsumerInspection.self, from: JSONEncoder().encode(all)) == all)
    }
}

/// A relay with publications, subscriptions, and consumers of two groups.
///
/// The publications and the subscriptions have one stream each.
let relayInspection = RelayInspection(
    publisher: RelayPublisher(number: 10), server: "the master 'sea' of a:1", master: "b:2",
    connection: .disconnected(seconds: 2),
    reconnects: 3,
    publications: [
        inspection(waiting: 1, onTheWay: 2, confirmed: 3, dropped: 4, unpublishable: 5, refused: 6, resent: 7),
        inspection(.cutOff, waiting: 10, onTheWay: 20, confirmed: 30, dropped: 40, unpublishable: 50, resent: 70),
    ],
    subscriptions: [subscription(behind: 5), subscription(behind: nil), subscription(behind: 7)],
    consumers: [
        consumer("a", running: 1, unconfirmed: 2, handled: 3, rejected: 4, deadLetters: 5, deleted: 6),
        consumer("b", isConnected: false, unconfirmed: 2, handled: 3, rejected: 4, deadLetters: 5, deleted: 6),
        consumer("c", of: "\"q\""),
    ])

private func consumer(
    _ name: String, of group: String = "packers", isConnected: Bool = true, running: Int = 0, unconfirmed: Int = 0,
    handled: Int = 0, rejected: Int = 0, deadLetters: Int = 0, deleted: Int = 0
) -> GroupConsumerInspection {
    GroupConsumerInspection(
        stream: "sky", group: group, consumer: name, isConnected: isConnected, running: running,
        unconfirmed: unconfirmed, handled: handled, rejected: rejected, deadLetters: deadLetters, deleted: deleted)
}

private func subscription(behind count: Int?) -> SubscriptionInspection {
    SubscriptionInspection(
        stream: "\"a\\b\"", connection: .connected, reconnects: 1, position: RelayID("1-2"), delivered: 3, waiting: 4,
        gaps: 5, missing: 6, undecodable: 7, foreign: 8, entriesBehind: count,
        secondsBehind: count.map { Double($0) / 2 }, secondsSinceAnswer: 0.5)
}
