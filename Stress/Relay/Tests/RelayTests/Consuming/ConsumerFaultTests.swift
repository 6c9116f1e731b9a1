import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

@Suite struct ConsumerFaultTests {

    @Test func `the messages of a consumer that vanishes are handled by others, and its late end does no harm`()
        async throws
    {
        let server = try RedisServer(), client = try server.client(),
            network = try SlowNetwork(to: server.port, seed: 1)
        network.calmDown()
        let lost = server.relay { $0.address = .host("127.0.0.1", port: network.port) }, stuck = Tally()
        let gate = AsyncGate(), lease = Duration.milliseconds(500)
        let vanishing = lost.consume("sky", inGroup: "g", from: .start, atOnce: 3, lease: lease) { (number: Int) in
            await stuck.add(number) { await gate.pass() }
            if number == 1 { throw Rejection() }
        }
        await server.relay().publish(0..<5, to: "sky")
        await until("its handlers run") { stuck.count == 3 }
        network.hold()
        let relay = server.relay(), problems = relay.problems.recorded(), tally = Tally()
        let other = relay.consume("sky", inGroup: "g", from: .start, atOnce: 3, lease: lease) { (number: Int) in
            tally.add(number)
        }
        await until("all are handled") { tally.count == 5 }
        try await until("all is acknowledged") { try client.pendingCount("sky", "g") == 0 }
        gate.open()
        network.release()
        await until("the late ones are settled") {
            let state = vanishing.inspect()
            return state.handled == 2 && state.rejected == 1 && state.unconfirmed == 0 && state.isConnected
        }
        #expect(tally.exceptions().isEmpty && stuck.exceptions().isEmpty && stuck.count == 3)
        #expect(vanishing.inspect().deleted == 0)
        problems.expectNothingMore()
        withExtendedLifetime(other) {}
    }

