/// A server-sent event, which is written once for all subscribers.
struct Event: Sendable {

    let bytes: [UInt8]

    /// - Parameters:
    ///   - data: JSON in one line.
    ///   - id: The text that a client sends as `Last-Event-ID` when it connects again.
    init(_ name: String, _ data: String, id: String? = nil) {
        bytes = Array("\(id.map { "id: \($0)\n" } ?? "")event: \(name)\ndata: \(data)\n\n".utf8)
    }

    init(_ row: Row) {
        self.init(
            "line",
            """
            {"file":\(Self.json(row.origin.path)),"end":\(row.end),"level":"\(row.level.rawValue)",\
            "text":\(Self.json(row.text))}
            """)
    }

    init(_ machine: Machine) {
        self.init(
            "machine",
            """
            {"busyShare":\(machine.busyShare),"load":\(machine.load),"memoryUsed":\(machine.memoryUsed),\
            "memoryTotal":\(machine.memoryTotal),"bytesReceived":\(machine.bytesReceived),\
            "bytesSent":\(machine.bytesSent)}
            """)
    }

    /// The first event of each subscriber, which tells its number.
    static func number(_ number: Int) -> Event { Event("subscriber", "{\"number\":\(number)}", id: id(of: number)) }

    /// The id of a subscriber, which differs from the ids of earlier runs.
    static func id(of number: Int) -> String { "\(run)-\(number)" }

    private static let run = String(UInt64.random(in: 0 ... .max), radix: 36)

    static func missed(_ count: Int) -> Event { Event("missed", "{\"count\":\(count)}") }

    /// A text in quotes, truncated if it's long.
    private static func json(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars.prefix(1_000) {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\u{0}"..<"\u{20}", "\u{7f}", "\u{2028}", "\u{2029}":
                let hex = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
