import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

@Suite struct CodingTests {

    @Test func `Codable messages get through as JSON`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay()
        let remote: RemoteMessages<Color> = relay.subscribe(stream, from: .start)
        let received = remote.recorded(), sky = Messenger<Color>()
        relay.publish(sky, to: stream)
        let colors = [Color(red: 1, green: 2, blue: 3, name: "Grün \"🟢\"\n\0"), Color(name: nil), Color(name: "")]
        for color in colors { sky.send(color) }
        await received.expectNext(colors)
        let entry = try SharedServer.client().ask("XRANGE", stream, "-", "+", "COUNT", "1").list[0].list[1].list
        #expect(entry[1].text.hasSuffix(" 1 json/Color/1"))
        #expect(entry[3].text.hasPrefix("{"))
    }

    @Test func `bytes get through as they are`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay()
        let remote = relay.subscribe(stream, from: .start, as: BytesCoding())
        let received = remote.recorded(), sky = Messenger<[UInt8]>()
        relay.publish(sky, to: stream, as: BytesCoding())
        let messages: [[UInt8]] = [[], [0], [13, 10], Array(0...255), Array("$3\r\nfoo\r\n".utf8)]
        for message in messages { sky.send(message) }
        await received.expectNext(messages)
    }

    @Test func `a coding of one's own is used on both sides`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay()
        let remote = relay.subscribe(stream, from: .start, as: ColorCoding())
        let received = remote.recorded(), sky = Messenger<Color>()
        relay.publish(sky, to: stream, as: ColorCoding())
        sky.send(Color(red: 1, green: 2, blue: 3))
        #expect(await received.next(within: .hangLimit) == Color(red: 1, green: 2, blue: 3))
    }

    @Test func `messages without content get through`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay()
        let remote = relay.subscribe(stream, from: .start, as: VoidCoding())
        let ones = remote.map { 1 }, received = ones.recorded(), sky = Messenger<Void>()
        relay.publish(sky, to: stream, as: VoidCoding())
        for _ in 0..<3 { sky.send(()) }
        await received.expectNext([1, 1, 1])
    }

    @Test func `optional messages get through, also where there's none`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay()
        let remote: RemoteMessages<Int?> = relay.subscribe(stream, from: .start)
        let received = remote.recorded(), sky = Messenger<Int?>()
        relay.publish(sky, to: stream)
        for number in [1, nil, 3] { sky.send(number) }
        await received.expectNext([1, nil, 3])
    }

    @Test func `a variable publishes its updates`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay()
        let remote = relay.subscribe(stream, from: .start, as: UpdateCoding())
        let received = remote.recorded(), number = Var(1)
        relay.publish(number, to: stream, as: UpdateCoding())
        number <- 2
        number <- 3
        #expect(await received.next(within: .hangLimit) == Update(1, 2))
        #expect(await received.next(within: .hangLimit) == Update(2, 3))
    }

    @Test func `the values of a variable get through`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay()
        let remote: RemoteMessages<Int> = relay.subscribe(stream, from: .start)
        let received = remote.recorded(), number = Var(1), values = number.new()
        relay.publish(values, to: stream)
        number <- 2
        number <- 3
        #expect(await received.next(within: .hangLimit) == 2)
        #expect(await received.next(within: .hangLimit) == 3)
    }

    @Test(arguments: [0, 1, 10 << 20])
    func `messages of any size get through`(_ size: Int) async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay()
        let remote = relay.subscribe(stream, from: .start, as: BytesCoding())
        let received = remote.recorded(), sky = Messenger<[UInt8]>()
        relay.publish(sky, to: stream, as: BytesCoding())
        let messages = [UInt8(1), 2].map { [UInt8](repeating: $0, count: size) }
        for message in messages { sky.send(message) }
        await received.expectNext(messages)
        try SharedServer.client().ask("DEL", stream)
    }

    @Test func `many large messages are read one by one`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), problems = relay.problems.recorded()
        let sky = Messenger<[UInt8]>()
        relay.publish(sky, to: stream, as: BytesCoding())
        for number in UInt8(1)...9 { sky.send([UInt8](repeating: number, count: 8 << 20)) }
        let remote = relay.subscribe(stream, from: .start, as: BytesCoding())
        // A transform is an object, through which the subscription could begin before the
        // recording.
        let sizes = Messenger<[Int]>(), received = sizes.recorded(), dog = FreeObserver()
        dog.observe(remote) { sizes.send([$0.count, Int($0.first ?? 0)]) }
        await received.expectNext((1...9).map { [8 << 20, $0] })
        problems.expectNothingMore()
        try SharedServer.client().ask("DEL", stream)
    }

    @Test func `what is too large is dropped, told, and missing in the count`() async throws {
        let stream = SharedServer.stream()
        let relay = SharedServer.server.relay { $0.largestMessage = 100 }, problems = relay.problems.recorded()
        let remote = relay.subscribe(stream, from: .start, as: BytesCoding())
        let sizes = remote.map(\.count), received = sizes.recorded(), sky = Messenger<[UInt8]>()
        relay.publish(sky, to: stream, as: BytesCoding())
        for size in [100, 101, 99] { sky.send([UInt8](repeating: 1, count: size)) }
        await received.expectNext([100, 99])
        #expect(
            await problems.next(within: .hangLimit)
                == .unpublishable(stream: stream, reason: "it has 101 bytes, but at most 100 are allowed"))
        #expect(await problems.next(within: .hangLimit) == .gap(stream: stream, publisher: relay.publisher, count: 1))
    }

    @Test func `what can't be encoded is dropped, told, and missing in the count`() async throws {
        let stream = SharedServer.stream(), relay = SharedServer.relay(), problems = relay.problems.recorded()
        let remote = relay.subscribe(stream, from: .start, as: PickyCoding())
        let received = remote.recorded(), sky = Messenger<Int>()
        relay.publish(sky, to: stream, as: PickyCoding())
        for number in [1, -1, -2, 3] { sky.send(number) }
        await received.expectNext([1, 3])
        for _ in 0..<2 {
            #expect(await problems.next(within: .hangLimit) == .unpublishable(stream: stream, reason: "Refused()"))
        }
        #expect(await problems.next(within: .hangLimit) == .gap(stream: stream, publisher: relay.publisher, count: 2))
    }

    @Test func `formats have names without spaces`() {
        #expect(JSONCoding<Int>().format == "json/Int/1")
        #expect(JSONCoding<[String: Int?]>(version: 3).format == "json/Dictionary<String,_Optional<Int>>/3")
        #expect(JSONCoding(of: Color.self, named: "sky blue").format == "json/sky_blue/1")
        #expect(BytesCoding(format: "png").format == "png")
    }
}
