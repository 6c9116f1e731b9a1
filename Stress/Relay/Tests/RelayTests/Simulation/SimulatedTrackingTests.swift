import RelayRig
import Testing

@testable import Relay

/// The simulated server, which pushes the same changes as a real one, in the same order.
@Suite struct SimulatedTrackingTests {

    /// Connections to a simulated server and to a real one, by name.
    private final class Sessions {

        let server = SimulatedServer(clock: 1000)
        let real: RedisServer
        private var simulated: [String: SimulatedSession] = [:]

        /// Ended connections that a network may still have.
        private(set) var lost: [SimulatedSession] = []

        private var dialogs: [String: ServerDialog] = [:]
        private(set) var signalID = 0

        init() throws { real = try RedisServer() }

        /// Opens a connection with a name, and with the same id on both servers.
        func connect(_ name: String) throws {
            let dialog = try ServerDialog(port: real.port)
            dialogs[name] = dialog
            server.lastSessionID = try dialog.id() - 1
            if let old = simulated.updateValue(server.connect(), forKey: name) { lost.append(old) }
            if name == "signal" { signalID = server.lastSessionID }
        }

        func loseSignal() throws {
            try real.client().ask("CLIENT", "KILL", "ID", "\(signalID)")
            simulated["signal"]?.close()
        }

