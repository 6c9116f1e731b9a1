import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

@Suite struct OrderAndAuthorTests {

    @Test func `all who read a stream get one order, and each publisher's own`() async throws {
        let stream = SharedServer.stream(), publishing = (0..<3).map { _ in SharedServer.relay() },
            reading = SharedServer.relay()
        let remotes = (0..<3).map { _ -> RemoteMessages<[Int]> in reading.subscribe(stream, from: .start) }
        let recordings = remotes.map { $0.recorded() }
        await withTaskGroup { group in
            for (index, relay) in publishing.enumerated() {
                group.addTask {
                    await onThread {
                        let sky = Messenger<[Int]>()
                        relay.publish(sky, to: stream)
                        for number in 0..<500 { sky.send([index, number]) }
                        #expect(relay.close(within: .hangLimit).isEmpty)
                    }
                }
            }
        }
        var orders: [[[Int]]] = []
        for recording in recordings {
            var order: [[Int]] = []
            for _ in 0..<1500 { order.append(await recording.next(within: .hangLimit) ?? []) }
            orders.append(order)
        }
        #expect(orders[0] == orders[1] && orders[1] == orders[2])
        for index in 0..<3 { #expect(orders[0].filter { $0[0] == index }.map { $0[1] } == Array(0..<500)) }
    }

    @Test func `what one thread sends through two streams gets there in that order`() async throws {
        let server = try RedisServer(), relay = server.relay(), left = Messenger<Int>(), right = Messenger<Int>()
        relay.publish(left, to: "left")
        relay.publish(right, to: "right")
        let monitor = try server.client()
        try monitor.ask("MONITOR")
        for number in 0..<300 { (number % 3 == 0 ? left : right).send(number) }
        #expect(await relay.close(within: .hangLimit).isEmpty)
        var numbers: [Int] = []
        while numbers.count < 300 {
            let line = try monitor.next().text
            guard line.contains("\"XADD\""), line.contains("\"d\"") else { continue }
            numbers.append(Int(line.split(separator: "\"").last ?? "") ?? -1)
        }
        #expect(numbers == Array(0..<300))
    }

    @Test func `one relay carries many streams`() async throws {
        let relay = SharedServer.relay(), other = SharedServer.relay()
        let streams = (0..<8).map { SharedServer.stream("\($0)") }, messengers = streams.map { _ in Messenger<Int>() }
        let remotes = streams.map { stream -> RemoteMessages<Int> in other.subscribe(stream, from: .start) }
        let recordings = remotes.map { $0.recorded() }
        for (messenger, stream) in zip(messengers, streams) { relay.publish(messenger, to: stream) }
        for number in 0..<400 { messengers[number % 8].send(number) }
        for number in 0..<400 { #expect(await recordings[number % 8].next(within: .hangLimit) == number) }
    }

    @Test func `an echo is told by its author`() async throws {
        let stream = SharedServer.stream(), here = SharedServer.relay(), there = SharedServer.relay()
        let remote: RemoteMessages<String> = here.subscribe(stream, from: .start)
        let notOurs = remote.notFrom(here), onlyOurs = remote.from(here)
        let all = remote.recorded(), others = notOurs.recorded(), own = onlyOurs.recorded()
        let ours = Messenger<String>(), theirs = Messenger<String>()
        here.publish(ours, to: stream)
        there.publish(theirs, to: stream)
        ours.send("here")
        #expect(await all.next(within: .hangLimit) == "here")
        theirs.send("there")
        #expect(await all.next(within: .hangLimit) == "there")
        #expect(await own.next(within: .hangLimit) == "here")
        #expect(await others.next(within: .hangLimit) == "there")
    }

    @Test func `a publisher is the same author each time, and each is another one`() async throws {
        let stream = SharedServer.stream(), here = SharedServer.relay()
        let others = (0..<2).map { _ in SharedServer.relay() }, messengers = (0..<2).map { _ in Messenger<Int>() }
        let remote: RemoteMessages<Int> = here.subscribe(stream, from: .start)
        let authors = Messenger<Author>(), recorded = authors.recorded(), dog = FreeObserver()
        dog.observe(remote) { number, author in authors.send(Author(number, author)) }
        for (relay, messenger) in zip(others, messengers) { relay.publish(messenger, to: stream) }
        var found: [ObjectIdentifier] = []
        for number in [0, 1, 1, 0] {
            messengers[number].send(number)
            let author = try #require(await recorded.next(within: .hangLimit))
            #expect(author.number == number)
            #expect((author.object as? RemoteAuthor)?.publisher == others[number].publisher)
            found.append(ObjectIdentifier(author.object))
        }
        #expect(found[0] == found[3] && found[1] == found[2] && found[0] != found[1])
        dog.stopObserving()
    }

    private struct Author: @unchecked Sendable {
        let number: Int
        let object: AnyObject
        init(_ number: Int, _ object: AnyObject) { (self.number, self.object) = (number, object) }
    }

    @Test func `what is sent here through remote messages isn't published`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay()
        let remote: RemoteMessages<Int> = relay.subscribe(stream)
        let received = remote.recorded()
        _ = try await remote.begun.value
        remote.send(5)
        #expect(await received.next(within: .hangLimit) == 5)
        #expect(try SharedServer.client().ask("XLEN", stream).number == 0)
    }

    @Test func `two observables that are published in one stream don't hide each other's messages`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay()
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start)
        let received = remote.recorded(), first = Messenger<Int>(), second = Messenger<Int>()
        relay.publish(first, to: stream)
        relay.publish(second, to: stream)
        for number in 0..<10 { (number % 2 == 0 ? first : second).send(number) }
        await received.expectNext(0..<10)
    }

    @Test func `an observable that's published behind another one doesn't begin anew`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay()
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start)
        let received = remote.recorded()
        for round in 0..<3 {
            let sky = Messenger<Int>()
            relay.publish(sky, to: stream)
            for number in 0..<5 { sky.send(10 * round + number) }
            await received.expectNext((0..<5).map { 10 * round + $0 })
        }
    }
}
