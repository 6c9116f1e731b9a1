import Relay
import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

/// Programs of several versions that use one stream.
@Suite struct FormatTests {

    private struct OldOrder: Codable, Equatable {
        var number: Int
        init(number: Int) { self.number = number }
        init(_ order: Order) { number = order.number }
    }

    private struct Order: Codable, Hashable {

        struct Negative: Error {}

        var number: Int
        var count: Int
        init(number: Int, count: Int) {
            self.number = number
            self.count = count
        }
        init(_ order: OldOrder) throws {
            if order.number < 0 { throw Negative() }
            number = order.number
            count = 1
        }
    }

    private let old = JSONCoding(of: OldOrder.self, named: "Order"), new = JSONCoding<Order>(version: 2)
    private let stream = SharedServer.stream(), relay = SharedServer.relay()

    private var reading: some RelayCoding<Order> { new.accepting(old) { try Order($0) } }

    private var writingOld: some RelayCoding<Order> {
        old.converted(to: Order.init, from: OldOrder.init).accepting(new) { $0 }
    }

    private enum Trace {
        @TaskLocal static var id: String?
    }

    @Test func `an entry says its version, and has fields as other versions of the library expect them`() async throws {
        let orders = Messenger<OldOrder>(), header = RelayHeader("trace", Trace.$id)
        relay.publish(orders, to: stream, carrying: [header], as: old)
        Trace.$id.withValue("a1") { orders.send(OldOrder(number: 7)) }
        #expect(await relay.close(within: .hangLimit).isEmpty)
        let entries = try SharedServer.client().ask("XRANGE", stream, "-", "+").list.map(\.list)
        let words = entries.map { $0[1].list.map(\.text) }, publisher = relay.publisher
        #expect(words.first == ["m", "1 \(publisher) 1 json/Order/1", "d", "{\"number\":7}", "h:trace", "a1"])
        #expect(words.dropFirst() == [["p", "1 \(publisher) 1 \(entries[0][0].text)"]])
    }

    @Test func `a new reader reads messages of old and new writers`() async {
        let oldOrders = Messenger<OldOrder>(), orders = Messenger<Order>()
        let oldPublication = relay.publish(oldOrders, to: stream, as: old)
        relay.publish(orders, to: stream, as: new)
        let remote = relay.subscribe(stream, from: .start, as: reading), received = remote.recorded()
        for number in 1...3 {
            oldOrders.send(OldOrder(number: number))
            orders.send(Order(number: number, count: 5))
        }
        for number in 1...3 {
            await received.expectNext([Order(number: number, count: 1), Order(number: number, count: 5)])
        }
        #expect(oldPublication.isDone)
    }

    @Test func `old and new programs read each other while new ones write the old format`() async {
        let oldOrders = Messenger<OldOrder>(), orders = Messenger<Order>()
        relay.publish(oldOrders, to: stream, as: old)
        relay.publish(orders, to: stream, as: writingOld)
        let oldRemote = relay.subscribe(stream, from: .start, as: old)
        let remotes = [
            relay.subscribe(stream, from: .start, as: writingOld), relay.subscribe(stream, from: .start, as: reading),
        ]
        let oldReceived = oldRemote.recorded(), received = remotes.map { $0.recorded() }
        oldOrders.send(OldOrder(number: 1))
        orders.send(Order(number: 2, count: 5))
        await oldReceived.expectNext([OldOrder(number: 1), OldOrder(number: 2)])
        for received in received { await received.expectNext([1, 2].map { Order(number: $0, count: 1) }) }
    }

    @Test func `a program that writes the old format reads the new one`() async {
        let orders = Messenger<Order>()
        relay.publish(orders, to: stream, as: new)
        let remote = relay.subscribe(stream, from: .start, as: writingOld), received = remote.recorded()
        orders.send(Order(number: 2, count: 5))
        await received.expectNext([Order(number: 2, count: 5)])
    }

    @Test func `codings of three versions are combined`() async {
        let texts = Messenger<[UInt8]>(), oldOrders = Messenger<OldOrder>()
        relay.publish(texts, to: stream, as: BytesCoding())
        relay.publish(oldOrders, to: stream, as: old)
        let coding = new.accepting(old.accepting(BytesCoding()) { OldOrder(number: $0.count) }) { try Order($0) }
        #expect(coding.format == "json/Order/2")
        #expect(coding.acceptedFormats == ["json/Order/2", "json/Order/1", "bytes"])
        let remote = relay.subscribe(stream, from: .start, as: coding), received = remote.recorded()
        texts.send([0, 0])
        oldOrders.send(OldOrder(number: 3))
        await received.expectNext([2, 3].map { Order(number: $0, count: 1) })
    }

    @Test func `a format that isn't accepted is reported with those that are`() async {
        let texts = Messenger<[UInt8]>(), orders = Messenger<Order>(), problems = relay.problems.recorded()
        relay.publish(texts, to: stream, as: BytesCoding())
        relay.publish(orders, to: stream, as: new)
        let remote = relay.subscribe(stream, from: .start, as: reading), received = remote.recorded()
        texts.send([])
        orders.send(Order(number: 1, count: 1))
        await received.expectNext([Order(number: 1, count: 1)])
        guard case .undecodable(stream, _, let reason) = await problems.next(within: .hangLimit) else {
            Issue.record("The format isn't reported.")
            return
        }
        #expect(reason == "its format is 'bytes', not 'json/Order/2' or 'json/Order/1'")
    }

    @Test func `a message that can't be converted is reported`() async {
        let oldOrders = Messenger<OldOrder>(), problems = relay.problems.recorded()
        relay.publish(oldOrders, to: stream, as: old)
        let remote = relay.subscribe(stream, from: .start, as: reading), received = remote.recorded()
        oldOrders.send(OldOrder(number: -1))
        oldOrders.send(OldOrder(number: 1))
        await received.expectNext([Order(number: 1, count: 1)])
        guard case .undecodable(stream, _, reason: "Negative()") = await problems.next(within: .hangLimit) else {
            Issue.record("The error isn't reported.")
            return
        }
    }

    @Test func `old and new programs share a value while new ones write the old format`() async throws {
        let old = relay.shared(stream, initially: OldOrder(number: 0), as: old)
        let new = relay.shared(stream, initially: Order(number: 0, count: 0), as: writingOld)
        _ = try await (old.begun.value, new.begun.value)
        old.value.number = 1
        await until("the new program has the value") { new.value == Order(number: 1, count: 1) }
        new.value = Order(number: 2, count: 5)
        await until("the old program has the value") { old.value.number == 2 }
        await until("all have what the old format can say") { new.value == Order(number: 2, count: 1) }
    }

    @Test func `two codings of one format can't be combined`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = JSONCoding<Int>().accepting(JSONCoding(of: String.self, named: "Int")) { $0.count }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("both codings accept the format 'json/Int/1'. Give the new one another version"))
    }
}
