import Glibc

/// The counters of the machine at one moment, and the changes since the previous one.
struct Machine: Sendable, Equatable, Codable {
    var busyShare = 0.0
    var load = 0.0
    var memoryUsed = 0
    var memoryTotal = 0
    var bytesReceived = 0
    var bytesSent = 0
    var seconds = 0.0
    private var ticks = 0
    private var idleTicks = 0
}

extension Machine {

    /// Reads `/proc`. Counters that the machine doesn't provide stay zero.
    func next(after duration: Double) -> Machine {
        var next = Machine()
        let stat = Self.numbers(of: "/proc/stat") { $0.hasPrefix("cpu ") }
        if stat.count > 4 {
            next.ticks = stat.prefix(8).reduce(0, +)
            next.idleTicks = stat[3] + stat[4]
            let passed = next.ticks - ticks
            if ticks > 0, passed > 0 { next.busyShare = 1 - Double(next.idleTicks - idleTicks) / Double(passed) }
        }
        next.load = Self.lines(of: "/proc/loadavg").first.flatMap { Double($0.prefix { $0 != " " }) } ?? 0
        next.memoryTotal = Self.numbers(of: "/proc/meminfo") { $0.hasPrefix("MemTotal:") }.first ?? 0
        let available = Self.numbers(of: "/proc/meminfo") { $0.hasPrefix("MemAvailable:") }.first ?? 0
        next.memoryUsed = next.memoryTotal - available
        for line in Self.lines(of: "/proc/net/dev") {
            let values = line.drop { $0 != ":" }.dropFirst().split(separator: " ").compactMap { Int($0) }
            if values.count > 8 {
                next.bytesReceived += values[0]
                next.bytesSent += values[8]
            }
        }
        next.seconds = seconds + duration
        return next
    }

    private static func numbers(of file: String, where isWanted: (Substring) -> Bool) -> [Int] {
        lines(of: file).first(where: isWanted)?.split(separator: " ").compactMap { Int($0) } ?? []
    }

    private static func lines(of file: String) -> [Substring] {
        guard let file = try? OpenFile(file) else { return [] }
        return String(decoding: file.bytes(from: 0, atMost: 64 * 1024), as: UTF8.self).split(separator: "\n")
    }
}