    @Test func `lost connections neither lose nor double anything`() async throws {
        let server = try RedisServer(), client = try server.client(), tally = Tally(), count = 3000
        let relays = [server.relay(), server.relay()]
        await server.relay().publish(0..<count, to: "sky")
        let consumers = relays.map { relay in
            relay.consume(
                "sky", inGroup: "g", from: .start, atOnce: 8, attempts: 2, retryAfter: .milliseconds(5)
            ) { (number: Int) in
                tally.add(number)
                await Task.yield()
                if number % 50 == 7 { throw Rejection() }
            }
        }
        var kills = 0
        let isDone = {
            let states = consumers.map { $0.inspect() }
            return states.map { $0.handled + $0.deadLetters }.reduce(0, +) >= count && tally.count == count
        }
        while !isDone() || kills <= 3 {
            try client.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
            kills += 1
            try await Task.sleep(for: .milliseconds(20))
        }
        try await until("nothing is pending") { try client.pendingCount("sky", "g") == 0 }
        for number in 0..<count { #expect(tally.calls(with: number) == (number % 50 == 7 ? 2 : 1), "\(number)") }
        #expect(try client.entries("{sky}:dead").count == count / 50)
        #expect(consumers.map { $0.inspect().deadLetters }.reduce(0, +) == count / 50)
        #expect(consumers.map { $0.inspect().handled }.reduce(0, +) == count - count / 50)
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func `a network that delays and cuts neither loses nor doubles anything`(seed: UInt64) async throws {
        let server = try RedisServer(), client = try server.client(), tally = Tally(), count = 600
        let network = try SlowNetwork(to: server.port, seed: seed)
        let relay = server.relay {
            $0.address = .host("127.0.0.1", port: network.port)
            $0.patience = .seconds(1)
        }
        let consumer = relay.consume(
            "sky", inGroup: "g", from: .start, atOnce: 8, attempts: 2, lease: .seconds(3), retryAfter: .milliseconds(5)
        ) { (number: Int) in
            tally.add(number)
            if number % 50 == 7 { throw Rejection() }
        }
        await server.relay().publish(0..<count, to: "sky")
        try await until("all is settled") {
            try tally.count == count && client.pendingCount("sky", "g") == 0 && consumer.inspect().unconfirmed == 0
        }
        for number in 0..<count { #expect(tally.calls(with: number) == (number % 50 == 7 ? 2 : 1), "\(number)") }
        #expect(try client.entries("{sky}:dead").count == count / 50)
        #expect(consumer.inspect().deadLetters == count / 50)
        #expect(network.cuts > 0)
    }

    @Test func `a server that remembers lets each message be handled once across its death`() async throws {
        let server = try RedisServer(memory: .disk), relay = server.relay(), tally = Tally(),
            publishing = server.relay()
        let problems = relay.problems.recorded(), source = Messenger<Int>(), gate = AsyncGate()
        let consumer = relay.consume("sky", inGroup: "g", from: .start, atOnce: 4) { (number: Int) in
            await tally.add(number) { if number == 0 { await gate.pass() } }
        }
        publishing.publish(source, to: "sky", keeping: .all)
        for round in 0..<3 {
            for number in 0..<300 { source.send(300 * round + number) }
            await until("some are handled") { tally.count > 300 * round + 50 }
            server.kill()
            try server.start()
        }
        await until("all are handled") { tally.count == 900 }
        gate.open()
        let client = try server.client()
        try await until("all is acknowledged") { try client.pendingCount("sky", "g") == 0 }
        #expect(tally.exceptions().isEmpty)
        #expect(problems.takeAll().allSatisfy { if case .groupLost = $0 { false } else { true } })
        withExtendedLifetime(consumer) {}
    }

    @Test func `a group that was lost is created again, and handles all that comes after`() async throws {
        let server = try RedisServer(), client = try server.client(), relay = server.relay(), tally = Tally()
        let problems = relay.problems.recorded(), gate = AsyncGate(), secondGate = AsyncGate()
        let publishing = server.relay()
        let consumer = relay.consume("sky", inGroup: "g", atOnce: 2) { (number: Int) in
            await tally.add(number) {
                if number == 0 { await gate.pass() }
                if number == 20 { await secondGate.pass() }
            }
        }
        try await consumer.begun.value
        await publishing.publish([0, 1], to: "sky")
        await until("they began") { tally.count == 2 }
        try client.ask("FLUSHALL")
        await problems.expectNext([.groupLost(stream: "sky", group: "g")])
        await publishing.publish(10..<20, to: "sky")
        await until("they're handled") { tally.count == 12 }
        #expect(consumer.inspect().running == 1)
        gate.open()
        await until("the old one ends") { consumer.inspect().handled == 12 }
        await publishing.publish([20], to: "sky")
        await until("it runs") { tally.calls(with: 20) == 1 }
        try client.ask("XGROUP", "DESTROY", "sky", "g")
        await problems.expectNext([.groupLost(stream: "sky", group: "g")])
        await until("what's there is handled again, although it runs") { tally.calls(with: 20) == 2 }
        secondGate.open()
        await until("all have ended") { consumer.inspect().handled == 24 }
        try await until("nothing is pending") { try client.pendingCount("sky", "g") == 0 }
        problems.expectNothingMore()
    }

    @Test func `a server that ends a read, as at a failover, has not lost the group`() async throws {
        let server = try RedisServer(), client = try server.client(), relay = server.relay(), tally = Tally()
        let problems = relay.problems.recorded(), gate = AsyncGate()
        let consumer = relay.consume("sky", inGroup: "g", from: .start, atOnce: 2) { (number: Int) in
            await tally.add(number) { await gate.pass() }
        }
        await server.relay().publish([1], to: "sky")
        await until("it runs") { tally.count == 1 }
        try await until("a read has ended") {
            let reads = try client.ask("CLIENT", "LIST").text.split(whereSeparator: \.isNewline)
                .filter { $0.contains("cmd=xreadgroup") }.compactMap {
                    $0.split(separator: " ")[0].split(separator: "=").last
                }
            return try reads.contains { try client.ask("CLIENT", "UNBLOCK", "\($0)", "ERROR").number == 1 }
        }
        guard case .disconnected(.group, _) = await problems.next(within: .hangLimit) else {
            Issue.record("It's not disconnected.")
            return
        }
        await problems.expectNext([.reconnected(.group(stream: "sky", group: "g"))])
        gate.open()
        try await until("it's acknowledged") { try client.pendingCount("sky", "g") == 0 }
        #expect(tally.numbers == [1] && consumer.inspect().handled == 1)
        problems.expectNothingMore()
    }

    @Test func `messages that are deleted while they're pending are reported`() async throws {
        let server = try RedisServer(), client = try server.client(), relay = server.relay()
        try client.ask("XGROUP", "CREATE", "sky", "g", "0", "MKSTREAM")
        await server.relay().publish(0..<10, to: "sky")
        try client.ask("XREADGROUP", "GROUP", "g", "dead", "COUNT", "4", "STREAMS", "sky", ">")
        try client.ask("XTRIM", "sky", "MAXLEN", "8")
        let problems = relay.problems.recorded(), tally = Tally()
        let consumer = relay.consume("sky", inGroup: "g", lease: .milliseconds(200)) { (number: Int) in
            tally.add(number)
        }
        await problems.expectNext([.deletedUnhandled(stream: "sky", group: "g", count: 1)])
        await problems.expectNext([.deletedUnhandled(stream: "sky", group: "g", count: 1)])
        await until("the rest is handled") { tally.count == 8 }
        #expect(consumer.inspect().deleted == 2 && tally.exceptions().isEmpty)
        try await until("nothing is pending") { try client.pendingCount("sky", "g") == 0 }
    }

    @Test func `a message that's rejected after it was deleted is reported`() async throws {
        let server = try RedisServer(), client = try server.client(), relay = server.relay()
        let problems = relay.problems.recorded(), gate = AsyncGate(), tally = Tally()
        let consumer = relay.consume("sky", inGroup: "g", from: .start) { (number: Int) in
            await tally.add(number) { await gate.pass() }
            throw Rejection()
        }
        await server.relay().publish([1], to: "sky")
        await until("it runs") { tally.count == 1 }
        try client.ask("XTRIM", "sky", "MAXLEN", "0")
        gate.open()
        await problems.expectNext([.deletedUnhandled(stream: "sky", group: "g", count: 1)])
        #expect(consumer.inspect().deleted == 1 && consumer.inspect().rejected == 1)
    }

    @Test func `messages that are large together, or alone, are handled`() async throws {
        let server = try RedisServer(), client = try server.client(), relay = server.relay(), tally = Tally()
        let head = Array("1 00000000000000ab 1 bytes".utf8), words = ["XADD", "sky", "*", "m"].map { Array($0.utf8) }
        for number in 0..<5 {
            let bytes = [UInt8](repeating: UInt8(number), count: number == 3 ? 70 << 20 : 20 << 20)
            try client.ask(words + [head, Array("d".utf8), bytes])
        }
        let consumer = relay.consume("sky", inGroup: "g", from: .start, atOnce: 5, as: BytesCoding()) { bytes in
            tally.add(Int(bytes[0]))
        }
        try await until("all are settled") { try tally.count == 4 && client.ask("XLEN", "{sky}:dead").number == 1 }
        #expect(tally.numbers.sorted() == [0, 1, 2, 4])
        let dead = try #require(try client.entries("{sky}:dead").first)
        #expect(dead.fields["reason"]?.contains("raise `largestMessage`") == true && dead.fields["d"] == nil)
        try await until("nothing is pending") { try client.pendingCount("sky", "g") == 0 }
        withExtendedLifetime(consumer) {}
    }
}
