import Testing

@testable import Relay

/// Bytes, restarts and refusals of the simulated server.
@Suite struct SimulatedSessionTests {

    private let server = SimulatedServer(clock: 1000)

    private func command(_ words: String...) -> [UInt8] { Wire.fields(words) }

    @Test func `commands can arrive byte by byte, and many at once`() {
        let commands = command("MULTI") + command("XADD", "sky", "*", "m", "\r\n*1") + command("EXEC")
        let answers = Wire.status("OK") + Wire.status("QUEUED") + Wire.list(Wire.text("1000-0"))
        #expect(server.connect().receive(commands) == answers)
        _ = server.connect().receive(command("FLUSHALL"))
        let session = server.connect()
        #expect(commands.flatMap { session.receive([$0]) } == answers)
        #expect(server.entries(of: "sky").map(\.fields) == [[Array("m".utf8), Array("\r\n*1".utf8)]])
    }

    @Test func `bytes that are no command end the session`() {
        let session = server.connect()
        #expect(session.receive(command("PING") + Array("GET key\r\n".utf8)).starts(with: Wire.status("PONG")))
        #expect(!session.isOpen)
        #expect(session.receive(command("PING")).isEmpty)
    }

    @Test func `a restored server forgets what came later, and all sessions`() {
        let session = server.connect()
        _ = session.receive(command("XADD", "sky", "*", "m", "1"))
        let snapshot = server.snapshot()
        for _ in 0..<2 {
            let session = server.connect()
            _ = session.receive(command("XADD", "sky", "*", "m", "2") + command("SET", "key", "x"))
            #expect(server.entries(of: "sky").count == 2)
            server.restore(snapshot)
            #expect(server.entries(of: "sky").map(\.id.description) == ["1000-0"])
            #expect(server.connect().receive(command("GET", "key")) == Wire.none)
            #expect(!session.isOpen && session.receive(command("PING")).isEmpty)
        }
        #expect(!session.isOpen)
        server.restore(.empty)
        #expect(server.lastID(of: "sky") == nil)
    }

    @Test func `a restored server remembers no reads, and its ids start over`() {
        for isFirst in [true, false] {
            let signal = server.connect(), data = server.connect()
            #expect(signal.receive(command("CLIENT", "ID")) == Wire.number(1))
            _ = signal.receive(command("SUBSCRIBE", "__redis__:invalidate"))
            #expect(data.receive(command("CLIENT", "TRACKING", "ON", "REDIRECT", "1")) == Wire.status("OK"))
            if isFirst {
                _ = data.receive(command("GET", "key"))
                server.restore(.empty)
            } else {
                _ = data.receive(command("SET", "key", "x"))
                #expect(signal.takePushed().isEmpty)
            }
        }
    }

    @Test func `pushes wait for the next answer, unless they are taken`() {
        let signal = server.connect(), data = server.connect()
        _ = signal.receive(command("SUBSCRIBE", "__redis__:invalidate"))
        _ = data.receive(command("CLIENT", "TRACKING", "ON", "REDIRECT", "1"))
        let push = Wire.list(
            Wire.text("message"), Wire.text("__redis__:invalidate"), Wire.list(Wire.text("key")))
        let pong = Wire.list(Wire.text("pong"), Wire.text(""))
        let change = command("GET", "key") + command("SET", "key", "x")
        _ = data.receive(change)
        #expect(signal.takePushed() == push)
        #expect(signal.receive(command("PING")) == pong)
        _ = data.receive(change)
        #expect(signal.receive(command("PING")) == push + pong)
        #expect(signal.takePushed().isEmpty)
    }

    @Test func `a server that loads its data refuses nearly all`() {
        let session = server.connect(), refused = Wire.error("LOADING Redis is loading the dataset in memory")
        server.refusal = { .loading }
        #expect(session.receive(command("PING")) == refused)
        #expect(session.receive(command("MULTI") + command("GET", "key")) == Wire.status("OK") + refused)
        server.refusal = { nil }
        #expect(
            session.receive(command("EXEC"))
                == Wire.error("EXECABORT Transaction discarded because of previous errors."))
    }

    @Test func `a refusal is asked for at each command`() {
        var count = 0
        server.refusal = {
            count += 1
            return count == 2 ? .full : nil
        }
        let add = command("XADD", "sky", "*", "m", "")
        #expect(
            server.connect().receive(add + add + add)
                == Wire.text("1000-0") + Wire.error("OOM command not allowed when used memory > 'maxmemory'.")
                + Wire.text("1000-1"))
    }
}
