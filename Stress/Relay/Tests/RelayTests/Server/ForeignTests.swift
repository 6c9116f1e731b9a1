import Foundation
import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

@Suite struct ForeignTests {

    private func id(_ answer: Answer) throws -> RelayID { try #require(RelayID(answer.text)) }

    @Test func `what others write is told, and passed over`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), client = try SharedServer.client()
        let problems = relay.problems.recorded(), head = "1 00000000000000ab"
        let foreign = [
            try id(client.ask("XADD", stream, "*", "name", "value")), try id(client.ask("XADD", stream, "*", "", "")),
            try id(client.ask("XADD", stream, "*", "m", "\(head) 1 json/Int/1")),
        ]
        let damaged = try id(client.ask("XADD", stream, "*", "m", "\(head) one json/Int/1", "d", "5"))
        let version = try id(client.ask("XADD", stream, "*", "m", "2 00000000000000ab 1 json/Int/1", "d", "5"))
        let format = try id(client.ask("XADD", stream, "*", "m", "\(head) 1 json/Int/2", "d", "5"))
        let bytes = try id(client.ask("XADD", stream, "*", "m", "\(head) 2 json/Int/1", "d", "{"))
        try client.ask("XADD", stream, "*", "m", "\(head) 3 json/Int/1", "d", "7")
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start)
        let received = remote.recorded()
        await received.expectNext([7])
        await problems.expectNext(foreign.map { .foreign(stream: stream, id: $0) })
        await problems.expectNext([
            .undecodable(stream: stream, id: damaged, reason: "its envelope is damaged"),
            .undecodable(stream: stream, id: version, reason: "its envelope has an unknown version"),
            .undecodable(stream: stream, id: format, reason: "its format is 'json/Int/2', not 'json/Int/1'"),
        ])
        guard case .undecodable(stream, bytes, _) = await problems.next(within: .hangLimit) else {
            Issue.record("Bytes that can't be decoded are not told.")
            return
        }
        problems.expectNothingMore()
    }

    @Test func `a stream full of noise is read to its end`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), client = try SharedServer.client()
        let problems = relay.problems.recorded()
        var generator = Seeded(6)
        for _ in 0..<300 {
            var words = ["XADD", stream, "*"].map { Array($0.utf8) }
            for _ in 0..<(2 * Int.random(in: 1...3, using: &generator)) {
                let choices: [[UInt8]] = [
                    Array("m".utf8), Array("p".utf8), Array("d".utf8), Array("1 00000000000000ab 0 x".utf8), [],
                    (0..<20).map { _ in UInt8.random(in: 0...255, using: &generator) },
                ]
                words.append(choices.randomElement(using: &generator) ?? [])
            }
            try client.ask(words)
        }
        try client.ask("XADD", stream, "*", "m", "1 00000000000000ff 1 json/Int/1", "d", "7")
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start)
        let received = remote.recorded()
        await received.expectNext([7])
        #expect(problems.takeAll().count <= 300)
    }

    @Test func `duplicates are passed over without a word`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), client = try SharedServer.client()
        let problems = relay.problems.recorded()
        for number in [1, 2, 2, 1, 3, 3, 2, 4] {
            try client.ask("XADD", stream, "*", "m", "1 00000000000000ab \(number) json/Int/1", "d", "\(number)")
        }
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start)
        let received = remote.recorded()
        await received.expectNext(1...4)
        problems.expectNothingMore()
    }

    @Test(arguments: [1_000_000, UInt64.max - 1, UInt64.max])
    func `an entry in the name of a publisher doesn't hide what the publisher sends later`(_ number: UInt64)
        async throws
    {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), problems = relay.problems.recorded()
        let publishing = SharedServer.relay(), publisher = publishing.publisher, sky = Messenger<Int>()
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start), received = remote.recorded()
        publishing.publish(sky, to: stream)
        for number in 1...3 { sky.send(number) }
        await received.expectNext(1...3)
        let stray = try id(
            SharedServer.client().ask("XADD", stream, "*", "m", "1 \(publisher) \(number) json/Int/1", "d", "-1"))
        await received.expectNext([-1])
        for number in 4...6 { sky.send(number) }
        await received.expectNext(4...6)
        await problems.expectNext([
            .gap(stream: stream, publisher: publisher, count: number - 4), .foreign(stream: stream, id: stray),
        ])
        #expect(await publishing.close(within: .hangLimit).isEmpty)
        problems.expectNothingMore()
    }

    @Test func `an entry that's larger than any message is passed over without being read`() async throws {
        let server = try RedisServer(), client = try server.client(), stream = "sky", head = "1 00000000000000ab"
        try client.ask("XADD", stream, "*", "m", "\(head) 1 json/Int/1", "d", "7")
        let size = 100 << 20, words = ["XADD", stream, "*", "huge"].map { Array($0.utf8) }
        let huge = try id(client.ask(words + [[UInt8](repeating: 0, count: size)]))
        await #expect(processExitsWith: .success) { [port = server.port as Int, huge = huge as RelayID] in
            let server = RelayServer(port: port), relay = Relay(to: server), stream = "sky"
            let problems = relay.problems.recorded(), before = peakMemory()
            let all: RemoteMessages<Int> = relay.subscribe(stream, from: .start),
                now: RemoteMessages<Int> = relay.subscribe(stream)
            let allReceived = all.recorded(), nowReceived = now.recorded()
            let beginning = try await now.begun.value
            precondition(beginning == huge)
            await allReceived.expectNext([7])
            guard case .undecodable(stream, huge, let reason) = await problems.next(within: .hangLimit) else {
                preconditionFailure("It's not told.")
            }
            precondition(reason.hasSuffix("bytes, but at most 67108864 are allowed: raise `largestMessage`"), reason)
            let client = try Client(port: port)
            try client.ask("XADD", stream, "*", "m", "1 00000000000000ab 2 json/Int/1", "d", "8")
            for received in [allReceived, nowReceived] { await received.expectNext([8]) }
            let used = peakMemory() - before
            precondition(used < 100 << 10 || !Scale.measuresMemory, "\(used) kB")
            problems.expectNothingMore()
        }
    }

    @Test func `a stream keeps about as many messages as was asked for`() async throws {
        let stream = SharedServer.stream(), publishing = SharedServer.relay(), sky = Messenger<Int>()
        publishing.publish(sky, to: stream, keeping: 10)
        for number in 1...1000 { sky.send(number) }
        #expect(await publishing.close(within: .hangLimit).isEmpty)
        let length = try SharedServer.client().ask("XLEN", stream).number
        #expect(length >= 10 && length <= 120)
    }

    @Test func `a key of another type refuses messages, until it's gone`() async throws {
        let stream = SharedServer.stream(), other = SharedServer.stream("other"), client = try SharedServer.client()
        let relay = SharedServer.relay(), problems = relay.problems.recorded()
        try client.ask("SET", stream, "x")
        let sky = Messenger<Int>(), sea = Messenger<Int>()
        relay.publish(sky, to: stream)
        relay.publish(sea, to: other)
        let remoteSea: RemoteMessages<Int> = relay.subscribe(other, from: .start), seas = remoteSea.recorded()
        sky.send(1)
        sea.send(1)
        await seas.expectNext([1])
        let refusal = await problems.next(within: .hangLimit)
        guard case .refused(stream, 1, let reason) = refusal else {
            Issue.record("It's not refused, but \(String(describing: refusal))")
            return
        }
        #expect(reason.hasPrefix("WRONGTYPE"))
        try client.ask("DEL", stream)
        sky.send(2)
        let reading = SharedServer.relay(), gaps = reading.problems.recorded()
        let remote: RemoteMessages<Int> = reading.subscribe(stream, from: .start), received = remote.recorded()
        await received.expectNext([2])

        // Only its position shows that the publisher has begun after the subscription.
        #expect(await relay.close(within: .hangLimit).isEmpty)
        await gaps.expectNext([.gap(stream: stream, publisher: relay.publisher, count: 1)])
    }

    @Test func `a key of another type can't be subscribed to, until it's gone`() async throws {
        let stream = SharedServer.stream(), client = try SharedServer.client()
        let relay = SharedServer.relay(), problems = relay.problems.recorded()
        try client.ask("SET", stream, "x")
        let remote: RemoteMessages<Int> = relay.subscribe(stream), received = remote.recorded()
        let loss = await problems.next(within: .hangLimit)
        guard case .disconnected(.subscription(stream), let reason) = loss else {
            Issue.record("It's not disconnected, but \(String(describing: loss))")
            return
        }
        #expect(reason.hasPrefix("WRONGTYPE"))
        try client.ask("DEL", stream)
        await problems.expectNext([.reconnected(.subscription(stream: stream))])
        try client.ask("XADD", stream, "*", "m", "1 00000000000000ab 1 json/Int/1", "d", "7")
        await received.expectNext([7])
    }
}

/// The peak memory of this process, in kilobytes.
private func peakMemory() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
}
