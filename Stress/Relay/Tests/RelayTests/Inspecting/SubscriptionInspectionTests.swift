import Foundation
import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

@Suite struct SubscriptionInspectionTests {

    @Test func `a subscription tells where it is, what it has delivered and what's missing`() async throws {
        let server = try RedisServer(), relay = server.relay(), problems = relay.problems.recorded()
        let sky = Messenger<Int>(), publication = relay.publish(sky, to: "sky", buffering: .oldest(100))
        server.pause()
        let remote: RemoteMessages<Int> = relay.subscribe("sky", from: .start)
        #expect(remote.inspectSubscription().connection == .idle)
        #expect(remote.inspectSubscription().position == nil)
        server.resume()
        let received = remote.recorded()
        for number in 1...50 { sky.send(number) }
        await received.expectNext(1...50)
        try server.client().ask("XADD", "sky", "*", "of", "someone else")
        try server.client().ask("XADD", "sky", "*", "m", "2 1", "d", "x")
        await until("all is read") {
            let state = remote.inspectSubscription()
            return state.foreign + state.undecodable == 2 && state.entriesBehind == 0
        }
        let state = remote.inspectSubscription()
        #expect(state.connection == .connected && state.delivered == 50 && state.reconnects == 0)
        #expect(state.waiting == 0 && state.gaps == 0 && state.missing == 0)
        #expect(state.position.map { $0 > remote.latestID ?? .max } == true)
        #expect(state.secondsBehind == 0 && state.secondsSinceAnswer != nil)
        server.kill()
        await until("it's noticed") {
            if case .disconnected = remote.inspectSubscription().connection { true } else { false }
        }
        for number in 51...5000 { sky.send(number) }
        try server.start()
        await until("there's room again") { publication.isDone }
        sky.send(5001)
        await until("the last one is read") { received.messages.last == 5001 }
        await until("it's known") { remote.inspectSubscription().delivered == received.messages.count }
        let later = remote.inspectSubscription()
        #expect(later.connection == .connected && later.reconnects == 1)
        #expect(later.gaps > 0 && later.missing + later.delivered == 5001)
        remote.stop()
        #expect(remote.inspectSubscription().connection == .closed)
        received.ignoreRest()
        problems.ignoreRest()
    }

    @Test func `subscriptions of one stream count apart`() async throws {
        let server = try RedisServer(), relay = server.relay(), sky = Messenger<Int>()
        let first: RemoteMessages<Int> = relay.subscribe("sky", from: .start), received = first.recorded()
        let second: RemoteMessages<String> = relay.subscribe("sky", from: .start), texts = second.recorded()
        relay.publish(sky, to: "sky")
        for number in 1...3 { sky.send(number) }
        await received.expectNext(1...3)
        await until("both have read") {
            [first.inspectSubscription(), second.inspectSubscription()].allSatisfy {
                $0.delivered + $0.undecodable == 3
            }
        }
        #expect(first.inspectSubscription().undecodable == 0)
        #expect(second.inspectSubscription().undecodable == 3)
        #expect(relay.inspect().subscriptions.map(\.undecodable) == [0, 3])
        texts.ignoreRest()
    }

    @Test func `a slow hop is behind the end of the stream, by as many entries as there are`() async throws {
        let server = try RedisServer(), relay = server.relay(), place = ManualPlace(), dog = FreeObserver()
        let sky = Messenger<Int>(), publication = relay.publish(sky, to: "sky")
        for number in 1...5000 { sky.send(number) }
        await until("all is confirmed") { publication.isDone }
        let remote: RemoteMessages<Int> = relay.subscribe("sky", from: .start, room: 10)
        dog.observe(remote, on: place) { _ in }
        await until("there's no room") {
            let state = remote.inspectSubscription()
            return state.waiting >= 10 && state.waiting == state.delivered
        }
        let state = remote.inspectSubscription()
        #expect(state.entriesBehind == 5000 - state.delivered)
        #expect(state.secondsBehind.map { $0 >= 0 } == true)

        // The subscription asks again while it waits for room.
        for number in 1...5000 { sky.send(number) }
        await until("all is confirmed") { publication.isDone }
        await until("it asks again") { remote.inspectSubscription().entriesBehind == 10_000 - state.delivered }
        await until("all is read") {
            place.runAll()
            return remote.inspectSubscription().entriesBehind == 0
        }
        #expect(remote.inspectSubscription().delivered == 10_000)
        dog.stopObserving()
    }

