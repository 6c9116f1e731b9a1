import Testing

@testable import RelayRig

/// The servers that tests start.
@Suite struct RedisServerTests {

    @Test func `a server that's down keeps its port`() throws {
        let server = try RedisServer(), port = server.port
        server.kill()
        #expect(ReservedPort.hold(port) == nil)
        try server.start()
        #expect(ReservedPort.hold(port) == nil)
        #expect(try server.command("PING") == "PONG")
    }

    @Test func `a server whose port is taken tells that at once`() throws {
        let server = try RedisServer()
        let error = #expect(throws: RigError.self) { try RedisServer(options: ["--port", "\(server.port)"]) }
        #expect(error?.description.contains("Address already in use") == true, "\(String(describing: error))")
    }

    @Test func `a server that doesn't know an option tells that`() {
        let error = #expect(throws: RigError.self) { try RedisServer(options: ["--nonsense", "1"]) }
        #expect(error?.description.contains("nonsense") == true, "\(String(describing: error))")
    }
}
