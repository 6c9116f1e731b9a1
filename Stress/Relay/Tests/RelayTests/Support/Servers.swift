import Foundation
import RelayRig
import Relay

/// The server of all tests that do nothing to it. Each uses streams of its own.
enum SharedServer {

    static let server: RedisServer = {
        do {
            let server = try RedisServer()
            atexit { SharedServer.server.kill() }
            return server
        } catch { fatalError("\(error)") }
    }()

    static func relay() -> Relay { server.relay() }

    /// A name that no other test uses.
    static func stream(_ name: String = "sky") -> String { "\(name)-\(UUID().uuidString)" }

    static func client() throws -> Client { try Client(port: server.port) }
}

extension RedisServer {

    /// Where the server is, with less patience than usual.
    var address: RelayServer {
        var address = RelayServer(port: port)
        address.pauses = .milliseconds(5)...Duration.milliseconds(50)
        return address
    }

    /// A relay to the server.
    func relay(_ change: (inout RelayServer) -> Void = { _ in }) -> Relay {
        var address = address
        change(&address)
        return Relay(to: address)
    }

    func client() throws -> Client { try Client(port: port) }
}