        /// Sends both servers the same command, and returns their answer.
        @discardableResult
        func ask(_ name: String, _ command: String) throws -> String {
            let words = command.split(separator: " ").map { $0 == "ID" ? "\(signalID)" : String($0) }
            let bytes = Wire.fields(words)
            let answer = String(decoding: try #require(dialogs[name]).ask(bytes), as: UTF8.self)
            let other = String(decoding: try #require(simulated[name]).receive(bytes), as: UTF8.self)
            #expect(other == answer, "\(name): \(command)")
            return answer
        }

        /// The keys that were pushed since the last call. A star means all.
        func pushed() throws -> String {
            let pushes = try ask("signal", "PING").split(separator: "__redis__:invalidate\r\n").dropFirst()
            return pushes.map { push in
                let lines = push.split(separator: "\r\n")
                return lines[0] == "$-1" ? "*" : String(lines[2])
            }.joined(separator: " ")
        }
    }

    private let sessions: Sessions

    init() throws {
        sessions = try Sessions()
        for name in ["signal", "data", "writer"] { try sessions.connect(name) }
        try sessions.ask("signal", "SUBSCRIBE __redis__:invalidate")
        try sessions.ask("data", "CLIENT TRACKING ON REDIRECT ID")
    }

    private func expect(_ pushed: String, after commands: String...) throws {
        for command in commands {
            let parts = command.split(separator: ":", maxSplits: 1).map(String.init)
            try sessions.ask(parts[0], parts[1])
        }
        #expect(try sessions.pushed() == pushed, "\(commands)")
    }

    @Test func `a change is pushed once for any number of reads, also if the reader makes it`() throws {
        try expect("s", after: "data:XREAD COUNT 1 STREAMS s 0", "data:XREVRANGE s + -", "writer:XADD s 5 m x")
        try expect("", after: "writer:XADD s 6 m x")
        try expect("s", after: "data:XREAD COUNT 1 STREAMS s 0", "data:XADD s 7 m x", "data:XADD s 8 m x")
        try expect("", after: "writer:XLEN s", "data:XADD s 9 m x")
    }

    @Test func `only commands that change something push`() throws {
        try expect("", after: "writer:XADD s 5 m x", "data:XREAD COUNT 1 STREAMS s 0", "data:TYPE none")
        try expect(
            "", after: "writer:XDEL s 9", "writer:XTRIM s MAXLEN 1", "writer:XADD s 1 m x", "writer:SET s 1 NX",
            "writer:DEL none", "writer:EXPIRE none 10", "writer:RENAME s s")
        try expect("s", after: "writer:EXPIRE s 10")
        try expect("s", after: "data:XLEN s", "writer:XTRIM s MAXLEN 0")
        try expect("s none", after: "data:XLEN s", "writer:RENAME s none")
        try expect("none s", after: "data:XLEN s", "data:XLEN none", "writer:RENAME none s")
        try expect("s", after: "data:HGET s f", "writer:EXPIRE s 0")
    }

    @Test func `failed reads are remembered, unless the server can't tell their keys`() throws {
        try expect("a", after: "data:XRANGE a x y", "writer:SET a 1")
        try expect("a", after: "data:XREAD COUNT x STREAMS a 0", "writer:SET a 1")
        try expect("a", after: "data:XLEN a", "writer:SET a 1")
        try expect(
            "", after: "data:XREAD STREAMS a b 0", "data:XREAD NOTHING STREAMS a 0", "data:XLEN a b", "writer:SET a 1",
            "data:WATCH a", "writer:SET a 1")
    }

    @Test func `transactions push and remember command by command`() throws {
        try expect("", after: "data:XLEN a", "data:XLEN b", "writer:MULTI", "writer:SET b 1", "writer:SET a 1")
        try expect("b a", after: "writer:SET b 2", "writer:EXEC")
        try expect("", after: "data:MULTI", "data:GET a", "writer:SET a 2")
        try expect("a a", after: "data:SET a 3", "data:GET a", "data:DEL a b", "data:GET b", "data:EXEC")
        try expect("b", after: "writer:SET a 1", "writer:SET b 1")
        try expect("", after: "data:MULTI", "data:GET a", "data:DISCARD", "writer:SET a 2")
    }

    @Test func `changes by the reader itself are pushed at the end of its transaction`() throws {
        for name in ["data", "writer"] {
            for command in ["CLIENT TRACKING ON REDIRECT ID", "GET a", "GET b"] { try sessions.ask(name, command) }
        }
        try expect("", after: "data:MULTI", "data:SET a 1", "data:GET a", "data:FLUSHALL", "data:GET b", "data:SET b 1")
        try expect("a * a * b", after: "data:CLIENT TRACKING OFF", "data:EXEC")
        try expect("c c", after: "data:CLIENT TRACKING ON REDIRECT ID", "writer:GET c", "data:GET c", "data:SET c 1")
    }

    @Test func `flushing pushes once for each session that tracks`() throws {
        try expect("*", after: "writer:FLUSHALL")
        try expect(
            "b * a", after: "data:XLEN a", "data:XLEN b", "writer:SET b 1", "writer:FLUSHALL",
            "writer:SET a 1", "data:GET a", "writer:SET a 2")
        try expect("* *", after: "writer:CLIENT TRACKING ON REDIRECT ID", "data:FLUSHALL")
        try expect("a a", after: "writer:GET a", "data:GET a", "data:SET a 2")
    }

    @Test func `reads stay remembered while tracking is off`() throws {
        try expect("", after: "data:GET a", "data:GET b", "data:CLIENT TRACKING OFF", "data:GET c", "writer:SET a 1")
        try expect(
            "b", after: "data:CLIENT TRACKING ON REDIRECT ID", "writer:SET a 2", "writer:SET b 1", "writer:SET c 1")
        try expect("", after: "data:GET a", "data:CLIENT TRACKING ON", "writer:FLUSHALL")
    }

    @Test func `changes are forgotten silently after the signal session is lost`() throws {
        for key in ["a", "b"] { try sessions.ask("data", "GET \(key)") }
        try sessions.loseSignal()
        try sessions.ask("writer", "SET a 1")
        try sessions.ask("data", "GET c")
        #expect(try sessions.ask("data", "CLIENT TRACKING ON REDIRECT ID").hasPrefix("-ERR The client ID you"))
        try sessions.connect("signal")
        try sessions.ask("writer", "SET c 1")
        try sessions.ask("data", "CLIENT TRACKING ON REDIRECT ID")
        try sessions.ask("data", "GET d")
        try sessions.ask("writer", "SET d 1")
        try sessions.ask("data", "GET d")
        try sessions.ask("signal", "SUBSCRIBE __redis__:invalidate")
        try expect("b d", after: "writer:SET a 2", "writer:SET b 1", "writer:SET c 2", "writer:SET d 2")
    }

    @Test func `refusals have the same texts`() throws {
        for command in [
            "CLIENT", "CLIENT ID x", "CLIENT nothing", "CLIENT TRACKING", "CLIENT TRACKING x", "client tracking on",
            "CLIENT TRACKING ON REDIRECT", "CLIENT TRACKING ON REDIRECT x", "CLIENT TRACKING ON REDIRECT 0",
            "CLIENT TRACKING ON REDIRECT 99999", "CLIENT TRACKING OFF REDIRECT 99999", "CLIENT TRACKING ON ID",
            "CLIENT TRACKING ON REDIRECT ID REDIRECT ID", "SUBSCRIBE",
        ] { try sessions.ask("data", command) }
        for command in [
            "GET a", "CLIENT ID", "MULTI", "EXEC", "XREAD", "NOTHING", "PING x", "PING x y", "SUBSCRIBE x",
            "SUBSCRIBE x",
        ] { try sessions.ask("signal", command) }
    }

    @Test func `a restarted server remembers no reads, and its ids start over`() throws {
        try sessions.ask("data", "GET a")
        sessions.real.kill()
        try sessions.real.start()
        sessions.server.restore(.empty)
        for name in ["signal", "data", "writer"] { try sessions.connect(name) }
        #expect(sessions.lost.count == 3 && sessions.lost.allSatisfy { !$0.isOpen })
        #expect(sessions.signalID < 10)
        try sessions.ask("signal", "SUBSCRIBE __redis__:invalidate")
        try expect("", after: "writer:SET a 1", "data:GET a", "writer:SET a 2")
        try expect("a", after: "data:CLIENT TRACKING ON REDIRECT ID", "data:GET a", "writer:SET a 3")
    }
}
