import Foundation
import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

@Suite struct CloseTests {

    @Test func `close publishes what waits, on a thread`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), sky = Messenger<Int>()
        relay.publish(sky, to: stream)
        for number in 1...3000 { sky.send(number) }
        let left = await onThread { relay.close(within: .hangLimit) }
        #expect(left.isEmpty && left.count == 0)

        // The stream also contains the position at the end.
        #expect(try SharedServer.client().ask("XLEN", stream).number == 3001)
    }

    @Test func `close tells what is left if the server is down, in time`() async throws {
        let server = try RedisServer()
        server.kill()
        for isBlocking in [true, false] {
            let relay = server.relay(), sky = Messenger<Int>(), sea = Messenger<Int>()
            relay.publish(sky, to: "sky")
            relay.publish(sea, to: "sea")
            for number in 1...5000 { sky.send(number) }
            for number in 1...7 { sea.send(number) }
            let start = ContinuousClock.now
            let left =
                isBlocking
                ? await onThread { relay.close(within: .milliseconds(200)) }
                : await relay.close(within: .milliseconds(200))
            let duration = ContinuousClock.now - start
            #expect(duration >= .milliseconds(150) && duration < .hangLimit / 2)

            #expect(left.description.split(separator: "\n").map { $0.prefix(4) } == ["sea:", "sky:"])
            #expect(await relay.tellsInTheEnd(["sky": 5000, "sea": 7]))
        }
    }

    @Test func `to close a relay again tells the same, at once`() async throws {
        let server = try RedisServer()
        server.kill()
        let relay = server.relay(), sky = Messenger<Int>()
        relay.publish(sky, to: "sky")
        for number in 1...5000 { sky.send(number) }
        let start = ContinuousClock.now
        await relay.close(within: .zero)
        await relay.close(within: .hangLimit)
        _ = await onThread { relay.close(within: .hangLimit) }
        #expect(ContinuousClock.now - start < .hangLimit / 2)
        #expect(await relay.tellsInTheEnd(["sky": 5000]))
    }

    @Test func `many may close a relay at once`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), sky = Messenger<Int>()
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start), received = remote.recorded()
        relay.publish(sky, to: stream)
        for number in 1...1000 { sky.send(number) }
        let start = ContinuousClock.now
        let allLeft = await withTaskGroup(of: RelayRemainder.self) { group in
            for _ in 0..<4 {
                group.addTask { await relay.close(within: .hangLimit) }
                group.addTask { await onThread { relay.close(within: .hangLimit) } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(ContinuousClock.now - start < .hangLimit / 2)
        #expect(allLeft.map(\.count).max() == 0)
        #expect(remote.isClosed)
        received.ignoreRest()
    }

    @Test func `a cancelled task doesn't wait for the close`() async throws {
        let server = try RedisServer()
        server.kill()
        let relay = server.relay(), sky = Messenger<Int>()
        relay.publish(sky, to: "sky")
        sky.send(1)
        let task = Task { await relay.close(within: .hangLimit) }
        task.cancel()
        _ = await task.value
        #expect(await relay.tellsInTheEnd(["sky": 1]))
    }

    @Test func `a relay that did nothing is closed at once`() async throws {
        let start = ContinuousClock.now
        #expect(await SharedServer.relay().close(within: .hangLimit).isEmpty)
        #expect(ContinuousClock.now - start < .hangLimit / 2)
    }

    @Test func `nothing is published or read after the close`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), sky = Messenger<Int>()
        #expect("\(await relay.close(within: .hangLimit))" == "Everything has been published.")
        let remote: RemoteMessages<Int> = relay.subscribe(stream), received = remote.recorded()
        let publication = relay.publish(sky, to: stream)
        sky.send(1)
        #expect(publication.stream == stream)
        await until("it's closed") { remote.isClosed }
        await #expect(throws: (any Error).self) { try await remote.begun.value }
        #expect(await relay.close(within: .hangLimit).isEmpty)
        #expect(try SharedServer.client().ask("EXISTS", stream).number == 0)
        received.expectNothingMore()
    }

    @Test func `a stopped publication publishes no more, and others go on`() async throws {
        let stream = SharedServer.stream(), other = SharedServer.stream("other"), relay = SharedServer.relay()
        let sky = Messenger<Int>(), publication = relay.publish(sky, to: stream)
        relay.publish(sky, to: other)
        let remote: RemoteMessages<Int> = relay.subscribe(other, from: .start), received = remote.recorded()
        sky.send(1)
        await until("it's published") { publication.isDone }
        publication.stop()
        publication.stop()
        sky.send(2)
        await received.expectNext(1...2)
        #expect(await relay.close(within: .hangLimit).isEmpty)
        let remaining = SharedServer.relay(), all: RemoteMessages<Int> = remaining.subscribe(stream, from: .start)
        let receivedAll = all.recorded()
        await receivedAll.expectNext([1])
        receivedAll.expectNothingMore()
    }

    @Test func `what waits is published when the observable dies or is closed`() async throws {
        let server = try RedisServer()
        server.kill()
        let relay = server.relay(), closed = Messenger<Int>()
        do {
            let dying = Messenger<Int>()
            relay.publish(dying, to: "dying")
            relay.publish(closed, to: "closed")
            for number in 1...2500 {
                dying.send(number)
                closed.send(number)
            }
            await closed.close(within: .zero)
        }
        try server.start()
        let reading = server.relay()
        for stream in ["dying", "closed"] {
            let remote: RemoteMessages<Int> = reading.subscribe(stream, from: .start), received = remote.recorded()
            await received.expectNext(1...2500)
        }
        #expect(await relay.close(within: .hangLimit).isEmpty)
    }

    @Test func `a handler that's stuck in a subscription doesn't hold up the close for longer than it may`()
        async throws
    {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), gate = Gate(), sky = Messenger<Int>()
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start), entered = Messenger<Int>()
        let handled = entered.recorded(), dog = FreeObserver()
        dog.observe(remote) { number in
            entered.send(number)
            gate.pass()
        }
        relay.publish(sky, to: stream)
        sky.send(1)
        await handled.expectNext([1])
        let start = ContinuousClock.now
        await onThread { _ = relay.close(within: .milliseconds(100)) }
        #expect(ContinuousClock.now - start < .hangLimit / 2)
        gate.open()
        await until("it's closed") { remote.isClosed }
        dog.stopObserving()
    }

    @Test func `a coding that's stuck doesn't hold up the close for longer than it may`() async throws {
        let gate = Gate(), relay = SharedServer.relay(), sky = Messenger<Int>()
        relay.publish(sky, to: SharedServer.stream(), as: StuckCoding(gate: gate))
        for number in 1...10 { sky.send(number) }
        let left = await relay.close(within: .milliseconds(50))
        #expect(left.count >= 9)
        gate.open()
    }

    private struct StuckCoding: RelayCoding {
        let gate: Gate
        let format = "stuck"
        func encode(_ number: Int) -> [UInt8] {
            gate.pass()
            return []
        }
        func decode(_ bytes: UnsafeRawBufferPointer) -> Int { 0 }
    }
}
