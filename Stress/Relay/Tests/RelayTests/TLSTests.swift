import Foundation
import Relay
import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

/// Relays to a server that accepts only encrypted connections.
@Suite struct TLSTests {

    let certificates: Certificates
    let server: RedisServer

    init() throws {
        certificates = try Certificates()
        server = try RedisServer(options: certificates.serverOptions)
    }

    private func address(_ change: (inout RelayTLS) -> Void = { _ in }) -> RelayServer {
        var address = RelayServer(host: "localhost", port: server.port), tls = RelayTLS()
        tls.trustedCertificates = certificates.authority
        change(&tls)
        address.tls = tls
        return address
    }

    @Test func `messages of all sizes get through an encrypted connection`() async throws {
        let relay = Relay(to: address()), remote = relay.subscribe("bytes", as: BytesCoding())
        _ = try await remote.begun.value
        let sizes = remote.map(\.count), received = sizes.recorded(), bytes = Messenger<[UInt8]>()
        relay.publish(bytes, to: "bytes", as: BytesCoding())
        for size in [0, 1, 1000, 20_000, 3_000_000] { bytes.send([UInt8](repeating: 7, count: size)) }
        for size in [0, 1, 1000, 20_000, 3_000_000] { #expect(await received.next(within: .hangLimit) == size) }
        #expect(await relay.close(within: .hangLimit).isEmpty)
    }

    @Test func `a server whose certificate isn't trusted is not connected to`() async throws {
        let reason = await reason { $0.trustedCertificates = nil }
        #expect(reason.contains("isn't trusted"), "\(reason)")
    }

    @Test func `a server with a certificate for another name is not connected to`() async throws {
        let reason = await reason { $0.serverName = "example.org" }
        #expect(reason.contains("isn't trusted") && reason.lowercased().contains("hostname"), "\(reason)")
    }

    @Test func `files that aren't there are told as a problem`() async throws {
        let reason = await reason { $0.trustedCertificates = "/nowhere" }
        #expect(reason.contains("can't be read"), "\(reason)")
    }

    /// The reason why a relay doesn't connect.
    private func reason(_ change: (inout RelayTLS) -> Void) async -> String {
        let relay = Relay(to: address(change)), problems = relay.problems.recorded()
        let remote: RemoteMessages<Int> = relay.subscribe("sky")
        let problem = await problems.next(within: .hangLimit)
        problems.ignoreRest()
        await relay.close(within: .zero)
        withExtendedLifetime(remote) {}
        if case .disconnected(_, let reason) = problem { return reason }
        return "\(String(describing: problem))"
    }
}

/// Certificates of a server and of its authority, made by OpenSSL.
final class Certificates {

    private let folder: URL
    var authority: String { folder.appendingPathComponent("ca.crt").path }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("relay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = """
            cd "$0"
            openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.crt -days 2 -subj /CN=Authority
            openssl req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj /CN=localhost
            printf 'subjectAltName=DNS:localhost,IP:127.0.0.1' > names
            openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -out server.crt -days 2 -extfile names
            """
        let made = try ChildProcess.run("/bin/sh", ["-e", "-c", script, folder.path], complaintsAreRead: true)
        if !made.endedWell { throw RigError("OpenSSL made no certificates. It says:\n\(made.text)") }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The server's options for the certificates.
    var serverOptions: [String] {
        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
        return [
            "--tls-cert-file", path("server.crt"), "--tls-key-file", path("server.key"), "--tls-ca-cert-file",
            path("ca.crt"), "--tls-auth-clients", "no",
        ]
    }
}
