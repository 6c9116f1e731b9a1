import Foundation
import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

@Suite struct PublicationInspectionTests {

    @Test func `each message counts where it is, while the server is away and when it's back`() async throws {
        let server = try RedisServer(), relay = server.relay(), problems = relay.problems.recorded()
        let sky = Messenger<Int>()
        let publication = relay.publish(sky, to: "sky", buffering: .newest(100), as: PickyCoding())
        #expect(publication.inspect() == inspection())
        #expect(relay.inspect().connection == .idle)
        for number in [1, 2, -1] { sky.send(number) }
        await until("it's confirmed") { publication.isDone }
        #expect(publication.inspect() == inspection(confirmed: 2, unpublishable: 1))
        #expect(relay.inspect().connection == .connected)
        server.kill()
        await problems.nextLoss(of: .publishing)
        for number in 1...5000 { sky.send(number) }

        // The publishing thread may have taken some messages before it waits for the server.
        await until("the relay waits for the server") {
            let state = publication.inspect()
            return state.waiting == 100 && state.waiting + state.onTheWay + state.dropped == 5000
        }
        let away = publication.inspect()
        #expect(away.state == .publishing && away.confirmed == 2 && away.dropped > 0)
        guard case .disconnected(let seconds) = relay.inspect().connection else {
            Issue.record("It's not disconnected.")
            return
        }
        #expect(seconds >= 0)
        try server.start()
        await until("it's confirmed") { publication.isDone }
        let back = publication.inspect()
        #expect(back.waiting == 0 && back.onTheWay == 0 && back.confirmed + back.dropped == 5002)
        #expect(try server.client().ask("XLEN", "sky").number == back.confirmed - 2 + 1)
        #expect(relay.inspect().connection == .connected)
        #expect(relay.inspect().reconnects == 1)
        problems.ignoreRest()
    }

    @Test func `messages that are sent again are counted`() async throws {
        let server = try RedisServer(), relay = server.relay { $0.patience = .milliseconds(50) }
        let problems = relay.problems.recorded(), sky = Messenger<Int>()
        let publication = relay.publish(sky, to: "sky")
        sky.send(0)
        await until("it's confirmed") { publication.isDone }
        #expect(publication.inspect().resent == 0)
        server.pause()
        sky.send(1)
        await problems.nextLoss(of: .publishing)
        server.resume()
        await until("it's confirmed") { publication.isDone }

        // The server has got the message through the old connection, or only through the new one.
        let stopped = publication.inspect()
        #expect(stopped.confirmed == 2)
        try server.client().ask("CONFIG", "SET", "maxmemory", "1")
        sky.send(2)
        await until("it's sent again") { publication.inspect().resent > stopped.resent }
        #expect(publication.inspect().onTheWay == 1)
        try server.client().ask("CONFIG", "SET", "maxmemory", "0")
        await until("it's confirmed") { publication.isDone }
        #expect(publication.inspect().confirmed == 3)
        problems.ignoreRest()
    }

    @Test func `messages that the server rejects are counted`() async throws {
        let server = try RedisServer(), relay = server.relay(), problems = relay.problems.recorded()
        try server.client().ask("SET", "sky", "no stream")
        let sky = Messenger<Int>(), publication = relay.publish(sky, to: "sky")
        for number in 1...3 { sky.send(number) }
        await until("they're rejected") { publication.isDone }
        #expect(publication.inspect() == inspection(refused: 3))
        problems.ignoreRest()
    }

    @Test func `a publication tells why it publishes no more`() async throws {
        let server = try RedisServer()
        server.kill()
        let relay = server.relay(), problems = relay.problems.recorded(), sky = Messenger<Int>()
        let cutOff = relay.publish(sky, to: "cut off", buffering: .upTo(10))
        let stopped = relay.publish(sky, to: "stopped")
        var dying: Messenger<Int>? = Messenger()
        let over = relay.publish(dying!, to: "over"), publishing = relay.publish(sky, to: "publishing")
        sky.send(0)
        await problems.nextLoss(of: .publishing)
        for number in 1...5000 { sky.send(number) }
        stopped.stop()
        dying = nil
        #expect(
            [cutOff, stopped, over, publishing].map { $0.inspect().state } == [.cutOff, .stopped, .over, .publishing])
        #expect(relay.inspect().publications.map(\.stream) == ["cut off", "stopped", "over", "publishing"])
        await relay.close(within: .zero)
        await until("all are over") { publishing.inspect().state == .over }
        #expect(cutOff.inspect().state == .cutOff)
        #expect(relay.inspect().connection == .closed)
        problems.ignoreRest()
    }

    @Test func `publications of one stream count apart, and superseded values aren't dropped`() async throws {
        let server = try RedisServer(), relay = server.relay(), problems = relay.problems.recorded()
        let sky = Messenger<Int>(), sea = Messenger<Int>()
        let skies = relay.publish(sky, to: "all"), seas = relay.publish(sea, to: "all")
        for number in 1...3 { sky.send(number) }
        sea.send(1)
        await until("all is confirmed") { skies.isDone && seas.isDone }
        #expect([skies, seas].map { $0.inspect().confirmed } == [3, 1])
        let limit = relay.shared("limit", initially: 0)
        _ = try await limit.begun.value
        server.kill()
        await problems.nextLoss(of: .publishing)
        for number in 1...100 { limit.value = number }
        try server.start()
        await until("the value is confirmed") {
            relay.inspect().publications.last.map { $0.confirmed > 0 && $0.waiting + $0.onTheWay == 0 } == true
        }
        #expect(relay.inspect().publications.last?.stream == "limit")
        #expect(relay.inspect().publications.last?.dropped == 0)
        #expect(relay.inspect().subscriptions.map(\.stream) == ["limit"])
        problems.ignoreRest()
    }

    @Test func `a publication is a line of text, and can be encoded`() throws {
        let all = inspection(
            stream: "sky\n", .cutOff, waiting: 1, onTheWay: 2, confirmed: 3, dropped: 4, unpublishable: 5, refused: 6,
            resent: 7)
        #expect(
            "\(all)"
                == "sky : cut off, 1 waiting, 2 in flight, 3 confirmed, 4 dropped, 5 unpublishable, 6 refused, 7 resent"
        )
        #expect(try JSONDecoder().decode(PublicationInspection.self, from: JSONEncoder().encode(all)) == all)
    }
}

func inspection(
    stream: String = "sky", _ state: PublicationInspection.State = .publishing, waiting: Int = 0, onTheWay: Int = 0,
    confirmed: Int = 0, dropped: Int = 0, unpublishable: Int = 0, refused: Int = 0, resent: Int = 0
) -> PublicationInspection {
    PublicationInspection(
        stream: stream, state: state, waiting: waiting, onTheWay: onTheWay, confirmed: confirmed, dropped: dropped,
        unpublishable: unpublishable, refused: refused, resent: resent)
}
