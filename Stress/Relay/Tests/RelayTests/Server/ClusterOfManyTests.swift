import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

/// A cluster of three masters. The tests run serially, since each starts several servers.
@Suite(.serialized) struct ClusterOfManyTests {

    @Test func `streams of all nodes are published and read, and no detour is a problem`() async throws {
        let cluster = try await RedisCluster(), relay = cluster.relay(), problems = relay.problems.recorded()
        let names = (0..<3).map { cluster.stream(on: $0) } + ["a}b", "{}"],
            messengers = names.map { _ in Messenger<Int>() }
        let remotes: [RemoteMessages<Int>] = names.map { relay.subscribe($0, from: .start) }
        let received = remotes.map { $0.recorded() }
        for (name, messenger) in zip(names, messengers) { relay.publish(messenger, to: name) }
        for number in 1...500 { for messenger in messengers { messenger.send(number) } }
        for recording in received { await recording.expectNext(1...500) }
        #expect(await relay.close(within: .hangLimit).isEmpty)
        problems.expectNothingMore()
    }

    @Test func `a stream that has moved is found without a problem`() async throws {
        let cluster = try await RedisCluster(), relay = cluster.relay(), problems = relay.problems.recorded()
        let stream = cluster.stream(on: 0), sky = Messenger<Int>(), publication = relay.publish(sky, to: stream)
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start), received = remote.recorded()
        for (index, number) in (1...6).enumerated() {
            sky.send(number)
            await received.expectNext([number])
            await until("it's confirmed") { publication.isDone }
            try await cluster.move(stream, from: index % 3, to: (index + 1) % 3)
        }
        sky.send(7)
        await received.expectNext([7])
        #expect(await relay.close(within: .hangLimit).isEmpty)
        let seriousProblems = problems.takeAll().filter { problem in
            // While keys move one after the other, the subscription may find its stream missing.
            if case .disconnected(.subscription, let reason) = problem { return !reason.hasPrefix("ASK") }
            return problem != .reconnected(.subscription(stream: stream))
        }
        #expect(seriousProblems == [])
    }

    @Test func `groups of all nodes are consumed, also after a stream has moved`() async throws {
        let cluster = try await RedisCluster(), relay = cluster.relay(), problems = relay.problems.recorded()
        let streams = (0..<3).map { cluster.stream(on: $0) }, tallies = streams.map { _ in Tally() }
        let consumers = zip(streams, tallies).map { stream, tally in
            relay.consume(stream, inGroup: "g", from: .start, atOnce: 8, attempts: 1) { (number: Int) in
                tally.add(number)
                if number == 7 { throw Rejection() }
            }
        }
        for (stream, tally) in zip(streams, tallies) {
            await relay.publish(0..<100, to: stream)
            await until("all are handled") { tally.count == 100 }
        }
        for stream in streams {
            guard case .deadLetter = await problems.next(within: .hangLimit) else {
                Issue.record("The dead letter of \(stream) isn't reported.")
                return
            }
        }
        try await until("all are acknowledged") {
            try zip(streams, cluster.nodes).allSatisfy { try $1.client().pendingCount($0, "g") == 0 }
        }
        problems.expectNothingMore()
        let dead = ConsumerSettings.deadLetters(of: streams[0])
        try await cluster.move(streams[0], from: 0, to: 1)
        await relay.publish(100..<200, to: streams[0])
        await until("all are handled") { tallies[0].count == 200 }
        #expect(tallies.allSatisfy { $0.exceptions().isEmpty })
        #expect(try cluster.nodes[1].client().ask("XLEN", dead).number == 1)
        problems.ignoreRest()
        withExtendedLifetime(consumers) {}
    }

    @Test func `a stream that moves while its messages are handled keeps its group`() async throws {
        let cluster = try await RedisCluster(), relay = cluster.relay(), problems = relay.problems.recorded()
        let stream = cluster.stream(on: 0), tally = Tally(), gate = AsyncGate()
        let consumer = relay.consume(stream, inGroup: "g", from: .start, atOnce: 3) { (number: Int) in
            await tally.add(number) { if number == 1 { await gate.pass() } }
        }
        await relay.publish([1], to: stream)
        await until("it runs") { tally.count == 1 }
        try await cluster.move(stream, from: 0, to: 1)
        await relay.publish([2], to: stream)
        await until("the next one is handled") { consumer.inspect().handled == 1 }
        gate.open()
        let client = try cluster.nodes[1].client()
        try await until("all is acknowledged") { try client.pendingCount(stream, "g") == 0 }
        #expect(tally.numbers == [1, 2] && consumer.inspect().handled == 2)
        #expect(!problems.takeAll().contains(.groupLost(stream: stream, group: "g")))
    }

    @Test func `dead letters of another node are a problem that asks for no cluster`() async throws {
        let cluster = try await RedisCluster(), relay = cluster.relay(), problems = relay.problems.recorded()
        let consumer = relay.consume(cluster.stream(on: 0), inGroup: "g", deadLetters: cluster.stream(on: 1)) {
            (_: Int) in
        }
        guard case .disconnected(.group, let reason) = await problems.next(within: .hangLimit) else {
            Issue.record("It's not disconnected.")
            return
        }
        #expect(reason.hasPrefix("MOVED") && !reason.contains("RelayServer"))
        problems.ignoreRest()
        withExtendedLifetime(consumer) {}
    }

    @Test func `a stream may move while it's written`() async throws {
        let cluster = try await RedisCluster(), stream = cluster.stream(on: 0)
        let fire = Fire(publishing: cluster.relay(), reading: cluster.relay(), stream)
        let count = try await fire.rage {
            for index in 0..<3 {
                try await cluster.move(stream, from: index % 3, to: (index + 1) % 3) {
                    // So some messages arrive while only a part of the slot has moved.
                    for _ in 0..<10 { await Task.yield() }
                }
            }
        }
        await fire.expect(count, gap: 0)
        // Each message once, and the position at the end.
        #expect(try cluster.nodes[0].client().ask("XLEN", stream).number == count + 1)
    }

    @Test func `subscriptions of a slot that's being moved are disconnected until it has moved, and get everything`()
        async throws
    {
        let cluster = try await RedisCluster(), publishing = cluster.relay(), reading = cluster.relay()
        let sky = cluster.stream(on: 0), streams = [sky, "{\(sky.hashTag)}sea"], numbers = Messenger<Int>()
        let remotes: [RemoteMessages<Int>] = streams.map { reading.subscribe($0, from: .start) }
        let received = remotes.map { $0.recorded() }, problems = reading.problems.recorded()
        for stream in streams { publishing.publish(numbers, to: stream) }
        numbers.send(0)
        for recording in received { await recording.expectNext([0]) }
        let source = try cluster.nodes[0].client(), slot = "\(sky.hashTag.slot)"
        var count = 1
        try await cluster.move(sky, from: 0, to: 1) {
            numbers.send(count)
            count += 1
            if try source.ask("CLUSTER", "COUNTKEYSINSLOT", slot).number > 0 { return }
            for _ in streams {
                await problems.next { problem in
                    if case .disconnected(.subscription, let reason) = problem {
                        reason.hasPrefix("ASK")
                    } else {
                        false
                    }
                }
            }
        }
        for recording in received { await recording.expectNext(1..<count) }
        problems.ignoreRest()
    }

    @Test func `a node that's down holds up no stream of others, also when the relay is closed`() async throws {
        let cluster = try await RedisCluster(), relay = cluster.relay(), problems = relay.problems.recorded()
        let streams = [1, 0, 2].map { cluster.stream(on: $0) }, messengers = streams.map { _ in Messenger<Int>() }
        let remotes: [RemoteMessages<Int>] = streams.map { relay.subscribe($0, from: .start) }
        let received = remotes.map { $0.recorded() }
        for (stream, messenger) in zip(streams, messengers) { relay.publish(messenger, to: stream) }
        for messenger in messengers { messenger.send(1) }
        for recording in received { await recording.expectNext([1]) }
        cluster.nodes[0].kill()
        await problems.next { problem in
            guard case .disconnected(.publishingTag(let tag), let reason) = problem else { return false }
            return tag == streams[1].hashTag && reason.contains("\(cluster.nodes[0].endpoint)")
        }
        for number in 2...3000 { for messenger in messengers { messenger.send(number) } }
        await received[0].expectNext(2...3000)
        await received[2].expectNext(2...3000)
        received[1].expectNothingMore()
        #expect(await relay.close(within: .milliseconds(300)).counts == [streams[1]: 2999])
        for index in [1, 2] {
            // The position at the end is there, too. A busy node that has lost the other one
            // refuses to answer.
            await until("all is there") {
                (try? cluster.nodes[index].client().ask("XLEN", streams[index == 1 ? 0 : 2]).number) == 3001
            }
        }
        problems.ignoreRest()
    }

    @Test func `a node that can't be reached leads to the next one`() async throws {
        let cluster = try await RedisCluster(), nodes = cluster.nodes.map(\.endpoint), stream = cluster.stream(on: 2)
        let relay = Relay(to: RedisCluster.address([.unreachable] + nodes.prefix(1))), sky = Messenger<Int>()
        let problems = relay.problems.recorded()
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start), received = remote.recorded()
        relay.publish(sky, to: stream)
        sky.send(1)
        await received.expectNext([1])
        #expect(await relay.close(within: .hangLimit).isEmpty)
        problems.expectNothingMore()
    }

    @Test func `a node that has lost the others leads to the next one`() async throws {
        let cluster = try await RedisCluster(), stream = cluster.stream(on: 1)
        let lost = try RedisServer(isInCluster: true)
        let relay = Relay(to: RedisCluster.address([lost.endpoint, cluster.nodes[0].endpoint])), sky = Messenger<Int>()
        let problems = relay.problems.recorded()
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start), received = remote.recorded()
        relay.publish(sky, to: stream)
        sky.send(1)
        await received.expectNext([1])
        let told = Set(problems.takeAll())
        #expect(told.contains(.reconnected(.publishingTag(String(stream.hashTag)))))
        #expect(told.contains(.reconnected(.subscription(stream: stream))))
    }

    @Test func `a problem names all nodes that can't be reached`() async throws {
        let nodes: [RelayServer.Endpoint] = [.unreachable, .init(host: "127.0.0.1", port: 2)]
        let relay = Relay(to: RedisCluster.address(nodes)), problems = relay.problems.recorded()
        let remote: RemoteMessages<Int> = relay.subscribe("sky")
        guard case .disconnected(_, let reason) = await problems.next(within: .hangLimit) else {
            Issue.record("It's not disconnected.")
            return
        }
        #expect(reason == "\(nodes[0]): Connection refused; \(nodes[1]): Connection refused")
        withExtendedLifetime(remote) {}
    }

    @Test func `a value is shared by processes that know different nodes`() async throws {
        let cluster = try await RedisCluster(), name = cluster.stream(on: 1)
        let one = cluster.nodes[0].clusterRelay(), two = cluster.nodes[2].clusterRelay()
        let here = one.shared(name, initially: 1), there = two.shared(name, initially: 2)
        _ = try await (here.begun.value, there.begun.value)
        here.value = 3
        await until("it's there") { there.value == 3 }
        try await cluster.move(name, from: 1, to: 2)
        there.value = 4
        await until("it's here") { here.value == 4 }
        for relay in [one, two] { await relay.close(within: .hangLimit) }
    }

    @Test func `a relay that believes in a single server says what it needs`() async throws {
        let cluster = try await RedisCluster(), relay = cluster.nodes[0].relay(), problems = relay.problems.recorded()
        let sky = Messenger<Int>(), remedy = "use `RelayServer(cluster:)`"
        relay.publish(sky, to: cluster.stream(on: 1))
        sky.send(1)
        await problems.next {
            if case .blocked(let reason) = $0 { reason.contains(remedy) } else { false }
        }
        let remote: RemoteMessages<Int> = relay.subscribe(cluster.stream(on: 1))
        await problems.next {
            if case .disconnected(.subscription, let reason) = $0 { reason.contains(remedy) } else { false }
        }
        problems.ignoreRest()
        withExtendedLifetime(remote) {}
    }
}
