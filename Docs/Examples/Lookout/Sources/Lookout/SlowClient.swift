import Glibc

/// A client that reads 16 bytes a second.
///
/// Like the `EventSource` of a browser, it connects again after a second when it's cut off, and
/// sends the latest id that it received. If the server answers 204, it doesn't connect again.
struct SlowClient {

    private let address: Address
    private var latestID: String?

    private init(of address: Address) { self.address = address }

    static func run(at address: Address) {
        var client = SlowClient(of: address)
        while client.subscribe() { sleep(1) }
        note("The slow client was stopped by hand, and won't reconnect.")
    }

    /// Reads until the connection ends. Returns `true` if it may connect again.
    private mutating func subscribe() -> Bool {
        let connection = connect()
        defer { close(connection) }
        let id = latestID.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        let request = Array("GET /events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(id)\r\n".utf8)
        guard send(connection, request, request.count, 0) > 0 else { return true }
        // The number arrives at once, and the rest slowly.
        while let line = readLine(connection) {
            if line.hasPrefix("HTTP/1.1 204") { return false }
            guard line.hasPrefix("id: ") else { continue }
            latestID = String(line.dropFirst("id: ".count))
            break
        }
        var bytes = [UInt8](repeating: 0, count: 8)
        // After a reset, the rest could still be read, which would take minutes.
        var reset = pollfd(fd: connection, events: 0, revents: 0)
        while recv(connection, &bytes, bytes.count, 0) > 0, poll(&reset, 1, 500) == 0 {}
        return true
    }

    private func connect() -> Int32 {
        address.withSocketAddress {
            let family = $0.pointee.sa_family, isSix = family == sa_family_t(AF_INET6)
            let connection = socket(Int32(family), Int32(SOCK_STREAM.rawValue), 0)
            var size: Int32 = 2_048
            setsockopt(connection, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout.size(ofValue: size)))
            let length = isSix ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
            _ = Glibc.connect(connection, $0, socklen_t(length))
            return connection
        }
    }

    private func readLine(_ connection: Int32) -> String? {
        var line: [UInt8] = [], byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }
}
