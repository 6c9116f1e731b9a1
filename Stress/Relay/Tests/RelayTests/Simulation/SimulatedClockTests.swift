import Testing

@testable import Relay

/// The rules that depend on the clock of the server.
@Suite struct SimulatedClockTests {

    private let server: SimulatedServer, session: SimulatedSession

    init() {
        server = SimulatedServer(clock: 1000)
        session = server.connect()
    }

    private func ask(_ words: String...) -> [UInt8] { session.receive(Wire.fields(words)) }

    private func add(_ id: String = "*") -> [UInt8] { ask("XADD", "sky", id, "m", "") }

    @Test func `new ids are the time, and count within a millisecond`() {
        #expect(add() == Wire.text("1000-0"))
        #expect(add() == Wire.text("1000-1"))
        server.clock = 1001
        #expect(add() == Wire.text("1001-0"))
    }

    @Test func `when the clock goes back, new ids count on`() {
        _ = add()
        server.clock = 400
        #expect(add() == Wire.text("1000-1"))
        #expect(ask("XADD", "sea", "*", "m", "") == Wire.text("400-0"))
        server.clock = 1000
        #expect(add() == Wire.text("1000-2"))
    }

    @Test func `new ids are above those that were given`() {
        _ = add("2000-7")
        #expect(add() == Wire.text("2000-8"))
        _ = add("2000-\(UInt64.max)")
        #expect(add() == Wire.text("2001-0"))
        #expect(
            add("2001-0")
                == Wire.error("ERR The ID specified in XADD is equal or smaller than the target stream top item"))
    }

    @Test(arguments: [["XTRIM", "sky", "MAXLEN", "0"], ["XDEL", "sky", "1000-0"]])
    func `an empty stream remembers its last id`(_ command: [String]) {
        _ = add()
        #expect(session.receive(Wire.fields(command)) == Wire.number(1))
        #expect(server.entries(of: "sky").isEmpty)
        server.clock = 900
        #expect(add() == Wire.text("1000-1"))
        #expect(server.lastID(of: "sky") == RelayID(milliseconds: 1000, number: 1))
    }

    @Test func `a renamed stream remembers its last id`() {
        _ = add()
        _ = ask("RENAME", "sky", "sea")
        server.clock = 900
        #expect(add() == Wire.text("900-0"))
        #expect(ask("XADD", "sea", "*", "m", "") == Wire.text("1000-1"))
    }

    @Test(arguments: [["DEL", "sky"], ["FLUSHALL"]])
    func `a deleted stream forgets its last id`(_ command: [String]) {
        _ = add()
        _ = session.receive(Wire.fields(command))
        server.clock = 900
        #expect(server.lastID(of: "sky") == nil)
        #expect(add() == Wire.text("900-0"))
    }

    // MARK: - Expiry

    @Test(arguments: [["SET", "key", "x", "PX", "2000"], ["SET", "key", "x", "EX", "2"]])
    func `a text lasts until its time is over`(_ command: [String]) {
        _ = session.receive(Wire.fields(command))
        server.clock = 3000
        #expect(ask("GET", "key") == Wire.text("x"))
        server.clock = 3001
        #expect(ask("GET", "key") == Wire.none)
        server.clock = 1000
        #expect(ask("GET", "key") == Wire.none)
    }

    @Test func `a stream expires, unless the clock goes back before a command names it`() {
        _ = add()
        #expect(ask("EXPIRE", "sky", "1") == Wire.number(1))
        server.clock = 2001
        server.clock = 2000
        #expect(ask("XLEN", "sky") == Wire.number(1))
        server.clock = 2001
        #expect(ask("TYPE", "sky") == Wire.status("none"))
    }

    @Test func `a renamed key keeps its time`() {
        _ = ask("SET", "key", "x", "PX", "10")
        _ = ask("RENAME", "key", "other")
        _ = ask("SET", "key", "y")
        server.clock = 1011
        #expect(ask("DEL", "key", "other") == Wire.number(1))
    }

    @Test func `counting keeps the time of a key, and setting it ends it`() {
        _ = ask("SET", "key", "1", "PX", "10")
        _ = ask("SET", "other", "1", "PX", "10")
        _ = ask("INCR", "key")
        _ = ask("SET", "other", "2")
        server.clock = 1011
        #expect(ask("GET", "key") == Wire.none)
        #expect(ask("GET", "other") == Wire.text("2"))
        #expect(ask("SET", "key", "3", "NX") == Wire.status("OK"))
    }

    @Test func `a read that finds a key expired pushes that, and is remembered`() {
        let signal = server.connect()
        _ = signal.receive(Wire.fields("SUBSCRIBE", "__redis__:invalidate"))
        _ = ask("CLIENT", "TRACKING", "ON", "REDIRECT", "\(signal.id)")
        _ = ask("SET", "key", "x", "PX", "10")
        _ = ask("GET", "key")
        server.clock = 1011
        #expect(signal.takePushed().isEmpty)
        #expect(ask("GET", "key") == Wire.none)
        #expect(!signal.takePushed().isEmpty)
        _ = ask("SET", "key", "x")
        #expect(!signal.takePushed().isEmpty)
    }

    @Test func `a watched key that expires ends the transaction`() {
        _ = ask("SET", "key", "x", "PX", "10")
        _ = ask("WATCH", "key")
        _ = ask("MULTI")
        server.clock = 1011
        #expect(ask("EXEC") == Wire.noList)
    }

    @Test func `a key that had expired before it was watched doesn't end the transaction`() {
        _ = ask("SET", "key", "x", "PX", "10")
        server.clock = 1011
        _ = ask("WATCH", "key")
        _ = ask("MULTI")
        #expect(ask("EXEC") == Wire.list())
    }
}
