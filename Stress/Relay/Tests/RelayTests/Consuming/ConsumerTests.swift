import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

@Suite struct ConsumerTests {

    @Test func `two consumers share the messages, and each message is handled once`() async throws {
        let stream = SharedServer.stream(), relays = [SharedServer.relay(), SharedServer.relay()]
        let problems = relays.map { $0.problems.recorded() }, tallies = [Tally(), Tally()], gate = AsyncGate()
        let consumers = zip(relays, tallies).map { relay, tally in
            relay.consume(stream, inGroup: "packers", from: .start, atOnce: 4) { (number: Int) in
                await tally.add(number) {
                    if number == 0 { await gate.pass() }
                }
            }
        }
        await SharedServer.relay().publish(0..<2000, to: stream)
        await until("both have handled some, and all are handled") {
            if tallies.allSatisfy({ $0.count > 10 }) { gate.open() }
            return tallies[0].count + tallies[1].count == 2000
        }
        let client = try SharedServer.client()
        try await until("all is acknowledged") { try client.pendingCount(stream, "packers") == 0 }
        let all = tallies[0].numbers + tallies[1].numbers
        #expect(all.sorted() == Array(0..<2000))
        #expect(tallies.allSatisfy { $0.mostRunning <= 4 })
        let states = consumers.map { $0.inspect() }
        #expect(states.map(\.handled).reduce(0, +) == 2000 && states.allSatisfy(\.isConnected))
        for problems in problems { problems.expectNothingMore() }
    }

    @Test func `one consumer that handles one message at once keeps the order`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), tally = Tally()
        let consumer = relay.consume(stream, inGroup: "g", from: .start) { (number: Int) in tally.add(number) }
        await SharedServer.relay().publish(0..<500, to: stream)
        await until("all are handled") { tally.count == 500 }
        #expect(tally.numbers == Array(0..<500))
        withExtendedLifetime(consumer) {}
    }

    @Test func `a consumer without a free place leaves the rest to the others`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), busy = Tally(), gate = AsyncGate()
        let stuck = relay.consume(stream, inGroup: "g", from: .start, atOnce: 2) { (number: Int) in
            await busy.add(number) { await gate.pass() }
        }
        await SharedServer.relay().publish(0..<100, to: stream)
        await until("two handlers run") { busy.count == 2 }
        let others = Tally(), relay2 = SharedServer.relay()
        let other = relay2.consume(stream, inGroup: "g", from: .start) { (number: Int) in others.add(number) }
        await until("the other one has handled the rest") { others.count == 98 }
        #expect(busy.numbers.sorted() == [0, 1] && stuck.inspect().running == 2)
        gate.open()
        await until("the first ones are acknowledged") {
            stuck.inspect().handled == 2 && stuck.inspect().unconfirmed == 0
        }
        #expect(busy.exceptions().isEmpty && others.exceptions().isEmpty && busy.count == 2)
        withExtendedLifetime(other) {}
    }

    @Test func `two groups get all messages each`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), tallies = ["a": Tally(), "b": Tally()]
        let consumers = tallies.map { group, tally in
            relay.consume(stream, inGroup: group, from: .start, atOnce: 8) { (number: Int) in tally.add(number) }
        }
        await relay.publish(0..<100, to: stream)
        await until("both have all") { tallies.values.allSatisfy { $0.count == 100 } }
        withExtendedLifetime(consumers) {}
    }

    @Test func `a group that begins now handles what is sent after it has begun`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), tally = Tally()
        await relay.publish([1], to: stream)
        let consumer = relay.consume(stream, inGroup: "g") { (number: Int) in tally.add(number) }
        try await consumer.begun.value
        await SharedServer.relay().publish([2], to: stream)
        await until("it's handled") { tally.count == 1 }
        #expect(tally.numbers == [2])
    }

    @Test func `a handler that takes longer than the lease isn't called again elsewhere`() async throws {
        let server = try RedisServer(), client = try server.client(), relay = server.relay(), tally = Tally()
        let gate = AsyncGate(), lease = Duration.seconds(4), others = Tally()
        await relay.publish([1], to: "sky")
        let slow = relay.consume("sky", inGroup: "g", from: .start, lease: lease) { (number: Int) in
            await tally.add(number) { await gate.pass() }
        }
        await until("the handler runs") { tally.count == 1 }
        let relay2 = server.relay()
        let other = relay2.consume("sky", inGroup: "g", from: .start, lease: lease) { (number: Int) in
            others.add(number)
        }
        // The consumer without room doesn't look, and the other one looks once per second.
        let looks = try client.calls(of: "xautoclaim")
        try await until("the other one has looked for two leases") {
            try client.calls(of: "xautoclaim") >= looks + 10
        }
        gate.open()
        try await until("it's acknowledged") { try client.pendingCount("sky", "g") == 0 }
        #expect(tally.numbers == [1] && others.count == 0)
        withExtendedLifetime((slow, other)) {}
    }

    @Test func `the handler and what it captures die with the consumer`() async throws {
        final class Captured: Sendable {}
        let stream = SharedServer.stream(), relay = SharedServer.relay()
        weak var weakCaptured: Captured?
        weak var weakThread: ConsumerThread?
        do {
            let captured = Captured(), tally = Tally()
            weakCaptured = captured
            let consumer = relay.consume(stream, inGroup: "g", from: .start) { (number: Int) in
                tally.add(number)
                withExtendedLifetime(captured) {}
            }
            weakThread = consumer.thread
            await relay.publish([1], to: stream)
            await until("it's handled") { tally.count == 1 }
        }
        await until("it's gone") { weakCaptured == nil }
        let client = try SharedServer.client()
        try await until("its name is gone, and nothing is pending") {
            try client.consumers(stream, "g").isEmpty && client.pendingCount(stream, "g") == 0
        }
        await relay.close(within: .hangLimit)
        await until("the thread is gone") { weakThread?.isOver ?? true }
    }
}
