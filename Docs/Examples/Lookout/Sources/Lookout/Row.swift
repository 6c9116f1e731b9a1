/// One line of a log file, and the place behind it, at which following goes on when the line is stored.
struct Row: Sendable, Codable {
    let origin: Origin
    let end: Int64
    let level: Level
    let text: String
}

/// The file that a line is from. Whatever its path is by now, it's the same file as long as this is the same.
struct Origin: Sendable, Codable {
    let path: String
    let id: FileID
    let head: Head
}

/// An inode is used again when a file is deleted, and a file that was truncated begins anew. So there are generations.
struct FileID: Sendable, Codable, Hashable {
    let device: UInt64
    let inode: UInt64
    var generation = 0
}

/// How bad it is what a line tells of.
enum Level: String, Sendable, Codable, CaseIterable, Comparable {
    case debug, info, warning, error

    var badness: Int { Self.allCases.firstIndex(of: self)! }

    static func < (one: Level, other: Level) -> Bool { one.badness < other.badness }
}
