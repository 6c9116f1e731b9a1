import SwiftObserver

/// Follows the file at one path: through growth, truncation and rotation, and waits for it as long as it isn't there.
///
/// It's one task, so the lines of a file stay in order, and the tasks of many files run on many threads. It reads only while
/// there's room in front of the store, so that a slow or full disk stops reading. A line is accepted when it's sent.
struct Follower: Sendable {

    /// More rows never wait than this, and one chunk of each file.
    static let room = 2_000
    static let chunk = 32 * 1024

    let path: String

    /// Whether a pattern matched the path. Then, there's nothing to wait for when the file is gone.
    let isMatch: Bool
    let rows: Messenger<Row>
    let ledger: Ledger
    let pause: @Sendable () async -> Void
    let report: @Sendable (_ problem: String?) -> Void

    /// Follows until the task is cancelled, or the file is gone that matched a pattern.
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

    /// Follows one file until it's at its end, and its path belongs to another one.
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
                // All who wait are let through at once, so each looks again.
                repeat { guard await rows.room(below: Self.room) else { return } } while !hasRoom
                send(bytes[..<count], of: &entry)
                quietLooks = 0
            } else if isLast {
                return
            } else {
                // Who rotates a file may go on writing to it for some time.
                quietLooks = OpenFile.id(of: path) == file.id ? 0 : quietLooks + 1
                await pause()
            }
        }
    }

    /// It only looks, and doesn't block.
    private var hasRoom: Bool { rows.waitForRoom(below: Self.room, within: .zero) }

    /// How many bytes are whole lines. A line that doesn't fit, or that is the last one of its file, is taken as it is.
    private func completeLength(of bytes: [UInt8], isLast: Bool) -> Int {
        if let newline = bytes.lastIndex(of: Self.newline) { return newline + 1 }
        if bytes.count < Self.chunk { return isLast ? bytes.count : 0 }
        // A character may go on behind these bytes.
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
