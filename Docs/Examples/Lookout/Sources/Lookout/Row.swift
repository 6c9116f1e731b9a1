/// A line of a log file, and the place after it.
///
/// Following continues there when the line is stored.
struct Row: Sendable, Codable {
    let origin: Origin
    let end: Int64
    let level: Level
    let text: String
}

/// The file that a line is from.
///
/// Its path can change. As long as the id is the same, it's the same file.
struct Origin: Sendable, Codable {
    let path: String
    let id: FileID
    let head: Head
}

/// The id of a file.
///
/// It has a generation, because a deleted file's inode is used again, and a truncated file begins
/// anew.
struct FileID: Sendable, Codable, Hashable {
    let device: UInt64
    let inode: UInt64
    var generation = 0
}

/// The severity of a line.
enum Level: String, Sendable, Codable, CaseIterable, Comparable {
    case debug, info, warning, error

    var badness: Int { Self.allCases.firstIndex(of: self)! }

    static func < (one: Level, other: Level) -> Bool { one.badness < other.badness }
}
