extension Client {

    /// The number of pending messages of a group.
    func pendingCount(_ stream: String, _ group: String) throws -> Int {
        try ask("XPENDING", stream, group).list.first?.number ?? -1
    }

    /// The names of the consumers of a group.
    func consumers(_ stream: String, _ group: String) throws -> [String] {
        try ask("XINFO", "CONSUMERS", stream, group).list.map { $0.list[1].text }
    }

    /// The entries of a stream, with their fields.
    func entries(_ stream: String) throws -> [(id: String, fields: [String: String])] {
        try ask("XRANGE", stream, "-", "+").list.map { entry in
            let words = entry.list[1].list.map(\.text)
            let pairs = stride(from: 0, to: words.count, by: 2).map { (words[$0], words[$0 + 1]) }
            return (entry.list[0].text, Dictionary(pairs) { first, _ in first })
        }
    }

    /// The number of calls of a command.
    func calls(of command: String) throws -> Int {
        let lines = try ask("INFO", "commandstats").text.split(whereSeparator: \.isNewline)
        guard let line = lines.first(where: { $0.hasPrefix("cmdstat_\(command):calls=") }) else { return 0 }
        return Int(line.split(separator: "=")[1].prefix { $0.isNumber }) ?? 0
    }
}
