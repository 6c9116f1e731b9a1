import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

@Suite struct OutageTests {

    @Test func `a server that comes later gets what waits`() async throws {
        let server = try RedisServer()
        server.kill()
        let relay = server.relay(), problems = relay.problems.recorded(), sky = Messenger<Int>()
        let remote: RemoteMessages<Int> = relay.subscribe("sky", from: .start), received = remote.recorded()
        relay.publish(sky, to: "sky")
        for number in 1...500 { sky.send(number) }
        for _ in 0..<2 {
            guard case .disconnected = await problems.next(within: .hangLimit) else {
                Issue.record("It's not told that the server can't be reached.")
                return
            }
        }
        try server.start()
        await received.expectNext(1...500)
        await until("all is told") { problems.messages.count == 4 }
        #expect(
            Set(problems.takeAll()) == [.reconnected(.publishing), .reconnected(.subscription(stream: "sky"))])
    }

    @Test func `an outage is told once, and so is its end`() async throws {
        let server = try RedisServer(), relay = server.relay { $0.pauses = .milliseconds(1)...Duration.milliseconds(2) }
        let problems = relay.problems.recorded(), sky = Messenger<Int>()
        relay.publish(sky, to: "sky")
        for round in 1...3 {
            sky.send(round)
            try await until("it's there") { try server.client().ask("XLEN", "sky").number > 0 }
            server.kill()
            await problems.nextLoss(of: .publishing)
            problems.expectNothingMore()
            try server.start()
            await problems.expectNext([.reconnected(.publishing)])
        }
        problems.expectNothingMore()
    }

    @Test func `nothing that the server remembers is lost or doubled by restarts`() async throws {
        let server = try RedisServer(memory: .disk), relay = server.relay(), reading = server.relay()
        let problems = reading.problems.recorded(), sky = Messenger<Int>()
        let remote: RemoteMessages<Int> = reading.subscribe("sky", from: .start), received = remote.recorded()
        relay.publish(sky, to: "sky")
        for round in 0..<3 {
            for number in 0..<700 { sky.send(700 * round + number) }
            if round > 0 { await received.expectNext((700 * (round - 1))..<(700 * round)) }
            server.kill()
            try server.start()
        }
        await received.expectNext(1400..<2100)
        #expect(problems.gapCount == 0)
        problems.ignoreRest()
    }

    @Test func `what a server has forgotten is an exact gap`() async throws {
        let server = try RedisServer(), relay = server.relay(), reading = server.relay()
        let problems = reading.problems.recorded(), sky = Messenger<Int>(), gate = Gate()
        let remote: RemoteMessages<Int> = reading.subscribe("sky", from: .start), received = Messenger<Int>()
        let recorded = received.recorded(), dog = FreeObserver()
        dog.observe(remote) { number in
            received.send(number)
            if number == 1 { gate.pass() }
        }
        let publication = relay.publish(sky, to: "sky")
        sky.send(1)
        await recorded.expectNext([1])
        for number in 2...100 { sky.send(number) }
        await until("all is confirmed") { publication.isDone }
        server.kill()
        gate.open()
        try server.start()
        for number in 101...110 { sky.send(number) }

        // Some messages may have been read before the server died.
        var numbers: [Int] = []
        while numbers.last != 110, let number = await recorded.next(within: .hangLimit) { numbers.append(number) }
        #expect(numbers == numbers.sorted())
        #expect(Int(problems.gapCount) + numbers.count == 109)
        problems.ignoreRest()
        dog.stopObserving()
    }

    @Test func `what is lost in front of a publisher's first message is told, also if the server's clock is put back`()
        async throws
    {
        let server = try RedisServer(), stream = "sky"
        try server.client().ask("XADD", stream, "99999999999999-0", "of", "a clock that's fast")
        let reading = server.relay(), problems = reading.problems.recorded(), gate = Gate()
        let remote: RemoteMessages<Int> = reading.subscribe(stream), received = Messenger<Int>()
        let recorded = received.recorded(), dog = FreeObserver()
        dog.observe(remote) { number in
            received.send(number)
            if number == 1 { gate.pass() }
        }
        _ = try await remote.begun.value
        let first = server.relay(), firstSky = Messenger<Int>(), second = server.relay(), secondSky = Messenger<Int>()
        let publications = [first.publish(firstSky, to: stream), second.publish(secondSky, to: stream)]
        firstSky.send(1)
        await recorded.expectNext([1])
        for number in 2...6 { secondSky.send(number) }
        let before = try server.client()
        try await until("all is there") { try before.ask("XLEN", stream).number == 7 }
        await until("all is confirmed") { publications.allSatisfy(\.isDone) }
        server.kill()
        try server.start()

        // The second one publishes its position, below the beginning, before the reconnection.
        let client = try server.client(), position = "1 \(second.publisher) 5 "
        try await until("the position is told") {
            let entries = try client.ask("XRANGE", stream, "-", "+").list.flatMap { $0.list.last?.list ?? [] }
            return entries.contains { $0.text.hasPrefix(position) }
        }
        gate.open()
        secondSky.send(7)
        await recorded.expectNext([7])
        #expect(problems.takeAll().contains(.gap(stream: stream, publisher: second.publisher, count: 5)))
        problems.ignoreRest()
        dog.stopObserving()
    }

    @Test func `a server that comes back with an older state doesn't repeat what was never asked for`() async throws {
        let server = try RedisServer(), reading = server.relay(), problems = reading.problems.recorded()
        let old = server.relay(), oldSky = Messenger<Int>(), relay = server.relay(), sky = Messenger<Int>()
        old.publish(oldSky, to: "sky")
        for number in 1...20 { oldSky.send(number) }
        #expect(await old.close(within: .hangLimit).isEmpty)
        let remote: RemoteMessages<Int> = reading.subscribe("sky"), received = remote.recorded()
        _ = try await remote.begun.value
        relay.publish(sky, to: "sky")
        sky.send(100)
        await received.expectNext([100])
        try server.client().ask("SAVE")
        sky.send(101)
        await received.expectNext([101])
        server.kill()
        await problems.nextLoss(of: .subscription(stream: "sky"))
        try server.start()
        sky.send(102)
        await received.expectNext([102])
        received.expectNothingMore()
        problems.ignoreRest()
    }

    @Test func `a server that is full delays what is published, and nothing is lost`() async throws {
        let server = try RedisServer(), client = try server.client(), relay = server.relay()
        let problems = relay.problems.recorded(), sky = Messenger<Int>()
        let remote: RemoteMessages<Int> = relay.subscribe("sky", from: .start), received = remote.recorded()
        relay.publish(sky, to: "sky")
        sky.send(0)
        await received.expectNext([0])
        try client.ask("CONFIG", "SET", "maxmemory", "1")
        for number in 1...3000 { sky.send(number) }
        let problem = await problems.next(within: .hangLimit)
        guard case .delayed(let reason) = problem else {
            Issue.record("It's not delayed, but \(String(describing: problem))")
            return
        }
        #expect(reason.hasPrefix("OOM"))
        received.expectNothingMore()
        try client.ask("CONFIG", "SET", "maxmemory", "0")
        await received.expectNext(1...3000)
        #expect(await relay.close(within: .hangLimit).isEmpty)
        problems.expectNothingMore()
    }

    @Test func `a server that doesn't answer is left, and found again`() async throws {
        let server = try RedisServer(), relay = server.relay { $0.patience = .milliseconds(300) }
        let problems = relay.problems.recorded(), sky = Messenger<Int>()
        let remote: RemoteMessages<Int> = relay.subscribe("sky", from: .start), received = remote.recorded()
        relay.publish(sky, to: "sky")
        sky.send(0)
        await received.expectNext([0])
        server.pause()
        for number in 1...300 { sky.send(number) }
        await problems.nextLoss(of: .publishing)
        server.resume()
        await received.expectNext(1...300)
        #expect(problems.gapCount == 0)
        #expect(await relay.close(within: .hangLimit).isEmpty)
        problems.ignoreRest()
    }

    @Test func `each connection may be cut while messages flow`() async throws {
        let server = try RedisServer(), client = try server.client(), relay = server.relay()
        let problems = relay.problems.recorded(), sky = Messenger<Int>()
        let remote: RemoteMessages<Int> = relay.subscribe("sky", from: .start), received = remote.recorded()
        relay.publish(sky, to: "sky")
        for round in 0..<10 {
            for number in 0..<300 { sky.send(300 * round + number) }
            try client.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
        }
        await received.expectNext(0..<3000)
        #expect(problems.gapCount == 0)
        problems.ignoreRest()
    }

    @Test func `a server that ends each connection is asked less and less often`() async throws {
        let server = try RedisServer(options: ["--proto-max-bulk-len", "1048576"])

        // So the messages after the first one reach the server in one transaction.
        server.kill()
        let relay = server.relay { $0.pauses = .milliseconds(100)...Duration.milliseconds(100) }
        let sky = Messenger<[UInt8]>(), lossTimes = Messenger<ContinuousClock.Instant>(), losses = lossTimes.recorded()
        let dog = FreeObserver()
        dog.observe(relay.problems) { problem in if case .disconnected = problem { lossTimes.send(.now) } }
        relay.publish(sky, to: "sky", as: BytesCoding())
        sky.send([0])
        await losses.next(within: .hangLimit)
        sky.send([1])
        sky.send([UInt8](repeating: 2, count: 2 << 20))
        try server.start()
        var times: [ContinuousClock.Instant] = []
        for _ in 0..<5 { times.append(try #require(await losses.next(within: .hangLimit))) }

        // The first loss followed a working connection, so there was no pause before the second.
        #expect(times[4] - times[0] > .milliseconds(140))
        try server.client().ask("CONFIG", "SET", "proto-max-bulk-len", "4194304")
        #expect(await relay.close(within: .hangLimit).isEmpty)
        dog.stopObserving()
        losses.ignoreRest()
    }

    @Test(arguments: [MessageBuffering.newest(100), .oldest(100), .upTo(100)])
    func `what overflows while the server is down is counted exactly on both sides`(_ buffering: MessageBuffering)
        async throws
    {
        let server = try RedisServer(), relay = server.relay(), reading = server.relay()
        let problems = relay.problems.recorded(), gaps = reading.problems.recorded(), sky = Messenger<Int>()
        let remote: RemoteMessages<Int> = reading.subscribe("sky", from: .start), received = remote.recorded()
        let publication = relay.publish(sky, to: "sky", buffering: buffering)
        sky.send(0)
        await received.expectNext([0])
        server.kill()
        await problems.nextLoss(of: .publishing)
        for number in 1...5000 { sky.send(number) }
        try server.start()
        if case .upTo = buffering {
        } else {
            await until("there's room again") { publication.isDone }
            sky.send(5001)
        }
        let left = await relay.close(within: .hangLimit)
        #expect(left.counts.isEmpty && left.cutOffStreams == (buffering == .upTo(100) ? ["sky"] : []))
        let counted = { Int(gaps.gapCount) + received.messages.count - 1 }
        let dropped = problems.droppedCount
        #expect(dropped > 0)
        if case .upTo = buffering {
            await until("the gap at the end is told") { gaps.gapCount > 0 }
            #expect(received.messages == Array(0..<received.messages.count))
        } else {
            await until("the last one is read") { received.messages.last == 5001 }
            #expect(counted() == 5001)
        }
        #expect(Int(gaps.gapCount) == dropped)
        #expect(received.messages == received.messages.sorted())
        received.ignoreRest()
        problems.ignoreRest()
        gaps.ignoreRest()
    }

    @Test func `whoever deletes a stream doesn't silence its subscriptions, whatever ids come next`() async throws {
        let server = try RedisServer(), client = try server.client(), relay = server.relay(), sky = Messenger<Int>()
        let problems = relay.problems.recorded()
        let remote: RemoteMessages<Int> = relay.subscribe("sky", from: .start), received = remote.recorded()
        relay.publish(sky, to: "sky")
        sky.send(1)
        await received.expectNext([1])
        let largest = "\(UInt64.max)-\(UInt64.max)"
        try client.ask("XADD", "sky", largest, "x", "y")
        await problems.next { if case .foreign = $0 { true } else { false } }
        try client.ask("DEL", "sky")
        sky.send(2)
        await received.expectNext([2])
        problems.expectNothingMore()
    }

    @Test func `however often an idle publisher connects again, the messages stay`() async throws {
        let server = try RedisServer(), client = try server.client(), relay = server.relay(), sky = Messenger<Int>()
        let problems = relay.problems.recorded(), publication = relay.publish(sky, to: "sky", keeping: 100)
        for number in 1...50 { sky.send(number) }
        await until("all is confirmed") { publication.isDone }
        for _ in 1...121 {
            try client.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
            await problems.nextLoss(of: .publishing)
            await problems.expectNext([.reconnected(.publishing)])
        }
        #expect(try client.ask("XLEN", "sky").number == 50)
    }

    @Test func `restarts of the server with many publishers leave the messages there`() async throws {
        let server = try RedisServer(memory: .disk), relays = (0..<60).map { _ in server.relay() }
        let messengers = relays.map { _ in Messenger<Int>() }
        let publications = zip(relays, messengers).map { $0.publish($1, to: "sky", keeping: 100) }
        let problems = relays.map { $0.problems.recorded() }
        for messenger in messengers { messenger.send(1) }
        await until("all is confirmed") { publications.allSatisfy(\.isDone) }
        for _ in 1...2 {
            server.kill()
            for recording in problems { await recording.nextLoss(of: .publishing) }
            try server.start()
            for recording in problems { await recording.next { $0 == .reconnected(.publishing) } }
        }
        #expect(try server.client().ask("XLEN", "sky").number == 60)
    }

    @Test func `what's lost in front of the first message of a publisher is told while it publishes`() async throws {
        let server = try RedisServer(), client = try server.client(), relay = server.relay(), reading = server.relay()
        let other = Messenger<Int>(), sky = Messenger<Int>(), gate = Gate(), dog = FreeObserver()
        let problems = reading.problems.recorded()
        let remote: RemoteMessages<Int> = reading.subscribe("sky"), received = Messenger<Int>()
        let recorded = received.recorded()
        dog.observe(remote) { number in
            received.send(number)
            if number == 0 { gate.pass() }
        }
        _ = try await remote.begun.value
        reading.publish(other, to: "sky")
        other.send(0)
        await recorded.expectNext([0])
        let publication = relay.publish(sky, to: "sky", keeping: 1000)
        for number in 1...5000 { sky.send(number) }
        await until("all is confirmed") { publication.isDone }
        try client.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
        gate.open()
        await until("all is accounted for") {
            Int(problems.gapCount) + recorded.messages.count == 5001
        }
        problems.ignoreRest()
        recorded.ignoreRest()
    }
}
