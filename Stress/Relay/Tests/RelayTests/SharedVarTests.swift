import Foundation
import Relay
import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@Suite struct SharedVarTests {

    let server: RedisServer
    let address: RelayServer

    init() throws {
        server = try RedisServer()
        var address = RelayServer(port: server.port)
        address.pauses = .milliseconds(10)...(.milliseconds(50))
        self.address = address
    }

    @Test func `a value gets to all who share it, and to those who come later`() async throws {
        let one = Relay(to: address), two = Relay(to: address), three = Relay(to: address)
        let here = one.shared("limit", initially: 1), there = two.shared("limit", initially: 2)
        _ = try await (here.begun.value, there.begun.value)
        #expect(here.value == 1 && there.value == 2)
        let updates = there.recorded()
        here.value = 100
        #expect(here.value == 100)
        #expect(await updates.next(within: .hangLimit) == Update(2, 100))
        let late = three.shared("limit", initially: 3)
        _ = try await late.begun.value
        #expect(late.value == 100)
        for relay in [one, two, three] { await relay.close(within: .hangLimit) }
    }

    @Test func `an inspection names the stream of a value, as it does that of a subscription`() async {
        let relay = Relay(to: address), limit = relay.shared("limit", initially: 1)
        let orders: RemoteMessages<Int> = relay.subscribe("orders")
        #expect(limit.inspect().name == "limit" && orders.inspect().name == "orders")
        await relay.close(within: .hangLimit)
    }

    @Test func `who writes sees that at once, also without a server`() async {
        server.kill()
        let relay = Relay(to: address), value = relay.shared("limit", initially: 1), updates = value.recorded()
        value.value = 2
        value.value = 3
        #expect(updates.takeAll() == [Update(1, 2), Update(2, 3)])
        await relay.close(within: .zero)
    }

    @Test func `however many write at once, all have the value in the end that was written last`() async throws {
        for round in 0..<20 {
            let relays = (0..<4).map { _ in Relay(to: address) }
            let values = relays.map { $0.shared("value \(round)", initially: -1) }
            for value in values { _ = try await value.begun.value }
            await withTaskGroup { group in
                for (index, value) in values.enumerated() {
                    group.addTask { for number in 0..<200 { value.value = index * 1000 + number } }
                }
            }
            try await expectSame(values, "round \(round)")
            for relay in relays { await relay.close(within: .hangLimit) }
        }
    }

    @Test func `all have the same value also after the server has died and forgotten it among writes`() async throws {
        for round in 0..<5 {
            let relays = (0..<3).map { _ in Relay(to: address) }
            let values = relays.map { $0.shared("value \(round)", initially: -1) }
            for value in values { _ = try await value.begun.value }
            let server = server
            await withTaskGroup { group in
                for (index, value) in values.enumerated() {
                    group.addTask { for number in 0..<2000 { value.value = index * 10_000 + number } }
                }
                group.addTask {
                    server.kill()
                    try? server.start()
                }
            }
            try await expectSame(values, "round \(round)")
            let late = relays[0].shared("value \(round)", initially: -2)
            _ = try await late.begun.value
            #expect(late.value == values[0].value)
            for relay in relays { await relay.close(within: .hangLimit) }
        }
    }

    @Test func `the last entry wins, also if it's one that was sent again`() async throws {
        let one = Relay(to: address), two = Relay(to: address)
        let here = one.shared("limit", initially: 0)
        _ = try await here.begun.value
        let updates = here.recorded()
        for (publisher, value) in [("000000000000000a", 1), ("000000000000000b", 9), ("000000000000000a", 1)] {
            try server.command("XADD", "limit", "*", "m", "1 \(publisher) 1 json/Int/1", "d", "\(value)")
        }
        for value in [1, 9, 1] { #expect(await updates.next(within: .hangLimit)?.new == value) }
        let late = two.shared("limit", initially: 0)
        _ = try await late.begun.value
        #expect(late.value == 1 && here.value == 1)
        for relay in [one, two] { await relay.close(within: .hangLimit) }
    }

    @Test func `a value that can't be encoded doesn't keep those of others from coming`() async throws {
        let one = Relay(to: address), two = Relay(to: address), problems = one.problems.recorded()
        let here = one.shared("limit", initially: 0.0), there = two.shared("limit", initially: 0.0)
        _ = try await (here.begun.value, there.begun.value)
        here.value = .nan
        guard case .unpublishable = await problems.next(within: .hangLimit) else {
            throw RigError("There's no problem.")
        }
        let updates = here.recorded()
        there.value = 2
        #expect(await updates.next(within: .hangLimit)?.new == 2)
        for relay in [one, two] { await relay.close(within: .hangLimit) }
    }

    @Test func `whoever writes before it has begun agrees with all others in the end`() async throws {
        for round in 0..<20 {
            let relays = (0..<3).map { _ in Relay(to: address) }
            let values = relays.map { $0.shared("early \(round)", initially: -1) }
            for (index, value) in values.enumerated() { value.value = index }
            try await expectSame(values, "round \(round)")
            for relay in relays { await relay.close(within: .hangLimit) }
        }
    }

    @Test func `a write while it begins isn't lost`() async throws {
        let relay = Relay(to: address)
        for round in 1...100 {
            let value = relay.shared("beginning \(round)", initially: 0)
            // The reading thread begins at some time between these.
            let begun = value.begun.recorded()
            var number = 0
            while begun.messages.isEmpty || number < 3 {
                number += 1
                value.value = number
            }
            try await until("the last write is in the stream") {
                try server.command("XREVRANGE", "beginning \(round)", "+", "-", "COUNT", "1").hasSuffix("\n\(number)")
            }
            #expect(value.value == number)
            begun.ignoreRest()
        }
        await relay.close(within: .hangLimit)
    }

    @Test func `it begins with the latest message that can be read, and tells of what's behind`() async throws {
        let relay = Relay(to: address), problems = relay.problems.recorded()
        try server.command("XADD", "limit", "1-1", "m", "1 000000000000000a 1 json/Int/1", "d", "7")
        for number in 2...40 { try server.command("XADD", "limit", "\(number)-0", "x", "y") }
        try server.command("XADD", "limit", "41-0", "m", "1 000000000000000a 2 json/Int/2", "d", "8")
        let value = relay.shared("limit", initially: 0)
        #expect(try await value.begun.value == RelayID(milliseconds: 41, number: 0))
        #expect(value.value == 7)
        #expect(problems.messages.count == 40)
        problems.ignoreRest()
        await relay.close(within: .hangLimit)
    }

    @Test func `a write that's dropped gives way to the value of all`() async throws {
        let one = Relay(to: address), two = Relay(to: address), problems = one.problems.recorded()
        let here = one.shared("limit", initially: 0.0), there = two.shared("limit", initially: 0.0)
        _ = try await (here.begun.value, there.begun.value)
        there.value = 2
        await until("it's here") { here.value == 2 }
        here.value = .nan
        await until("it's as there") { here.value == 2 }
        problems.ignoreRest()
        for relay in [one, two] { await relay.close(within: .hangLimit) }
    }

    @Test func `a write in a handler comes after the one that it handles`() async throws {
        let relay = Relay(to: address), value = relay.shared("limit", initially: 0), dog = FreeObserver()
        _ = try await value.begun.value
        // Only once. Otherwise, the handler would write again when its first write is overwritten.
        dog.observe(value).filter { $0.old == 0 && $0.new == 20 }.receive { [weak value] _ in value?.value = 10 }
        value.value = 20
        #expect(value.value == 10)
        #expect(await relay.close(within: .hangLimit).isEmpty)
        let last = try server.command("XREVRANGE", "limit", "+", "-", "COUNT", "1")
        #expect(last.hasSuffix("\n10"))
    }

    @Test func `a write is published also if the value dies before it has begun`() async throws {
        server.kill()
        let relay = Relay(to: address)
        relay.shared("limit", initially: 0).value = 5
        try server.start()
        try await until("it's in the stream") { try server.command("XLEN", "limit") == "1" }
        await relay.close(within: .hangLimit)
    }

    @Test func `if someone deletes the stream, the value is written again`() async throws {
        let one = Relay(to: address), two = Relay(to: address), here = one.shared("limit", initially: 1)
        _ = try await here.begun.value
        here.value = 2
        try await until("it's there") { try server.command("XLEN", "limit") == "1" }
        try server.command("DEL", "limit")
        try await until("it's there again") { try server.command("XLEN", "limit") == "1" }
        let late = two.shared("limit", initially: 3)
        _ = try await late.begun.value
        #expect(late.value == 2)
        for relay in [one, two] { await relay.close(within: .hangLimit) }
    }

    @Test func `who waits for a beginning is told when there won't be one`() async throws {
        server.kill()
        let relay = Relay(to: address), value = relay.shared("limit", initially: 0)
        let beginning = Task { try await value.begun.value }
        await relay.close(within: .zero)
        await #expect(throws: PromiseDied()) { try await beginning.value }
    }

    @Test func `a variable is published as updates, or as values`() async throws {
        let relay = Relay(to: address), level = Var(1)
        let updates: RemoteMessages<Update<Int>> = relay.subscribe("updates"), received = updates.recorded()
        let values: RemoteMessages<Int> = relay.subscribe("values"), receivedValues = values.recorded()
        _ = try await (updates.begun.value, values.begun.value)
        relay.publish(level, to: "updates")
        let new = level.new()
        relay.publish(new, to: "values")
        level <- 2
        #expect(await received.next(within: .hangLimit) == Update(1, 2))
        #expect(await receivedValues.next(within: .hangLimit) == 2)
        #expect(await relay.close(within: .hangLimit).isEmpty)
        withExtendedLifetime(new) {}
    }

    /// Waits until all values are equal and stay so for some time. Until then, writes are in
    /// flight.
    private func expectSame(_ values: [SharedVar<Int>], _ round: String) async throws {
        let deadline = ContinuousClock.now + .hangLimit
        var equalSince: ContinuousClock.Instant?
        while .now < deadline {
            let all = Set(values.map(\.value))
            if all.count > 1 { equalSince = nil } else if equalSince == nil { equalSince = .now }
            if let equalSince, equalSince.duration(to: .now) > .milliseconds(300) { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("In \(round), values are \(values.map(\.value)).")
    }
}
