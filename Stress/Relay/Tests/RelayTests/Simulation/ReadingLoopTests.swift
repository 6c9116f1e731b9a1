import Testing

@testable import Relay

/// The questions of a loop to a simulated server, and its reaction to missing signals.
@Suite struct ReadingLoopTests {

    let network = QuietNetwork()
    let loop: ReadingLoop
    let problems = ProblemLine()
    let told: Told
    let session: SimulatedSession

    init() {
        loop = ReadingLoop(network, hasThreads: false)
        told = Told(problems)
        session = network.server.connect()
    }

    // MARK: - Rest

    @Test func `subscriptions that have read everything rest, also if their streams have no entries`() {
        ask("XADD", "sky", "1-1", "x", "y")
        ask("XADD", "gone", "1-1", "x", "y")
        ask("XDEL", "gone", "1-1")
        let clients = ["sky", "gone", "none"].map { subscribe($0) }
        run()
        for client in clients { #expect(client.hasBegun) }
        let count = network.commandCount
        run(for: .seconds(20))
        // Every two seconds, the loop sends a ping, and one question for each subscription.
        #expect(network.commandCount - count <= 10 * (1 + 3))
        #expect(network.sessions.count == 2)
    }

    @Test func `a subscription that joins while the server blocks for the only other one begins at once`() {
        let sky = subscribe("sky"), start = network.now
        var sea: NumberClient?
        network.atNextWait = { sea = subscribe("sea") }
        run()
        #expect(sky.hasBegun && sea?.hasBegun == true)
        #expect(network.now == start)
        #expect(network.sessions.count == 3)
        #expect(told.reasons.isEmpty)
    }

    @Test func `a stream that's always full keeps no other one waiting`() {
        let sky = subscribe("sky"), sea = subscribe("sea")
        run()
        network.beforeCommand = { words in
            guard words[0] == "XREAD", words[4] == "sky", sea.numbers.isEmpty, sky.numbers.count < 20_000 else {
                return
            }
            for number in 0..<Int(words[2])! { add(number, to: "sky") }
        }
        add(0, to: "sky")
        for _ in 0..<4 { _ = loop.step() }
        add(1, to: "sea")
        run()
        #expect(sea.numbers == [1])
        #expect(sky.numbers.count < 20_000)
    }

    @Test func `many subscriptions don't wait for each other's round trips, also on another connection`() {
        for number in 0..<48 { _ = subscribe("sky-\(number)") }
        run()
        // Three to connect. For every 16 subscriptions: one for the ends, one for entries, one for
        // the end.
        #expect(network.writeCount <= 3 + 3 * 3)
        let count = network.writeCount
        network.sessions[0].close()
        run(for: .milliseconds(1))
        #expect(network.sessions.count == 4)
        #expect(network.writeCount - count <= 3 + 3 * 2)
    }

    // MARK: - Signals

    @Test func `a change right after the first answers is reported`() {
        for stream in ["sky", "sea"] { add(0, to: stream) }
        let sky = subscribe("sky")
        _ = subscribe("sea")
        network.beforeCommand = { words in
            // This is the last question before the loop first waits.
            if words.starts(with: ["XREAD", "COUNT", "16"]), words[4] == "sea", sky.numbers.isEmpty {
                add(1, to: "sky")
            }
        }
        run()
        #expect(sky.numbers == [0, 1])
    }

    @Test func `all streams are read again at once when the server is emptied`() {
        let clients = [subscribe("sky"), subscribe("sea")]
        for stream in ["sky", "sea"] { add(1, to: stream, at: "5-1") }
        run()
        ask("FLUSHALL")
        for stream in ["sky", "sea"] { add(2, to: stream, at: "1-1") }
        run()
        for client in clients { #expect(client.numbers == [1, 2]) }
    }

    @Test func `a change that the server doesn't report is found by a check, and the connections are replaced`() {
        let sky = subscribe("sky")
        _ = subscribe("sea")
        run()
        network.losesChanges = true
        add(1, to: "sky")
        run()
        #expect(sky.numbers.isEmpty)
        run(for: .seconds(3))
        #expect(sky.numbers == [1])
        #expect(network.sessions.count == 4)
        #expect(told.reasons == ["the server doesn't report which streams have changed"])
        network.losesChanges = false
        add(2, to: "sky")
        run()
        #expect(sky.numbers == [1, 2])
    }

    @Test func `a change right before a check costs no connection`() {
        let sky = subscribe("sky")
        _ = subscribe("sea")
        run()
        network.beforeCommand = { words in
            if words.starts(with: ["XREVRANGE", "sky"]), sky.numbers.isEmpty { add(1, to: "sky") }
        }
        run(for: .seconds(3))
        #expect(sky.numbers == [1])
        #expect(network.sessions.count == 2)
        #expect(told.reasons.isEmpty)
    }

    @Test(arguments: [false, true])
    func `connections without answers to pings are replaced`(_ isChangeLost: Bool) {
        let sky = subscribe("sky")
        _ = subscribe("sea")
        run()
        network.losesPongs = true
        if isChangeLost {
            network.losesChanges = true
            add(1, to: "sky")
        }
        run(for: .seconds(9))
        #expect(network.sessions.count == 4)
        #expect(told.reasons == ["the server doesn't respond"])
        #expect(sky.numbers == (isChangeLost ? [1] : []))
    }

    @Test(arguments: [0, 1])
    func `a connection that closes while all subscriptions rest is replaced at once`(_ index: Int) {
        let sky = subscribe("sky")
        _ = subscribe("sea")
        run()
        for round in 1...10 {
            // The pause doesn't grow, since earlier connections had answers.
            network.sessions[2 * round - 2 + index].close()
            run(for: .milliseconds(1))
            guard network.sessions.count == 2 * round + 2 else {
                Issue.record("There are \(network.sessions.count) connections.")
                return
            }
        }
        add(1, to: "sky")
        run()
        #expect(sky.numbers == [1])
    }

    // MARK: - Refusals

    @Test func `a stream that's refused costs no connection, and reconnects before its next entry`() {
        let sky = subscribe("sky")
        _ = subscribe("sea")
        run()
        ask("SET", "sky", "text")
        run()
        #expect(told.reasons.count == 1 && told.reconnectionCount == 0)
        ask("DEL", "sky")
        run(for: .seconds(1))
        #expect(told.reasons.count == 1 && told.reconnectionCount == 1)
        #expect(network.sessions.count == 2)
        add(1, to: "sky")
        run()
        #expect(sky.numbers == [1])
    }

    @Test func `a stream that's refused when its subscription has just ended costs no connection`() {
        _ = subscribe("sky")
        let reader = reader(of: "sea", NumberClient())
        #expect(loop.join(reader))
        run()
        network.beforeCommand = { words in
            if words[0] != "XREAD" || words[4] != "sea" { return }
            reader.stop()
            loop.endAllLeaving()
        }
        ask("SET", "sea", "text")
        run()
        #expect(told.reasons.isEmpty)
        #expect(network.sessions.count == 2)
    }

    @Test func `a single stream that was refused reconnects before its next entry, too`() {
        _ = subscribe("sky")
        var reconnectionCounts: [Int] = []
        network.beforeCommand = { words in
            if !words.contains("BLOCK") { return }
            if reconnectionCounts.isEmpty { ask("SET", "sky", "text") }
            reconnectionCounts.append(told.reconnectionCount)
        }
        run()
        #expect(told.reasons.count == 1)
        ask("DEL", "sky")
        run(for: .seconds(1))
        #expect(reconnectionCounts.prefix(2) == [0, 1])
    }

    @Test func `a single stream reconnects before its next entry`() {
        _ = subscribe("sky")
        var reconnectionCounts: [Int] = []
        network.beforeCommand = { words in
            if !words.contains("BLOCK") { return }
            if reconnectionCounts.isEmpty { network.sessions[0].close() }
            reconnectionCounts.append(told.reconnectionCount)
        }
        run(for: .seconds(1))
        #expect(reconnectionCounts.prefix(2) == [0, 1])
    }

    @Test func `a single connection without answers is replaced`() {
        let sky = subscribe("sky")
        network.isSilent = true
        run(for: .seconds(8))
        #expect(network.sessions.count == 2)
        #expect(told.reasons == ["the server doesn't respond"])
        add(1, to: "sky")
        network.isSilent = false
        run(for: .seconds(8))
        #expect(sky.numbers == [1])
    }

    // MARK: - Joining and leaving

    @Test func `a subscription that joins or looks for room wakes a loop that waits`() {
        let client = NumberClient(), reader = reader(of: "sky", client)
        #expect(loop.join(reader))
        run()
        loop.stopper.pipe.drain()
        _ = subscribe("sea")
        #expect(loop.stopper.pipe.wait(atMost: .zero))
        loop.stopper.pipe.drain()
        reader.expectLook()
        #expect(loop.stopper.pipe.wait(atMost: .zero))
    }

    @Test func `a subscription that stops in a handler gets nothing after that, and the last one stops the loop`() {
        let client = NumberClient(), reader = reader(of: "sky", client)
        client.onRead = { reader.stop() }
        for number in 1...3 { add(number, to: "sky") }
        #expect(loop.join(reader))
        for _ in 0..<10 where !client.hasEnded { _ = loop.step() }
        #expect(client.hasEnded)
        #expect(client.numbers == [1])
        #expect(loop.stopper.isStopped)
    }

    @Test func `a reader that was stopped before it joined ends, and asks nothing`() {
        _ = subscribe("sea")
        run()
        let count = network.commandCount, client = NumberClient(), reader = reader(of: "sky", client)
        reader.stop()
        #expect(loop.join(reader))
        _ = loop.step()
        #expect(client.hasEnded)
        #expect(network.commandCount == count)
    }

    @Test func `a write that's dropped gives way to the value of all at once`() {
        _ = subscribe("sea")
        let outbox = Outbox(network, Fence(of: .random(), tag: nil), problems)
        let parts = SharedParts(
            0, "limit", JSONCoding<Int>(), Relay(), RelayServer(), largest: 1000, outbox, problems, #fileID, #line)
        #expect(loop.join(parts.reader))
        add(1, to: "limit")
        run()
        parts.client.write(2, as: nil)
        parts.client.number(1, latest: 1)
        parts.client.settle(1, at: nil)
        #expect(parts.client.variable.value == 2)
        run()
        #expect(parts.client.variable.value == 1)
        parts.publication.stop()
        outbox.stop()
    }
}
