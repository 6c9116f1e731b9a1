import Foundation
import RelayRig
import Relay

/// The server for all tests that don't disturb it. Each test uses its own streams.
enum SharedServer {

    static let server: RedisServer = {
        do {
            let server = try RedisServer()
            atexit { SharedServer.server.kill() }
            return server
        } catch { fatalError("\(error)") }
    }()

    /// A server that could be a part of a cluster.
    private static let clusterNode: RedisServer = {
        do {
            let server = try RedisServer(isInCluster: true)
            atexit { SharedServer.clusterNode.kill() }
            return server
        } catch { fatalError("\(error)") }
    }()

    static func clusterClient() throws -> Client { try clusterNode.client() }

    static func relay() -> Relay { server.relay() }

    /// A name that no other test uses.
    static func stream(_ name: String = "sky") -> String { "\(name)-\(UUID().uuidString)" }

    static func client() throws -> Client { try Client(port: server.port) }

    /// Passes the server on to a test that runs in its own process.
    static func passOn() { setenv("RELAY_TESTS_PORT", "\(server.port)", 1) }

    /// The server's port, in a test's own process.
    static var portOfParent: Int { Int(ProcessInfo.processInfo.environment["RELAY_TESTS_PORT"] ?? "") ?? 0 }
}

/// A server or several servers to which a relay connects.
protocol RelayTarget {

    /// The address, with shorter timeouts than usual.
    var address: RelayServer { get }
}

extension RelayTarget {

    /// A relay to it.
    func relay(_ change: (inout RelayServer) -> Void = { _ in }) -> Relay {
        var address = address
        change(&address)
        return Relay(to: address)
    }
}

extension RedisServer: RelayTarget {

    var address: RelayServer {
        var address = RelayServer(port: port)
        address.pauses = .milliseconds(5)...Duration.milliseconds(50)
        return address
    }

    func client() throws -> Client { try Client(port: port) }
}
