import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

@Suite struct CutOffTests {

    @Test func `a cut-off is reported once, between two attempts to connect`() async throws {
        let server = try RedisServer(), relay = server.relay { $0.pauses = .seconds(600)...Duration.seconds(600) }
        let problems = relay.problems.recorded(), sky = Messenger<Int>()
        let publication = relay.publish(sky, to: "sky", buffering: .upTo(10))
        sky.send(0)
        await until("it's confirmed") { publication.isDone }
        server.kill()
        await problems.nextLoss(of: .publishing)

        // The thread may take some messages until it pauses. The next attempt to connect is minutes
        // away.
        for number in 1...5000 { sky.send(number) }
        // It may be reported while these are sent.
        await problems.expectNextCutOff(of: 1...4990)
        for number in 1...100 { sky.send(number) }
        #expect(await publication.room(below: 1) == false)
        await relay.close(within: .zero)
        problems.expectNothingMore()
    }

    @Test func `a cut-off is reported while a connected server is silent, with the size of the gap`() async throws {
        let server = try RedisServer(), relay = server.relay { $0.patience = .seconds(600) }
        let problems = relay.problems.recorded(), sky = Messenger<[UInt8]>()
        let publication = relay.publish(sky, to: "sky", buffering: .upTo(10), as: BytesCoding())
        sky.send([])
        await until("it's confirmed") { publication.isDone }
        server.pause()

        // Each of these fills a batch. The relay waits at the second one at the latest, and then
        // takes nothing more from the queue. If the system has little memory for the connection,
        // the relay waits at the first one.
        for _ in 0..<2 { sky.send([UInt8](repeating: 0, count: 1 << 20)) }
        await until("the relay waits for the server") { publication.writer.sequence.unconfirmedCount > 0 }
        for _ in 0..<15 { sky.send([]) }
        guard case .cutOff("sky", let count) = await problems.next(within: .hangLimit) else {
            Issue.record("The cut-off isn't reported.")
            return
        }
        for _ in 0..<100 { sky.send([]) }
        server.resume()
        let reading = server.relay(), gaps = reading.problems.recorded()
        let remote = reading.subscribe("sky", from: .start, as: BytesCoding()), received = remote.recorded()
        let left = await relay.close(within: .hangLimit)
        #expect(left.counts.isEmpty && left.cutOffStreams == ["sky"])
        await gaps.expectNext([.gap(stream: "sky", publisher: relay.publisher, count: UInt64(count))])
        // Messages sent after the report don't count.
        #expect(received.messages.count + count <= 18)
        problems.expectNothingMore()
        received.ignoreRest()
    }

    @Test func `of several publications, those that are cut off are reported`() async throws {
        let server = try RedisServer()
        server.kill()
        let relay = server.relay(), problems = relay.problems.recorded()
        let skies = (0..<3).map { _ in Messenger<Int>() }
        for (index, sky) in skies.enumerated() {
            relay.publish(sky, to: "\(index)", buffering: index == 1 ? .newest(10) : .upTo(10))
        }
        await problems.nextLoss(of: .publishing, causedBy: skies[0])
        for sky in skies { for number in 0..<5000 { sky.send(number) } }
        var streams: Set<String> = []
        while streams != ["0", "2"], case .cutOff(let stream, _)? = await problems.next(within: .hangLimit) {
            #expect(streams.insert(stream).inserted)
        }
        #expect(streams == ["0", "2"])
        await relay.close(within: .zero)
        problems.ignoreRest()
    }

    @Test func `a close names streams that were cut off, also if nothing is left and the publication is forgotten`()
        async throws
    {
        let server = try RedisServer(), relay = server.relay(), problems = relay.problems.recorded()
        let sky = Messenger<Int>(), publication = relay.publish(sky, to: "sky", buffering: .upTo(10))
        sky.send(0)
        await until("it's confirmed") { publication.isDone }
        server.kill()
        await problems.nextLoss(of: .publishing)
        for number in 1...5000 { sky.send(number) }
        await problems.next(where: { if case .cutOff("sky", _) = $0 { true } else { false } })
        try server.start()
        // Its last position comes after the waiting messages. Only then nothing of that publication
        // is left.
        await until("its last position is confirmed") { publication.isOver }
        sky.send(5001)

        // The relay looks for ended publications when others are added.
        for _ in 0..<40 { relay.publish(Messenger<Int>(), to: "sea").stop() }
        #expect(!relay.inspect().publications.contains { $0.stream == "sky" })
        #expect(relay.openMetrics().contains("relay_cut_off_publications{stream=\"sky\"} 1\n"))
        for _ in 0..<2 {
            let left = await relay.close(within: .hangLimit)
            #expect(left.counts == [:] && left.cutOffStreams == ["sky"] && !left.isEmpty)
            #expect("\(left)" == "sky: cut off, so messages are missing")
        }
        problems.ignoreRest()
    }

