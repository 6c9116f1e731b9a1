import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

/// Streams that keep messages for a time.
@Suite struct RetentionTests {

    /// A server that drops single entries instead of whole blocks.
    private func exactServer() throws -> RedisServer {
        try RedisServer(options: ["--stream-node-max-entries", "1"])
    }

    /// Adds an entry of that age, by the server's clock.
    private func add(age: Duration, to stream: String, _ client: Client) throws {
        let now = try client.ask("TIME").list[0].text
        let time = try #require(UInt64(now)) - UInt64(age.components.seconds)
        try client.ask("XADD", stream, "\(time)000-0", "name", "value")
    }

    @Test func `messages of the time are kept, and older ones dropped`() async throws {
        let server = try exactServer(), client = try server.client(), relay = server.relay()
        for seconds in [4000, 3700, 3500, 100] { try add(age: .seconds(seconds), to: "sky", client) }
        let sky = Messenger<Int>(), publication = relay.publish(sky, to: "sky", keeping: .for(.seconds(3600)))
        sky.send(1)
        await until("it's confirmed") { publication.isDone }

        // Before an id is known, nothing is dropped.
        #expect(try client.ask("XLEN", "sky").number == 5)
        sky.send(2)
        await until("it's confirmed") { publication.isDone }
        #expect(try client.ask("XLEN", "sky").number == 4)
        #expect(await relay.close(within: .hangLimit).isEmpty)
    }

    @Test func `the age of messages is that of the stream, and not of this machine's clock`() async throws {
        let server = try exactServer(), client = try server.client(), relay = server.relay()

        // So new ids are from the year 2255.
        try client.ask("XADD", "sky", "8999999000000-0", "name", "value")
        try client.ask("XADD", "sky", "9000000000000-0", "name", "value")
        let sky = Messenger<Int>(), publication = relay.publish(sky, to: "sky", keeping: .for(.seconds(999)))
        for number in 1...2 {
            sky.send(number)
            await until("it's confirmed") { publication.isDone }
        }
        let ids = try client.ask("XRANGE", "sky", "-", "+").list.map { $0.list[0].text }
        #expect(ids == ["9000000000000-0", "9000000000000-1", "9000000000000-2"])
        #expect(await relay.close(within: .hangLimit).isEmpty)
    }

    @Test func `a stream that began anew isn't trimmed by ids from before`() async throws {
        let server = try exactServer(), client = try server.client(), relay = server.relay()
        let problems = relay.problems.recorded()
        try client.ask("XADD", "sky", "9000000000000-0", "name", "value")
        let sky = Messenger<Int>(), publication = relay.publish(sky, to: "sky", keeping: .for(.seconds(3600)))
        sky.send(1)
        await until("it's confirmed") { publication.isDone }
        server.kill()
        await problems.nextLoss(of: .publishing)
        try server.start()
        await problems.next { $0 == .reconnected(.publishing) }
        for number in 2...3 {
            sky.send(number)
            await until("it's confirmed") { publication.isDone }
        }
        let remote: RemoteMessages<Int> = relay.subscribe("sky", from: .start), received = remote.recorded()
        await received.expectNext(2...3)
        problems.ignoreRest()
        #expect(await relay.close(within: .hangLimit).isEmpty)
    }

    @Test func `an older server gets no message, and loses none`() {
        let world = World(seed: 1), problems = ProblemLine(), told = problems.messenger.recorded()
        world.calmDown()
        world.server.comparesIDs = false
        let actor = PublishingActor(world, keeping: .for(.seconds(1)), problems)
        world.add(Upgrade(world, after: told))
        actor.send(3)
        for _ in 0..<4 { actor.act() }
        #expect(world.messages(of: History.stream) == [actor.publisher: [1, 2, 3]])
        let reason =
            "ERR Invalid stream ID specified as stream command argument (to keep messages of sky for a duration, the server must be Redis 6.2 or Valkey; with an older server, keep a number of messages)"
        #expect(told.takeAll() == [.blocked(reason: reason)])
        actor.end()
    }

    @Test(arguments: [ServerRefusal.full, .replica, .loading])
    func `a server that doesn't tell how old it is is asked again`(_ refusal: ServerRefusal) {
        let world = World(seed: 1), problems = ProblemLine(), told = problems.messenger.recorded()
        world.calmDown()
        world.server.comparesIDs = false
        let actor = PublishingActor(world, keeping: .for(.seconds(1)), problems)
        world.add(Upgrade(world, after: told))
        var count = 0
        world.server.refusal = {
            // The first seven commands are for the takeover.
            count += 1
            return count == 8 ? refusal : nil
        }
        actor.send(3)
        for _ in 0..<4 { actor.act() }
        #expect(world.messages(of: History.stream) == [actor.publisher: [1, 2, 3]])
        let kinds = told.takeAll().map { if case .delayed = $0 { "delayed" } else { $0.isBlocked ? "blocked" : "" } }
        #expect(kinds.filter { !$0.isEmpty } == ["delayed", "blocked"])
        actor.end()
    }

    @Test func `without the permission, messages are refused as always`() {
        let world = World(seed: 1), problems = ProblemLine(), told = problems.messenger.recorded()
        world.calmDown()
        let actor = PublishingActor(world, keeping: .for(.seconds(1)), problems)
        world.server.refusal = { .command(.xadd) }
        actor.send(3)
        for _ in 0..<4 { actor.act() }
        #expect(told.messages.count == 1)
        guard case .refused(History.stream, count: 3, _) = told.takeAll().first else {
            Issue.record("The refusal isn't reported.")
            return
        }
        actor.end()
    }
}

/// Replaces the server by a newer one after the relay has reported a problem.
private final class Upgrade: Actor {

    var isActing = false
    private let world: World
    private let problems: Recording<RelayProblem>

    init(_ world: World, after problems: Recording<RelayProblem>) {
        self.world = world
        self.problems = problems
    }

    func act() { if problems.messages.contains(where: \.isBlocked) { world.server.comparesIDs = true } }
    func forgetKey() {}
}

extension RelayProblem {
    fileprivate var isBlocked: Bool { if case .blocked = self { true } else { false } }
}
