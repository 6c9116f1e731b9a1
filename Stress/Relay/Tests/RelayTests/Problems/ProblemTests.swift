import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

@Suite struct ProblemTests {

    @Test func `a gap is told right before the message behind it`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), client = try SharedServer.client()
        for number in [1, 2, 5, 6, 10] {
            try client.ask("XADD", stream, "*", "m", "1 00000000000000ab \(number) json/Int/1", "d", "\(number)")
        }
        let told = Messenger<String>(), record = told.recorded(), dog = FreeObserver()
        dog.observe(relay.problems) { problem in if case .gap(_, _, let count) = problem { told.send("gap \(count)") } }
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start)
        dog.observe(remote) { told.send("\($0)") }
        await record.expectNext(["1", "2", "gap 2", "5", "6", "gap 3", "10"])
        dog.stopObserving()
    }

    @Test func `a position tells of a gap at the end`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), client = try SharedServer.client()
        let problems = relay.problems.recorded(), publisher = RelayPublisher(number: 0xab)
        try client.ask("XADD", stream, "*", "m", "1 \(publisher) 1 json/Int/1", "d", "1")
        try client.ask("XADD", stream, "*", "p", "1 \(publisher) 4 -")
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start), received = remote.recorded()
        await received.expectNext([1])
        await problems.expectNext([.gap(stream: stream, publisher: publisher, count: 3)])
    }

    @Test func `those who read are told what is missing at the very end`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), reading = SharedServer.relay()
        let gaps = reading.problems.recorded(), sky = Messenger<Int>()
        let remote = reading.subscribe(stream, from: .start, as: PickyCoding()), received = remote.recorded()
        relay.publish(sky, to: stream, as: PickyCoding())
        for number in [1, -1, -2] { sky.send(number) }
        #expect(await relay.close(within: .hangLimit).isEmpty)
        await received.expectNext([1])
        await gaps.expectNext([.gap(stream: stream, publisher: relay.publisher, count: 2)])
    }

    @Test func `a handler that is stuck doesn't let problems pile up`() async throws {
        let line = ProblemLine(), place = ManualPlace()
        let problems = line.messenger.recorded(on: place)
        for number in 0..<5000 { line.tell(.overflow(stream: "sky", count: number)) }
        #expect(line.messenger.backlog == 1000)
        place.runAll()
        await problems.expectNext((0..<1000).map { .overflow(stream: "sky", count: $0) })
        line.tell(.delayed(reason: "full"))
        line.tell(.delayed(reason: "still full"))
        place.runAll()
        await problems.expectNext([.untold(count: 4000), .delayed(reason: "full"), .delayed(reason: "still full")])
        problems.expectNothingMore()
    }

    @Test func `a relay goes on while nobody hears of its problems`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), place = ManualPlace()
        let problems = relay.problems.recorded(on: place), sky = Messenger<Int>()
        let remote = relay.subscribe(stream, from: .start, as: PickyCoding()), received = remote.recorded()
        relay.publish(sky, to: stream, as: PickyCoding())
        for _ in 0..<3000 { sky.send(-1) }
        sky.send(1)
        await received.expectNext([1])
        place.runAll()
        #expect(problems.messages.count == 1000)
        problems.ignoreRest()
    }

    @Test func `problems have one line`() {
        let publisher = RelayPublisher(number: 0xab)
        let all: [RelayProblem] = [
            .disconnected(.publishing, reason: "why"), .reconnected(.subscription(stream: "sky")),
            .gap(stream: "sky", publisher: publisher, count: 3), .undecodable(stream: "sky", id: .zero, reason: "why"),
            .foreign(stream: "sky", id: .zero), .overflow(stream: "sky", count: 3), .cutOff(stream: "sky", count: 3),
            .unpublishable(stream: "sky", reason: "why"), .refused(stream: "sky", count: 3, reason: "why"),
            .delayed(reason: "why"), .untold(count: 3),
        ]
        for problem in all {
            #expect(!problem.description.isEmpty && !problem.description.contains("\n"))
        }
        #expect(Set(all.map(\.description)).count == all.count)
        #expect(all[2].description == "3 messages of 00000000000000ab are missing in sky")
    }

    @Test func `two relays are two publishers`() {
        #expect(SharedServer.relay().publisher != SharedServer.relay().publisher)
    }
}