    @Test func `a close names a stream whose cut-off isn't reported yet`() async {
        let relay = SharedServer.relay(), gate = Gate(), sky = Messenger<Int>(), stream = SharedServer.stream()
        let publication = relay.publish(sky, to: stream, buffering: .upTo(1), as: SlowCoding(gate: gate))
        sky.send(0)
        await until("the thread that publishes is busy, so that it doesn't report this") { publication.backlog == 0 }
        for number in 1..<5 { sky.send(number) }
        let left = await relay.close(within: .zero)
        #expect(left.cutOffStreams == [stream] && left.count == 1)
        #expect("\(left)" == "\(stream): 1 not published; cut off, so messages are missing")
        gate.open()
    }

    @Test func `a publication with headers that is cut off no longer observes`() async throws {
        let server = try RedisServer(), relay = server.relay { $0.pauses = .seconds(600)...Duration.seconds(600) }
        let problems = relay.problems.recorded(), sky = Messenger<Int>()
        let publication = relay.publish(sky, to: "sky", buffering: .upTo(10), carrying: [Tag.header])
        sky.send(0)
        await until("it's confirmed") { publication.isDone }
        #expect(!sky.inspect().observations.isEmpty)
        server.kill()
        await problems.nextLoss(of: .publishing)
        // The thread may take some messages until it tries to connect, and then pauses.
        for number in 1...5000 { sky.send(number) }
        await problems.expectNextCutOff(of: 1...4990)
        #expect(sky.inspect().observations.isEmpty && publication.backlog <= 10)
        await relay.close(within: .zero)
        problems.ignoreRest()
    }

    @Test func `an observation that begins while its publication is cut off ends`() {
        let writer = StreamWriter(
            stream: "sky", keeping: .all, format: "a", publisher: .random(), sequence: StreamSequence())
        let cutOff = CutOff(of: writer, ProblemLine()), sky = Messenger<Int>(), dog = FreeObserver()
        cutOff.report(1)
        cutOff.report(2)
        cutOff.end(dog.observe(sky) { _ in })
        #expect(sky.inspect().observations.isEmpty && writer.counts.sums.cutOffs == 1)
    }

    @Test func `in a cluster, the thread of an outbox reports no cut-off of another one`() {
        let relay = Relay(to: RelayServer(cluster: [SharedServer.server.endpoint])), gate = Gate()
        let problems = relay.problems.recorded(), sky = Messenger<Int>(), sea = Messenger<Int>()
        let first = relay.publish(sky, to: SharedServer.stream())
        let second = relay.publish(
            sea, to: SharedServer.stream("sea"), buffering: .upTo(1), as: SlowCoding(gate: gate))
        // The thread of the second one is busy, so it doesn't report this itself.
        for number in 0..<5 { sea.send(number) }
        relay.reportCutOffs(of: first.outbox)
        #expect(problems.messages.isEmpty)
        relay.reportCutOffs(of: second.outbox)
        #expect(problems.messages.count == 1)
        problems.ignoreRest()
        gate.open()
    }
}

private enum Tag {
    @TaskLocal static var text: String?
    static let header = RelayHeader("tag", $text)
}

/// Encodes when a gate is open.
private struct SlowCoding: RelayCoding {
    let gate: Gate
    let format = "slow"
    func encode(_ message: Int) -> [UInt8] {
        gate.pass()
        return []
    }
    func decode(_ bytes: UnsafeRawBufferPointer) -> Int { 0 }
}

extension Recording<RelayProblem> {

    fileprivate func expectNextCutOff(of counts: ClosedRange<Int>) async {
        guard case .cutOff("sky", let count) = await next(within: .hangLimit), counts.contains(count) else {
            Issue.record("The cut-off isn't reported, or with another number.")
            return
        }
    }

    fileprivate func nextLoss(of use: RelayProblem.Use, causedBy sky: Messenger<Int>) async {
        sky.send(0)
        await nextLoss(of: use)
    }
}
