import CMicroHTTPD
import Glibc

/// A client's request.
struct Request {

    let connection: Connection
    let method: String
    let path: String

    func header(_ name: String) -> String? { value(lookout_header, name) }

    func argument(_ name: String) -> String? { value(lookout_argument, name) }

    private func value(_ kind: MHD_ValueKind, _ name: String) -> String? {
        MHD_lookup_connection_value(connection.pointer, kind, name).map { String(cString: $0) }
    }

    /// The answer that refuses the request, if it must be refused.
    ///
    /// A foreign page can make a browser send requests here, through a form, or through a name that
    /// leads to this machine.
    var refusal: Answer? {
        let host = header("Host")
        if let host, !Self.isHarmless(host) {
            return Answer(403, "The Host header names another host. Use localhost or the numeric address.")
        }
        let isForeign = header("Origin").map { $0 != "http://\(host ?? "")" } == true
        let isFromElsewhere = header("Sec-Fetch-Site").map { !["same-origin", "none"].contains($0) } == true
        if method == "POST", isForeign || isFromElsewhere || host == nil {
            return Answer(403, "Only pages of this server may send this request.")
        }
        return nil
    }

    /// `true` if a host is localhost or a numeric address. Any other name can belong to a stranger.
    static func isHarmless(_ host: String) -> Bool {
        let isBracketed = host.hasPrefix("[")
        let name: Substring
        if isBracketed {
            name = host.dropFirst().prefix { $0 != "]" }
        } else {
            name = host.prefix { $0 != ":" }
        }
        if isBracketed, !host.contains("]") { return false }
        let port = host.dropFirst(isBracketed ? name.count + 2 : name.count)
        guard port.isEmpty || port.first == ":" && port.dropFirst().allSatisfy(\.isNumber) else { return false }
        var address = in6_addr()
        return isBracketed
            ? inet_pton(AF_INET6, String(name), &address) == 1
            : name.lowercased() == "localhost" || inet_pton(AF_INET, String(name), &address) == 1
    }
}
