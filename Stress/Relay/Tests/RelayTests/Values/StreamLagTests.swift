import Testing

@testable import Relay

@Suite struct StreamLagTests {

    @Test func `nothing is known before the server has answered`() {
        let lag = StreamLag()
        #expect(lag.entries == nil && lag.milliseconds(at: .zero) == nil && !lag.isBehind)
    }

    @Test func `from the start of a stream, all of it is to be read`() {
        var lag = StreamLag()
        lag.learn(state(added: 1000, length: 300, first: 7, last: 2007), at: .zero)
        #expect(lag.entries == 300)
        #expect(lag.milliseconds(at: .zero) == 2000)
        for time in 7..<107 { lag.read(at: id(time)) }
        lag.endAnswer(isFull: true)
        #expect(lag.entries == 200)
        #expect(lag.milliseconds(at: id(107)) == 1900)
        #expect(lag.isBehind)

        // 50 more were added.
        lag.learn(state(added: 1050, length: 350, first: 7, last: 3007), at: id(107))
        #expect(lag.entries == 250)
    }

    @Test func `an answer that isn't full reaches the end`() {
        var lag = StreamLag()
        lag.endAnswer(isFull: true)
        #expect(lag.isBehind && lag.entries == nil)
        lag.read(at: id(5))
        lag.endAnswer(isFull: false)
        #expect(lag.entries == 0 && lag.milliseconds(at: id(5)) == 0 && !lag.isBehind)
    }

    @Test func `in the middle of a stream, the number is known behind an end that the server has told`() {
        var lag = StreamLag()
        lag.learn(state(added: 100, length: 100, first: 1, last: 100), at: id(40))
        #expect(lag.entries == nil)
        #expect(lag.milliseconds(at: id(40)) == 60)
        for time in [41, 99, 103, 105] { lag.read(at: id(time)) }
        #expect(lag.entries == 0)

        // Two of these are among the entries that were added since then.
        lag.learn(state(added: 110, length: 110, first: 1, last: 200), at: id(105))
        #expect(lag.entries == 8)
    }

    @Test func `the end itself counts, and so does a position at the end`() {
        var lag = StreamLag()
        lag.learn(state(added: 100, length: 100, first: 1, last: 100), at: id(40))
        lag.read(at: id(100))
        lag.learn(state(added: 103, length: 103, first: 1, last: 103), at: id(100))
        #expect(lag.entries == 3)
        lag = StreamLag()
        lag.learn(state(added: 100, length: 10, first: 1, last: 100), at: id(100))
        #expect(lag.entries == 0 && lag.milliseconds(at: id(100)) == 0)
        lag.learn(state(added: 104, length: 10, first: 1, last: 104), at: id(100))
        #expect(lag.entries == 4)
    }

    @Test func `entries that were trimmed aren't to be read`() {
        var lag = StreamLag()
        lag.learn(state(added: 100, length: 100, first: 1, last: 100), at: id(100))

        // By the number, there would be 900, but there are fewer.
        lag.learn(state(added: 1000, length: 50, first: 90, last: 1000), at: id(100))
        #expect(lag.entries == 50)
        lag.learn(state(added: 2000, length: 60, first: 1940, last: 2000), at: id(100))
        #expect(lag.entries == 60)
        #expect(lag.milliseconds(at: id(100)) == 60)
        for time in 1940..<1950 { lag.read(at: id(time)) }
        lag.learn(state(added: 2100, length: 160, first: 1940, last: 2100), at: id(1949))
        #expect(lag.entries == 150)
    }

    @Test func `a server that doesn't count entries still tells the time`() {
        var lag = StreamLag()
        lag.learn(state(added: nil, length: 100, first: 1, last: 100), at: .zero)
        #expect(lag.entries == 100)
        lag.learn(state(added: nil, length: 100, first: 1, last: 100), at: id(30))
        #expect(lag.entries == nil && lag.milliseconds(at: id(30)) == 70)
    }

    @Test func `a server that doesn't tell anything leaves it open, but for the end`() {
        var lag = StreamLag()
        lag.endAnswer(isFull: false)
        #expect(lag.entries == 0)
        lag.read(at: id(1))
        lag.endAnswer(isFull: true)
        #expect(lag.entries == nil && lag.milliseconds(at: id(1)) == nil)
    }
}

private func id(_ time: Int) -> RelayID { RelayID(milliseconds: UInt64(time), number: 0) }

private func state(added: UInt64?, length: UInt64, first: Int, last: Int) -> StreamState {
    StreamState(added: added, length: length, last: id(last), first: id(first))
}
