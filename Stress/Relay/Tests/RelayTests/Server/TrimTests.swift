import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

/// Entries trimmed before a subscription begins aren't missing. Later losses are.
@Suite struct TrimTests {

    private let relay = SharedServer.relay()
    private let stream = SharedServer.stream()

    /// Publishes numbers in the stream until the server has confirmed them.
    private func publish(_ numbers: ClosedRange<Int>) async -> (Relay, Messenger<Int>) {
        let relay = SharedServer.relay(), messenger = Messenger<Int>()
        await send(numbers, through: messenger, relay.publish(messenger, to: stream))
        return (relay, messenger)
    }

    private func send(_ numbers: ClosedRange<Int>, through messenger: Messenger<Int>, _ publication: Publication) async
    {
        for number in numbers { messenger.send(number) }
        await until("they're confirmed") { publication.isDone }
    }

    private func trim(to count: Int) throws {
        try SharedServer.client().ask("XTRIM", stream, "MAXLEN", "=", "\(count)")
    }

    @Test func `from the start, only what is trimmed afterwards is a gap`() async throws {
        let problems = relay.problems.recorded(), publishing = SharedServer.relay(), sky = Messenger<Int>()
        let publication = publishing.publish(sky, to: stream)
        await send(1...50, through: sky, publication)
        try trim(to: 11)
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start), received = Messenger<Int>()
        let recorded = received.recorded(), gate = Gate(), dog = FreeObserver()
        dog.observe(remote) { number in
            received.send(number)
            if number == 50 { gate.pass() }
        }
        await recorded.expectNext(40...50)
        problems.expectNothingMore()
        await send(51...60, through: sky, publication)
        try trim(to: 1)
        gate.open()
        await recorded.expectNext([60])
        #expect(await publishing.close(within: .hangLimit).isEmpty)
        await problems.expectNext([.gap(stream: stream, publisher: publishing.publisher, count: 9)])
        let end: RemoteMessages<Int> = relay.subscribe(stream, from: .start), ended = end.recorded()
        await ended.expectNext([60])
        problems.expectNothingMore()
        dog.stopObserving()
    }

    @Test func `from the start, what is trimmed before it was read is a gap`() async throws {
        let problems = relay.problems.recorded(), first = await publish(1...20), second = await publish(101...150)
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start), received = Messenger<Int>()
        let recorded = received.recorded(), gate = Gate(), dog = FreeObserver()
        dog.observe(remote) { number in
            received.send(number)
            if number == 1 { gate.pass() }
        }

        // The first entries that are read contain nothing of the second publisher.
        await recorded.expectNext([1])
        try trim(to: 10)
        gate.open()
        await recorded.expectNext(2...16)
        await recorded.expectNext(141...150)
        for relay in [first.0, second.0] { #expect(await relay.close(within: .hangLimit).isEmpty) }
        // The second gap is reported first if the batches were small enough to contain the id of
        // the first message.
        await until("both gaps are reported") { problems.messages.count == 2 }
        let gaps: Set<RelayProblem> = [
            .gap(stream: stream, publisher: first.0.publisher, count: 4),
            .gap(stream: stream, publisher: second.0.publisher, count: 40),
        ]
        #expect(Set(problems.takeAll()) == gaps)
        dog.stopObserving()
    }
}