    @Test func `a user who may not ask is behind by an unknown number, and reads on`() async throws {
        let server = try RedisServer(), client = try server.client(), place = ManualPlace(), dog = FreeObserver()
        try client.ask("ACL", "SETUSER", "ann", "on", ">secret", "~*", "+xread", "+xrevrange")
        let publishing = server.relay(), sky = Messenger<Int>(), publication = publishing.publish(sky, to: "sky")
        for number in 1...1000 { sky.send(number) }
        await until("all is confirmed") { publication.isDone }
        let relay = server.relay { ($0.user, $0.password) = ("ann", "secret") }, problems = relay.problems.recorded()
        let remote: RemoteMessages<Int> = relay.subscribe("sky", from: .start, room: 10)
        dog.observe(remote, on: place) { _ in }
        await until("there's no room") { remote.inspectSubscription().waiting >= 10 }
        #expect(remote.inspectSubscription().entriesBehind == nil)
        #expect(remote.inspectSubscription().secondsBehind == nil)
        await until("all is read") {
            place.runAll()
            return remote.inspectSubscription().entriesBehind == 0
        }
        #expect(remote.inspectSubscription().delivered == 1000)
        #expect(remote.inspectSubscription().reconnects == 0)
        problems.expectNothingMore()
        dog.stopObserving()
    }

    @Test func `entries that are too large to be asked for are read all the same`() async throws {
        let server = try RedisServer(), relay = server.relay(), sky = Messenger<[UInt8]>()
        let publication = relay.publish(sky, to: "sky", as: BytesCoding()), problems = relay.problems.recorded()
        for _ in 0..<40 { sky.send([UInt8](repeating: 1, count: 1 << 20)) }
        await until("all is confirmed") { publication.isDone }
        let remote = relay.subscribe("sky", from: .start, as: BytesCoding()), sizes = remote.map(\.count)
        let received = sizes.recorded()
        await received.expectNext(Array(repeating: 1 << 20, count: 40))
        await until("all is read") { remote.inspectSubscription().entriesBehind == 0 }
        problems.expectNothingMore()
    }

    @Test func `a subscription is a line of text, and can be encoded`() throws {
        let all = SubscriptionInspection(
            stream: "sky", connection: .disconnected(seconds: 1.26), reconnects: 1, position: RelayID("3-4"),
            delivered: 5, waiting: 6, gaps: 1, missing: 7, undecodable: 8, foreign: 9, entriesBehind: 10,
            secondsBehind: 1.5, secondsSinceAnswer: 0.5)
        #expect(
            "\(all)"
                == "sky: disconnected for 1.3 s, at 3-4, 5 delivered, 6 waiting, 7 missing, 8 undecodable, 9 foreign, 1 reconnect, 10 entries and 1.5 s behind"
        )
        #expect(try JSONDecoder().decode(SubscriptionInspection.self, from: JSONEncoder().encode(all)) == all)
        let none = SubscriptionInspection(
            stream: "sea\n", connection: .idle, reconnects: 0, position: nil, delivered: 0, waiting: 0, gaps: 0,
            missing: 0, undecodable: 0, foreign: 0, entriesBehind: nil, secondsBehind: nil, secondsSinceAnswer: nil)
        #expect(
            "\(none)" == "sea : not connected yet, 0 delivered, 0 waiting, 0 missing, ? entries and ? s behind")
        #expect(try JSONDecoder().decode(SubscriptionInspection.self, from: JSONEncoder().encode(none)) == none)
    }
}
