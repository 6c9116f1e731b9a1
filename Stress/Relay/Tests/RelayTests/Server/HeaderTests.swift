import Dispatch
import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

private enum Trace {
    @TaskLocal static var id: String?
    @TaskLocal static var hops = -1
    static let header = RelayHeader("trace", $id)
    static let hopHeader = RelayHeader("hops", $hops)
}

/// Task-local values that travel with messages.
@Suite struct HeaderTests {

    private let stream = SharedServer.stream(), relay = SharedServer.relay(), publishing = SharedServer.relay()
    private let sky = Messenger<Int>()

    /// A message with the trace that its handler finds.
    private struct Traced: Hashable {
        let number: Int
        let trace: String?
        var hops = -1
    }

    private func send(_ number: Int, trace: String?) { Trace.$id.withValue(trace) { sky.send(number) } }

    @Test func `handlers in place find the value of the sender, or that which is set nowhere`() async {
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start, carrying: [Trace.header])
        let traced = remote.map { Traced(number: $0, trace: Trace.id) }, received = traced.recorded()
        publishing.publish(sky, to: stream, carrying: [Trace.header])
        let traces = ["a1", nil, "", nil, "a \"b\"\r\n\0é🟢", nil, String(repeating: "x", count: 100_000)]
        for (number, trace) in traces.enumerated() { send(number, trace: trace) }
        await received.expectNext(traces.enumerated().map { Traced(number: $0, trace: $1) })
    }

    @Test func `handlers in a hop find it if their place carries it`() async {
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start, carrying: [Trace.header])
        let queue = DispatchQueue(label: "hop"), dog = FreeObserver(), results = Messenger<Traced>()
        let received = results.recorded()
        dog.observe(remote, on: queue.carrying(Trace.$id)) { results.send(Traced(number: $0, trace: Trace.id)) }
        dog.observe(remote, on: queue) { results.send(Traced(number: -$0, trace: Trace.id)) }
        publishing.publish(sky, to: stream, carrying: [Trace.header])
        send(1, trace: "a1")
        send(2, trace: nil)
        var found: Set<Traced> = []
        for _ in 0..<4 { if let next = await received.next(within: .hangLimit) { found.insert(next) } }
        #expect(
            found == [
                Traced(number: 1, trace: "a1"), Traced(number: 2, trace: nil), Traced(number: -1, trace: nil),
                Traced(number: -2, trace: nil),
            ])
        dog.stopObserving()
    }

    @Test func `several values travel, also one that's always there`() async throws {
        let both = [Trace.header, Trace.hopHeader]
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start, carrying: both)
        let other: RemoteMessages<Int> = relay.subscribe(stream, from: .start, carrying: [Trace.hopHeader])
        let traced = remote.map { Traced(number: $0, trace: Trace.id, hops: Trace.hops) }
        let otherTraced = other.map { Traced(number: $0, trace: Trace.id, hops: Trace.hops) }
        let received = traced.recorded(), otherReceived = otherTraced.recorded()
        publishing.publish(sky, to: stream, carrying: both)
        Trace.$hops.withValue(3) { send(1, trace: "a1") }
        send(2, trace: nil)
        Trace.$hops.withValue(4) { send(3, trace: nil) }
        await received.expectNext([
            Traced(number: 1, trace: "a1", hops: 3), Traced(number: 2, trace: nil),
            Traced(number: 3, trace: nil, hops: 4),
        ])
        await otherReceived.expectNext([
            Traced(number: 1, trace: nil, hops: 3), Traced(number: 2, trace: nil),
            Traced(number: 3, trace: nil, hops: 4),
        ])
    }

    @Test func `each message has the value of its sender, however many send at once`() async {
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start, carrying: [Trace.header])
        let traced = remote.map { Traced(number: $0, trace: Trace.id) }, received = traced.recorded()
        publishing.publish(sky, to: stream, carrying: [Trace.header])
        await withTaskGroup { group in
            for sender in 0..<8 {
                group.addTask {
                    for number in 0..<100 { send(1000 * sender + number, trace: sender == 0 ? nil : "\(sender)") }
                }
            }
        }
        for _ in 0..<800 {
            guard let next = await received.next(within: .hangLimit) else { return }
            let sender = next.number / 1000
            #expect(next.trace == (sender == 0 ? nil : "\(sender)"))
        }
    }

    @Test(arguments: [RelayRetention.all, .latest(100), .for(.seconds(3600))])
    func `headers are fields of an entry, and entries without them have none`(_ retention: RelayRetention) async throws
    {
        let publication = publishing.publish(sky, to: stream, keeping: retention, carrying: [Trace.header])
        for (number, trace) in [nil, "a1", nil, "a2"].enumerated() {
            send(number, trace: trace)
            await until("it's confirmed") { publication.isDone }
        }
        let entries = try SharedServer.client().ask("XRANGE", stream, "-", "+").list.map { $0.list[1].list.map(\.text) }
        #expect(entries.map(\.count) == [4, 6, 4, 6])
        #expect(entries.map(\.[0]) == ["m", "m", "m", "m"])
        #expect(
            entries.map { Array($0[2...]) } == [
                ["d", "0"], ["d", "1", "h:trace", "a1"], ["d", "2"], ["d", "3", "h:trace", "a2"],
            ])
    }

    @Test func `entries have the headers of their messages, also those that aren't carried`() async {
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start)
        let entries = remote.entries(), place = ManualPlace(), dog = FreeObserver()
        let results = Messenger<[String: String]>(), received = results.recorded()
        dog.observe(entries, on: place) { results.send($0.headers) }
        publishing.publish(sky, to: stream, carrying: [Trace.header, Trace.hopHeader])
        let plain = Messenger<Int>()
        publishing.publish(plain, to: stream)
        send(1, trace: "a1")
        send(2, trace: nil)
        plain.send(3)
        await until("all are read") { entries.backlog == 3 }
        place.runAll()
        await received.expectNext([["trace": "a1", "hops": "-1"], ["hops": "-1"], [:]])
        dog.stopObserving()
    }

    @Test func `a text that makes no value is no header for handlers, and no problem`() async throws {
        let client = try SharedServer.client(), problems = relay.problems.recorded()
        for (number, hops) in ["5", "five", "", "6"].enumerated() {
            try client.ask(
                "XADD", stream, "*", "m", "1 00000000000000ab \(number + 1) json/Int/1", "d", "\(number)", "h:hops",
                hops,
                "h:other", "x")
        }
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start, carrying: [Trace.hopHeader])
        let entries = remote.entries().map { Traced(number: $0.message, trace: $0.headers["hops"], hops: Trace.hops) }
        let received = entries.recorded()
        await received.expectNext([
            Traced(number: 0, trace: "5", hops: 5), Traced(number: 1, trace: "five"), Traced(number: 2, trace: ""),
            Traced(number: 3, trace: "6", hops: 6),
        ])
        problems.expectNothingMore()
    }

    @Test func `what is published in a handler in place has the header of its message`() async {
        let next = SharedServer.stream()
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start, carrying: [Trace.header])
        relay.publish(remote, to: next, carrying: [Trace.header])
        let end: RemoteMessages<Int> = relay.subscribe(next, from: .start, carrying: [Trace.header])
        let traced = end.map { Traced(number: $0, trace: Trace.id) }, received = traced.recorded()
        publishing.publish(sky, to: stream, carrying: [Trace.header])
        send(1, trace: "a1")
        send(2, trace: nil)
        await received.expectNext([Traced(number: 1, trace: "a1"), Traced(number: 2, trace: nil)])
    }

    @Test func `headers count toward the largest message`() async {
        let publishing = SharedServer.server.relay { $0.largestMessage = 100 },
            problems = publishing.problems.recorded()
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start), received = remote.recorded()
        publishing.publish(sky, to: stream, carrying: [Trace.header])
        // The name of the field has seven bytes, and the message one.
        for (number, size) in [92, 93].enumerated() { send(number, trace: String(repeating: "x", count: size)) }
        sky.send(7)
        await received.expectNext([0, 7])
        await problems.expectNext([
            .unpublishable(stream: stream, reason: "it has 101 bytes, but at most 100 are allowed")
        ])
    }

    @Test func `what time causes has no header, also if a thread delivers it that has sent with one`() async {
        let clock = ManualClock(), throttled = sky.throttle(for: .seconds(1), clock: clock), tap = Messenger<Int>(),
            dog = FreeObserver(), gate = Gate()
        let results = Messenger<Traced>(), received = results.recorded(), hasBegun = Gate()
        SendersPlace.pass(throttled, to: tap, [Trace.header], dog, #fileID, #line)
        dog.observe(tap) { number in
            results.send(Traced(number: number, trace: HeaderField.current.first?.text))
            if number == 1 {
                hasBegun.open()
                gate.pass()
            }
        }
        // The first number is passed on immediately, and the second one when the time is over.
        for number in [0, 2] { send(number, trace: "a0") }
        async let first: Void = onThread { Trace.$id.withValue("a1") { throttled.send(1) } }
        await onThread { hasBegun.pass() }
        clock.advance(by: .seconds(1))
        await until("the second one waits") { throttled.backlog == 1 }
        gate.open()
        await first
        await received.expectNext([
            Traced(number: 0, trace: "a0"), Traced(number: 1, trace: "a1"), Traced(number: 2, trace: nil),
        ])
        dog.stopObserving()
    }

    @Test func `the relay doesn't keep an observable alive whose headers it publishes`() async {
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start), received = remote.recorded()
        var source: Messenger<Int>? = Messenger()
        weak let weakSource = source
        if let source { publishing.publish(source, to: stream, carrying: [Trace.header]) }
        source?.send(1)
        source = nil
        #expect(weakSource == nil)
        await received.expectNext([1])
        #expect(await publishing.close(within: .hangLimit).isEmpty)
    }

    @Test func `a publication with headers can be stopped`() async throws {
        let publication = publishing.publish(sky, to: stream, carrying: [Trace.header])
        sky.send(1)
        await until("it's confirmed") { publication.isDone }
        publication.stop()
        sky.send(2)
        #expect(await publishing.close(within: .hangLimit).isEmpty)
        #expect(
            try SharedServer.client().ask("XRANGE", stream, "-", "+").list.filter { $0.list[1].list.count == 4 }.count
                == 1)
    }

    @Test func `a header has a name`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Relay().publish(Messenger<Int>(), to: "sky", carrying: [RelayHeader("", Trace.$id)])
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("a header's name is empty. Pass a name, as in `\"trace\"`."))
    }

    @Test func `two headers have different names`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let _: RemoteMessages<Int> = Relay().subscribe("sky", carrying: [Trace.header, Trace.header])
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("two headers have the name 'trace'. Give each header a unique name."))
    }
}
