/// Finds the level of a line, by the first word in it that names one.
enum Parser {

    static func level(of line: some Collection<UInt8>) -> Level {
        var word: [UInt8] = []
        for byte in line.prefix(200) {
            let lower = byte | 0x20
            if lower >= UInt8(ascii: "a"), lower <= UInt8(ascii: "z") {
                if word.count < 10 { word.append(lower) }
            } else {
                if let level = levels[word] { return level }
                word.removeAll(keepingCapacity: true)
            }
        }
        return levels[word] ?? .info
    }

    private static let levels: [[UInt8]: Level] = {
        let words: [Level: [String]] = [
            .debug: ["debug", "trace", "verbose"], .info: ["info", "notice"], .warning: ["warn", "warning"],
            .error: ["error", "err", "fatal", "critical", "crit", "alert", "emerg", "panic", "failed", "failure"],
        ]
        return Dictionary(uniqueKeysWithValues: words.flatMap { level, words in words.map { (Array($0.utf8), level) } })
    }()
}
