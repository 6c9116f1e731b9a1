import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

@Suite struct ConsumerEndTests {

    /// A lease that is longer than any test.
    private static let lease = Duration.seconds(3600)

    @Test func `a stop waits for handlers, and leaves nothing on the server`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), tally = Tally(), gate = AsyncGate()
        let consumer = relay.consume(stream, inGroup: "g", from: .start) { (number: Int) in
            await tally.add(number) { await gate.pass() }
        }
        await relay.publish([1, 2], to: stream)
        await until("the first one runs") { tally.count == 1 }
        let stop = Task { await consumer.stop(within: .hangLimit) }
        await until("it's stopping") { consumer.thread.withShared { $0.isStopping } }
        gate.open()
        #expect(await stop.value == 0)
        let client = try SharedServer.client()
        #expect(try client.pendingCount(stream, "g") == 0 && client.consumers(stream, "g").isEmpty)
        #expect(tally.numbers == [1] && !consumer.inspect().isConnected)
        #expect(await consumer.stop(within: .hangLimit) == 0)
    }

    @Test(arguments: [false, true])
    func `a handler that's stuck is cancelled, and others handle its message at once`(closesRelay: Bool) async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), tally = Tally(), gate = AsyncGate()
        let cancelled = Tally()
        let consumer = relay.consume(stream, inGroup: "g", from: .start, attempts: 1, lease: Self.lease) {
            (number: Int) in
            await withTaskCancellationHandler {
                await tally.add(number) { await gate.pass() }
            } onCancel: {
                cancelled.add(number)
            }
        }
        await SharedServer.relay().publish([1], to: stream)
        await until("it runs") { tally.count == 1 }
        if closesRelay {
            #expect(await relay.close(within: .milliseconds(40)).isEmpty)
        } else {
            #expect(await consumer.stop(within: .milliseconds(40)) == 1)
        }
        await until("it's over") { consumer.thread.isOver }
        #expect(cancelled.numbers == [1])
        let other = SharedServer.relay(), others = Tally()
        let second = other.consume(stream, inGroup: "g", attempts: 1, lease: Self.lease) { (number: Int) in
            others.add(number)
        }
        await until("the other one has handled it") { others.count == 1 }
        let client = try SharedServer.client()
        try await until("it's acknowledged") { try client.pendingCount(stream, "g") == 0 }
        #expect(try client.ask("EXISTS", "{\(stream)}:dead").number == 0)
        gate.open()
        withExtendedLifetime(second) {}
    }

    @Test func `a relay publishes what handlers send while it's closed`() async throws {
        let stream = SharedServer.stream(), packed = SharedServer.stream("packed"), relay = SharedServer.relay()
        let results = Messenger<Int>(), tally = Tally(), gate = AsyncGate()
        relay.publish(results, to: packed)
        let consumer = relay.consume(stream, inGroup: "g", from: .start) { (number: Int) in
            await tally.add(number) { await gate.pass() }
            results.send(number)
        }
        await SharedServer.relay().publish([1], to: stream)
        await until("it runs") { tally.count == 1 }
        let close = Task { await relay.close(within: .hangLimit) }
        await until("it's stopping") { consumer.thread.withShared { $0.isStopping } }
        gate.open()
        #expect(await close.value.isEmpty)
        let reading = SharedServer.relay(), remote: RemoteMessages<Int> = reading.subscribe(packed, from: .start)
        let received = remote.recorded()
        await received.expectNext([1])
        #expect(try SharedServer.client().pendingCount(stream, "g") == 0)
    }

    @Test func `a consumer of a closed relay ends at once`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay()
        await relay.close(within: .hangLimit)
        let consumer = relay.consume(stream, inGroup: "g") { (_: Int) in }
        await until("it's over") { consumer.thread.isOver }
        await #expect(throws: (any Error).self) { try await consumer.begun.value }
        #expect(try SharedServer.client().ask("EXISTS", stream).number == 0)
    }

    @Test func `a relay that dies returns messages, and a server that's away doesn't hold up the end`() async throws {
        let server = try RedisServer(), tally = Tally(), gate = AsyncGate(), client = try server.client()
        await server.relay().publish([1], to: "sky")
        var consumer: GroupConsumer?
        do {
            let relay = server.relay()
            consumer = relay.consume("sky", inGroup: "g", from: .start, lease: Self.lease) { (number: Int) in
                await tally.add(number) { await gate.pass() }
            }
            await until("it runs") { tally.count == 1 }
        }
        await until("it's over") { consumer?.thread.isOver ?? false }
        #expect(try client.consumers("sky", "g") == ["returned"])

        let relay = server.relay()
        let second = relay.consume("sky", inGroup: "g", lease: Self.lease) { (number: Int) in
            await tally.add(number) { await gate.pass() }
        }
        await until("it runs again") { tally.calls(with: 1) == 2 }
        server.pause()
        #expect(await second.stop(within: .milliseconds(20)) == 1)
        server.resume()
        gate.open()
        await until("it's over") { second.thread.isOver }
    }

    @Test(arguments: [false, true])
    func `many consumers of a silent server don't add up to a long close`(isBlocking: Bool) async {
        // In its own process, no other test blocks the threads on which a task resumes.
        await #expect(processExitsWith: .success) { [isBlocking = isBlocking as Bool] in
            let server = try RedisServer(), relay = server.relay { $0.patience = .seconds(600) }
            let consumers = (0..<100).map { relay.consume("sky", inGroup: "\($0)") { (_: Int) in } }
            for consumer in consumers { try await consumer.begun.value }
            server.pause()
            let start = ContinuousClock.now
            if isBlocking {
                _ = await onThread { relay.close(within: .zero) }
            } else {
                await relay.close(within: .zero)
            }
            // A second for each would add up to 100 seconds.
            precondition(ContinuousClock.now - start < .seconds(60), "\(ContinuousClock.now - start)")
            server.resume()
        }
    }

    @Test func `names of consumers that died long ago are deleted, unless they have messages`() async throws {
        #expect(ClaimSchedule.isDead(("00000000000000ab", 0, 90_000_000)))
        #expect(!ClaimSchedule.isDead(("00000000000000ab", 1, 90_000_000)))
        #expect(!ClaimSchedule.isDead(("00000000000000ab", 0, 80_000_000)))
        #expect(!ClaimSchedule.isDead(("returned", 0, 90_000_000)))
    }
}
