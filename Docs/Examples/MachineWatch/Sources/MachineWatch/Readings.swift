import Dispatch
import Foundation

/// How much time the processors have spent since the machine started, in ticks.
struct ProcessorTimes: Equatable {

    var busy = 0.0
    var idle = 0.0

    /// The part of the time that the processors were busy between then and now.
    func load(since old: ProcessorTimes) -> Double {
        let total = busy + idle - old.busy - old.idle
        return total > 0 ? (busy - old.busy) / total : 0
    }

    static func read() throws -> ProcessorTimes {
        let line = try lines(of: "/proc/stat").first { $0.hasPrefix("cpu ") }
        guard let fields = line?.split(separator: " ").dropFirst().compactMap({ Double($0) }), fields.count > 4 else {
            throw Unreadable(path: "/proc/stat")
        }
        let idle = fields[3] + fields[4]
        return ProcessorTimes(busy: fields.prefix(8).reduce(0, +) - idle, idle: idle)
    }
}

/// The memory of the machine, in bytes.
struct Memory: Equatable {

    var total = 0.0
    var available = 0.0

    var used: Double { total - available }

    static func read() throws -> Memory {
        var sizes: [Substring: Double] = [:]
        for line in try lines(of: "/proc/meminfo") {
            let fields = line.split(separator: " ")
            if fields.count > 1, let kilobytes = Double(fields[1]) { sizes[fields[0]] = kilobytes * 1024 }
        }
        guard let total = sizes["MemTotal:"], let available = sizes["MemAvailable:"] else {
            throw Unreadable(path: "/proc/meminfo")
        }
        return Memory(total: total, available: available)
    }
}

/// How many processes want to run, on average, and how many there are.
struct Load: Equatable {

    var averages: [Double] = []
    var processes = ""

    static func read() throws -> Load {
        let fields = try lines(of: "/proc/loadavg").first?.split(separator: " ") ?? []
        guard fields.count > 3 else { throw Unreadable(path: "/proc/loadavg") }
        return Load(averages: fields.prefix(3).compactMap { Double($0) }, processes: String(fields[3]))
    }
}

/// How much went over the network since the machine started, in bytes.
struct Traffic: Equatable {

    var received = 0.0
    var sent = 0.0
    var time = 0.0

    /// Bytes a second between then and now.
    func rate(since old: Traffic) -> Rate {
        let seconds = time - old.time
        guard seconds > 0 else { return Rate() }
        return Rate(received: (received - old.received) / seconds, sent: (sent - old.sent) / seconds)
    }

    struct Rate: Equatable {
        var received = 0.0
        var sent = 0.0
    }

    static func read() throws -> Traffic {
        var traffic = Traffic(time: Double(DispatchTime.now().uptimeNanoseconds) / 1e9)
        for line in try lines(of: "/proc/net/dev").dropFirst(2) {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let fields = parts[1].split(separator: " ").compactMap { Double($0) }
            guard fields.count > 8 else { continue }
            traffic.received += fields[0]
            traffic.sent += fields[8]
        }
        return traffic
    }
}

struct Unreadable: Error, CustomStringConvertible {
    let path: String
    var description: String { "\(path) can't be read. This program needs Linux." }
}

private func lines(of path: String) throws -> [Substring] {
    guard let file = FileHandle(forReadingAtPath: path), let data = try file.readToEnd() else {
        throw Unreadable(path: path)
    }
    return String(decoding: data, as: UTF8.self).split(separator: "\n")
}
