import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

@Suite struct StartTests {

    /// Publishes numbers in a new stream.
    private func publish(_ numbers: ClosedRange<Int>, to stream: String) async {
        let relay = SharedServer.relay(), messenger = Messenger<Int>()
        relay.publish(messenger, to: stream)
        for number in numbers { messenger.send(number) }
        #expect(await relay.close(within: .hangLimit).isEmpty)
    }

    @Test func `from now on, only what comes later is read`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay()
        await publish(1...5, to: stream)
        let remote: RemoteMessages<Int> = relay.subscribe(stream)
        let received = remote.recorded()
        let begin = try await remote.begun.value
        #expect(begin > .zero)
        await publish(6...7, to: stream)
        #expect(await received.next(within: .hangLimit) == 6)
        #expect(await received.next(within: .hangLimit) == 7)
    }

    @Test func `from now on, an empty stream is read from its first message on`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay()
        let remote: RemoteMessages<Int> = relay.subscribe(stream)
        let received = remote.recorded()
        #expect(try await remote.begun.value == .zero)
        await publish(1...2, to: stream)
        #expect(await received.next(within: .hangLimit) == 1)
        #expect(await received.next(within: .hangLimit) == 2)
    }

    @Test func `from the start, all that's there is read`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay()
        await publish(1...2000, to: stream)
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start)
        let received = remote.recorded()
        await received.expectNext(1...2000)
        #expect(try await remote.begun.value == .zero)
    }

    @Test func `behind an id, reading goes on where it ended`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay()
        await publish(1...10, to: stream)
        var ids: [RelayID] = []
        do {
            let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start)
            // A transform is an object, through which the subscription could begin before the
            // recording.
            let withIDs = Messenger<(Int, RelayID?)>(), received = withIDs.recorded(), dog = FreeObserver()
            dog.observe(remote) { [weak remote] number in withIDs.send((number, remote?.latestID)) }
            for number in 1...10 {
                let message = await received.next(within: .hangLimit)
                #expect(message?.0 == number)
                ids.append(try #require(message?.1))
            }
            received.ignoreRest()
        }
        #expect(ids == ids.sorted() && Set(ids).count == 10)
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .after(ids[6]))
        let received = remote.recorded()
        #expect(try await remote.begun.value == ids[6])
        await received.expectNext(8...10)
        #expect(remote.latestID == ids[9])
    }

    @Test func `an id that's gone is a beginning, too`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay()
        await publish(1...3, to: stream)
        let first = try SharedServer.client().ask("XRANGE", stream, "-", "+", "COUNT", "1").list[0].list[0].text
        try SharedServer.client().ask("XDEL", stream, first)
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .after(try #require(RelayID(first))))
        let received = remote.recorded()
        await received.expectNext(2...3)
    }

    @Test func `nothing is lost between the beginning and the first observer`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay()
        await publish(1...3, to: stream)
        let all: RemoteMessages<Int> = relay.subscribe(stream, from: .start)
        let later: RemoteMessages<Int> = relay.subscribe(stream)
        _ = try await all.begun.value
        _ = try await later.begun.value

        // When this has been received, the other ones would have read it, too.
        let other: RemoteMessages<Int> = relay.subscribe(stream)
        let received = other.recorded()
        _ = try await other.begun.value
        await publish(4...6, to: stream)
        await received.expectNext(4...6)
        let recordedAll = all.recorded(), recordedLater = later.recorded()
        await recordedAll.expectNext(1...6)
        await recordedLater.expectNext(4...6)
    }
}
