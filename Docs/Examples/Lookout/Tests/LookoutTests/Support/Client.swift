import Foundation

/// A client that can send any bytes.
final class Client {

    private let socket: Int32

    /// - Parameter buffer: The number of bytes that the system keeps for it.
    init(_ port: UInt16, buffer: Int32? = nil) {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var buffer { setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &buffer, 4) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        _ = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, 16) }
        }
    }

    deinit { close(socket) }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return }
            sent += count
        }
    }

    func endSending() { shutdown(socket, Int32(SHUT_WR)) }

    /// Reads until the server ends the connection, time is up, or the text has arrived.
    func read(until text: String? = nil, seconds: Double = hangLimit) -> (text: String, isEnded: Bool) {
        var all: [UInt8] = []
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            let left = (deadline - .now) / .milliseconds(1)
            var wanted = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            if poll(&wanted, 1, Int32(max(0, left.rounded(.up)))) <= 0 {
                return (String(decoding: all, as: UTF8.self), false)
            }
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = recv(socket, &bytes, bytes.count, 0)
            if count <= 0 { return (String(decoding: all, as: UTF8.self), true) }
            all += isSubscribed ? chunks.decode(bytes.prefix(count)) : Array(bytes.prefix(count))
            if let text, String(decoding: all.suffix(count + text.utf8.count), as: UTF8.self).contains(text) {
                return (String(decoding: all, as: UTF8.self), false)
            }
        }
    }

    private var isSubscribed = false
    private var chunks = Chunks()

    func subscribe() {
        isSubscribed = true
        send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    }

    /// The complete answer to one request.
    static func get(_ path: String, _ port: UInt16, method: String = "GET", _ headers: String...) -> String {
        let client = Client(port), host = headers.contains { $0.hasPrefix("Host:") } ? [] : ["Host: 127.0.0.1:\(port)"]
        let lines = ["\(method) \(path) HTTP/1.1"] + host + headers + ["Connection: close", "", ""]
        client.send(lines.joined(separator: "\r\n"))
        return client.read().text
    }

    static func body(of path: String, _ port: UInt16) -> String {
        let answer = get(path, port)
        return answer.range(of: "\r\n\r\n").map { String(answer[$0.upperBound...]) } ?? ""
    }

    static func status(_ answer: String) -> Int {
        answer.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }

    static func allowMany() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
