import SwiftObserver

/// Follows the file at one path through growth, truncation and rotation.
///
/// If the file doesn't exist, the follower waits for it.
///
/// A follower is one task, so the lines of a file stay in order, and the tasks of many files run on
/// many threads. It reads only while the store has room, so that a slow or full disk stops reading.
/// A line is accepted when it's sent.
struct Follower: Sendable {

    /// The number of rows that may wait, apart from one chunk of each file.
    static let room = 2_000
    static let chunk = 32 * 1024

    let path: String

    /// `true` if a pattern matched the path. Then following ends when the file is gone.
    let isMatch: Bool
    let rows: Messenger<Row>
    let ledger: Ledger
    let pause: @Sendable () async -> Void
    let report: @Sendable (_ problem: String?) -> Void

    /// Follows until the task is cancelled, or a file that matched a pattern is gone.
    func run() async {
        while !Task.isCancelled {
            do throws(Failure) {
                for path in Rotated.files(before: path, ledger) { await follow(try OpenFile(path), isRotated: true) }
                await follow(try OpenFile(path), isRotated: false)
            } catch {
                if isMatch, !OpenFile.isThere(path) { return }
                report("\(error)")
            }
            await pause()
        }
    }

    /// Follows one file until it's read to its end and its path belongs to another file.
    private func follow(_ file: OpenFile, isRotated: Bool) async {
        guard var entry = ledger.claim(file, at: path, isRotated: isRotated) else { return }
        report(nil)
        defer { ledger.giveBack(entry) }
        var quietLooks = 0
        while !Task.isCancelled {
            let head = file.bytes(from: 0, atMost: Head.limit)
            if file.size < entry.offset || !entry.head.isHead(of: head) {
                if isRotated { return }
                (entry.id, entry.offset) = (entry.id.nextGeneration, 0)
            }
            if entry.head.length < Head.limit || entry.offset == 0 { entry.head = Head(of: head) }

            let isLast = quietLooks > 5 || isRotated
            let bytes = file.bytes(from: entry.offset, atMost: Self.chunk)
            let count = completeLength(of: bytes, isLast: isLast)
            if count > 0 {
                // All waiting followers resume at once, so each one checks again.
                repeat { guard await rows.room(below: Self.room) else { return } } while !hasRoom
                send(bytes[..<count], of: &entry)
                quietLooks = 0
            } else if isLast {
                return
            } else {
                // A program that has rotated a file may write to it for some more time.
                quietLooks = OpenFile.id(of: path) == file.id ? 0 : quietLooks + 1
                await pause()
            }
        }
    }

    /// `true` if there's room. It doesn't block.
    private var hasRoom: Bool { rows.waitForRoom(below: Self.room, within: .zero) }

    /// The number of bytes in whole lines.
    ///
    /// A line that doesn't fit into a chunk, or that is the last one of its file, is taken as it
    /// is.
    private func completeLength(of bytes: [UInt8], isLast: Bool) -> Int {
        if let newline = bytes.lastIndex(of: Self.newline) { return newline + 1 }
        if bytes.count < Self.chunk { return isLast ? bytes.count : 0 }
        // A character may continue after these bytes.
        let isEndOfCharacter = bytes.last.map { $0 < 0x80 } ?? true
        return isEndOfCharacter ? bytes.count : bytes.suffix(4).lastIndex { $0 >= 0xc0 } ?? bytes.count
    }

    private func send(_ bytes: ArraySlice<UInt8>, of entry: inout Ledger.Entry) {
        let origin = Origin(path: path, id: entry.id, head: entry.head)
        var start = bytes.startIndex
        while start < bytes.endIndex, !Task.isCancelled {
            let end = bytes[start...].firstIndex(of: Self.newline) ?? bytes.endIndex
            let next = min(end + 1, bytes.endIndex), line = bytes[start..<end]
            entry.offset += Int64(next - start)
            rows.send(
                Row(
                    origin: origin, end: entry.offset, level: Parser.level(of: line),
                    text: String(decoding: line, as: UTF8.self)))
            start = next
        }
    }

    private static let newline = UInt8(ascii: "\n")
}
