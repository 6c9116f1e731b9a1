import RelayRig
import Testing

@testable import Relay

/// The simulated server, which answers with the same bytes as a real one.
@Suite struct SimulatedServerTests {

    @Test func `it answers as a real server`() throws {
        let real = try RedisServer(options: ["--stream-node-max-entries", "1"])
        let admin = try real.client()
        let histories = max(1, Int(Scale.many / 5000))
        for seed in 0..<histories {
            try admin.ask("FLUSHALL")
            guard try isSame(seed, real, admin) else { return }
        }
    }

    @Test func `it knows the same of each command as a real server`() throws {
        let client = try SharedServer.client()
        for command in ServerCommand.allCases {
            let facts = try client.ask("COMMAND", "INFO", command.rawValue).list[0].list
            let flags = Set(facts[2].list.map(\.text))
            #expect(facts[1].number == command.arity, "\(command)")
            #expect(flags.contains("write") == command.writes, "\(command)")
            #expect(flags.contains("readonly") == command.reads, "\(command)")
            #expect(flags.contains("denyoom") == command.needsMemory, "\(command)")
            #expect(flags.contains("loading") == command.worksWhileLoading, "\(command)")
        }
    }

    @Test func `it trims by blocks as a real server`() throws {
        let real = try RedisServer(options: ["--stream-node-max-entries", "10"])
        let dialog = try ServerDialog(port: real.port), server = SimulatedServer()
        server.trimStep = 10
        let session = server.connect()
        for number in 1...100 {
            try expectSame("XADD s MAXLEN ~ 25 \(number) m x", session, dialog)
            try expectSame("XLEN s", session, dialog)
        }
        for command in ["XADD s MINID ~ 79 101 m x", "XLEN s", "XTRIM s MINID ~ 85", "XTRIM s MAXLEN ~ 3", "XLEN s"] {
            try expectSame(command, session, dialog)
        }
    }

    @Test func `the same commands change watched keys as at a real server`() throws {
        let real = try RedisServer(), dialog = try ServerDialog(port: real.port)
        let session = SimulatedServer(clock: 1000).connect()
        for command in [
            "GET n", "SET n 1", "SET n 2 NX", "SET new 2 NX", "INCRBY n 0", "INCRBY h 0", "HSET h f 1", "HINCRBY h f 0",
            "EXPIRE n 100", "EXPIRE n 0", "EXPIRE new 100", "DEL new", "DEL n", "RENAME s s", "RENAME s new",
            "RENAME new s", "XADD s 9 m x", "XADD s 1 m x", "XADD new NOMKSTREAM 1 m x", "XDEL s 7", "XDEL s 5",
            "XTRIM s MAXLEN 1", "XTRIM s MAXLEN 0", "XRANGE s - +", "XADD s MINID ~ 0 0-0 m x",
            "XADD new MINID ~ 0 0-0 m x",
            "XADD n MINID ~ 0 0-0 m x", "FLUSHALL",
        ] {
            for command in [
                "FLUSHALL", "SET n 1", "HSET h f 1", "XADD s 5 m x", "WATCH n h s new", command, "MULTI", "EXEC",
            ] { try expectSame(command, session, dialog) }
        }
    }

    private func expectSame(_ command: String, _ session: SimulatedSession, _ dialog: ServerDialog) throws {
        let bytes = Wire.fields(command.split(separator: " ").map(String.init))
        let simulated = session.receive(bytes), answer = try dialog.ask(bytes)
        #expect(simulated == answer, "\(command): \(text(simulated)) instead of \(text(answer))")
    }

    /// Sends both servers the same commands, and stops at the first difference.
    ///
    /// There are three sessions, and one that gets pushes.
    private func isSame(_ seed: Int, _ real: RedisServer, _ admin: Client) throws -> Bool {
        let server = SimulatedServer(clock: 1_700_000_000_000)
        var sessions = try (0...RandomCommands.signal).map { _ in try connect(server, real) }
        var commands = RandomCommands(seed: seed), history: [String] = [], state = ServerState.normal
        defer { try? state.end(at: admin) }
        commands.signalID = server.lastSessionID
        for _ in 0..<100 {
            if commands.oneIn(50) {
                // If this side ended the connection, the server could run the next command before
                // it notices.
                try admin.ask("CLIENT", "KILL", "ID", "\(commands.signalID)")
                sessions[RandomCommands.signal].0.close()
                sessions[RandomCommands.signal] = try connect(server, real)
                commands.signalID = server.lastSessionID
                history.append("a new session gets pushes")
            }
            if commands.oneIn(25) {
                try state.end(at: admin)
                state = commands.pick(ServerState.allCases)
                try state.begin(at: admin)
                server.refusal = { [refusal = state.refusal] in refusal }
                history.append("\(state)")
            }
            let (index, words) = commands.next { index, key in
                // Within a transaction, the stream may have changed when the id is chosen.
                !sessions[index].0.isInTransaction
                    && (server.lastID(of: key)?.milliseconds ?? 0) >= RandomCommands.milliseconds
            }
            history.append("\(index): \(words)")
            for (index, words) in [(index, words), (RandomCommands.signal, ["PING"])] {
                let (session, dialog) = sessions[index]
                let command = Wire.fields(words), answer = try dialog.ask(command)
                let cut = commands.number(0...command.count)
                let simulated = session.receive(command[..<cut]) + session.receive(command[cut...])
                if simulated == answer { continue }
                Issue.record(
                    """
                    Seed \(seed): the simulated server answers \(text(simulated)) and the real one \(text(answer)) after
                    \(history.joined(separator: "\n"))
                    """)
                return false
            }
        }
        return true
    }

    /// Connects to both servers with the same id.
    private func connect(_ server: SimulatedServer, _ real: RedisServer) throws -> (SimulatedSession, ServerDialog) {
        let dialog = try ServerDialog(port: real.port)
        server.lastSessionID = try dialog.id() - 1
        return (server.connect(), dialog)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).debugDescription }
}
