import Foundation
import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

@Suite struct RoomTests {

    @Test func `a hop without room lets the reader wait, and go on later`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), place = ManualPlace()
        let remote = relay.subscribe(stream, from: .start, room: 50, as: BytesCoding())
        let other = relay.subscribe(stream, from: .start, as: BytesCoding())
        let slowSizes = Messenger<Int>(), slow = slowSizes.recorded(), dog = FreeObserver()
        dog.observe(remote, on: place) { slowSizes.send($0.count) }
        let sizes = other.map(\.count), received = sizes.recorded(), publishing = SharedServer.relay()
        let sky = Messenger<[UInt8]>()
        publishing.publish(sky, to: stream, as: BytesCoding())
        for number in 0..<6000 { sky.send([UInt8](repeating: 1, count: 1000 + number)) }
        let expected = (0..<6000).map { 1000 + $0 }
        await received.expectNext(expected)
        await until("the reader has no room") { remote.backlog >= 50 }

        // One answer of the server contains at most a thousand messages, or about a megabyte.
        #expect(remote.backlog < 50 + 1000)
        #expect(slow.messages.isEmpty)
        await until("all is handled") {
            place.runAll()
            #expect(remote.backlog < 50 + 1000)
            return slow.messages.count == 6000
        }
        await slow.expectNext(expected)
        dog.stopObserving()
    }

    @Test func `a handler that takes its time slows nobody but itself`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), gate = Gate()
        let slow: RemoteMessages<Int> = relay.subscribe(stream, from: .start)
        let fast: RemoteMessages<Int> = relay.subscribe(stream, from: .start)
        let slowNumbers = Messenger<Int>(), slowReceived = slowNumbers.recorded(), dog = FreeObserver()
        dog.observe(slow) { number in
            gate.pass()
            slowNumbers.send(number)
        }
        let received = fast.recorded(), sky = Messenger<Int>()
        relay.publish(sky, to: stream)
        for number in 1...5000 { sky.send(number) }
        await received.expectNext(1...5000)
        slowReceived.expectNothingMore()
        gate.open()
        await slowReceived.expectNext(1...5000)
        dog.stopObserving()
    }

    @Test func `loops get all messages, and end with the subscription`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), sky = Messenger<Int>()
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start)
        let messages = remote.messages()
        let loop = Task {
            var sum = 0
            for await number in messages { sum += number }
            return sum
        }
        let received = remote.recorded()
        relay.publish(sky, to: stream)
        for number in 1...100 { sky.send(number) }
        await received.expectNext(1...100)
        remote.stop()
        #expect(await loop.value == 5050)
        await until("it's closed") { remote.isClosed }
    }
}
