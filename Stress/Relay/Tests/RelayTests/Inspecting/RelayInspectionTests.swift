import Foundation
import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

@Suite struct RelayInspectionTests {

    @Test func `a relay is a line and two tables, and can be encoded`() throws {
        #expect(
            "\(relayInspection)" == """
                relay 000000000000000a at 127.0.0.1:6379: publishing is disconnected for 2.0 s, 3 reconnects
                PUBLICATIONS
                stream  state       waiting  on the way  confirmed  dropped  unpublishable  refused  resent
                sky     publishing  1        2           3          4        5              6        7
                sky     cut off     10       20          30         40       50             0        70
                SUBSCRIPTIONS
                stream  connection  position  delivered  waiting  missing  undecodable  foreign  reconnects  entries behind  seconds behind
                "a\\b"   connected   1-2       3          4        6        7            8        1           5               2.5
                "a\\b"   connected   1-2       3          4        6        7            8        1           ?               ?
                "a\\b"   connected   1-2       3          4        6        7            8        1           7               3.5
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
}

/// A relay with publications and subscriptions of one stream each.
let relayInspection = RelayInspection(
    publisher: RelayPublisher(number: 10), server: "127.0.0.1:6379", connection: .disconnected(seconds: 2),
    reconnects: 3,
    publications: [
        inspection(waiting: 1, onTheWay: 2, confirmed: 3, dropped: 4, unpublishable: 5, refused: 6, resent: 7),
        inspection(.cutOff, waiting: 10, onTheWay: 20, confirmed: 30, dropped: 40, unpublishable: 50, resent: 70),
    ],
    subscriptions: [subscription(behind: 5), subscription(behind: nil), subscription(behind: 7)])

private func subscription(behind count: Int?) -> SubscriptionInspection {
    SubscriptionInspection(
        stream: "\"a\\b\"", connection: .connected, reconnects: 1, position: RelayID("1-2"), delivered: 3, waiting: 4,
        gaps: 5, missing: 6, undecodable: 7, foreign: 8, entriesBehind: count,
        secondsBehind: count.map { Double($0) / 2 }, secondsSinceAnswer: 0.5)
}
