import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

@Suite struct ConsumerHeaderTests {

    private enum Trace {
        @TaskLocal static var id: String?
        static let header = RelayHeader("trace", $id)
    }

    @Test func `a handler finds the task-local values of the sender, also that of a dead letter`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), sky = Messenger<Int>()
        let traces = Written<[String?]>(), deadTraces = Written<String?>()
        relay.publish(sky, to: stream, carrying: [Trace.header])
        let consumer = relay.consume(stream, inGroup: "g", from: .start, attempts: 1, carrying: [Trace.header]) {
            (number: Int) in
            let before = Trace.id
            await Task.yield()
            traces.append([before, Trace.id])
            if number == 3 { throw Rejection() }
        }
        let dead = relay.consume(
            ConsumerSettings.deadLetters(of: stream), inGroup: "g", from: .start, carrying: [Trace.header]
        ) { (_: Int) in deadTraces.append(Trace.id) }
        Trace.$id.withValue("a") { sky.send(1) }
        sky.send(2)
        Trace.$id.withValue("b") { sky.send(3) }
        await until("all are handled") { traces.values.count == 3 && deadTraces.values.count == 1 }
        #expect(traces.values == [["a", "a"], [nil, nil], ["b", "b"]])
        #expect(deadTraces.values == ["b"])
        withExtendedLifetime((consumer, dead)) {}
    }

    @Test func `a consumer accepts what its coding accepts`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), tally = Tally(), sky = Messenger<Int>()
        relay.publish(sky, to: stream, as: JSONCoding<Int>(version: 1))
        let coding = JSONCoding<Int>(version: 3).accepting(JSONCoding<Int>(version: 1)) { $0 * 10 }
        let consumer = relay.consume(stream, inGroup: "g", from: .start, as: coding) { number in tally.add(number) }
        sky.send(1)
        await until("it's handled") { tally.count == 1 }
        #expect(tally.numbers == [10])
        withExtendedLifetime(consumer) {}
    }
}
