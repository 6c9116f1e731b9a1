import Glibc

/// The address at which the server listens.
struct Address: Sendable, Equatable {

    let host: String
    let port: UInt16

    private let isSix: Bool

    /// Reads an address like `127.0.0.1:8080` or `[::1]:0`. Returns `nil` for anything else.
    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        let name = text[..<colon]
        isSix = name.hasPrefix("[") && name.hasSuffix("]")
        host = isSix ? String(name.dropFirst().dropLast()) : name == "localhost" ? "127.0.0.1" : String(name)
        self.port = port
        var address = in6_addr()
        guard inet_pton(isSix ? AF_INET6 : AF_INET, host, &address) == 1 else { return nil }
    }

    func url(_ port: UInt32) -> String { "http://\(isSix ? "[\(host)]" : host):\(port)" }

    func withSocketAddress<Result>(_ use: (UnsafePointer<sockaddr>) -> Result) -> Result {
        if isSix {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            inet_pton(AF_INET6, host, &address.sin6_addr)
            return withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { use($0) }
            }
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        return withUnsafePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { use($0) } }
    }
}
