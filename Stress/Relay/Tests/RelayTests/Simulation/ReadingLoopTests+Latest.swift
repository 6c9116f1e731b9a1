import Testing

@testable import Relay

extension ReadingLoopTests {

    @Test func `an entry that's removed before it's read doesn't count as read`() {
        let client = NumberClient()
        client.wantsLatest = true
        add(1, to: "sky", at: "5-1")
        var memory: SimulatedServer.Snapshot?
        network.beforeCommand = { words in
            if words[0] != "XREVRANGE" || words[2] != "5-1" || memory != nil { return }
            memory = network.server.snapshot()
            ask("XTRIM", "sky", "MAXLEN", "0")
        }
        #expect(loop.join(reader(of: "sky", from: .now, client)))
        run()
        #expect(client.hasBegun && client.numbers.isEmpty)
        // The server dies, and has the entry again.
        if let memory { network.server.restore(memory) }
        run(for: .seconds(10))
        #expect(client.numbers == [1])
    }
}
