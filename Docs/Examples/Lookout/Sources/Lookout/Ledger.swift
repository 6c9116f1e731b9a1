import Synchronization

/// Knows up to where each file has been read, and who follows it, so that nobody follows a file twice under two names.
final class Ledger: Sendable {

    struct Entry: Sendable {
        var id: FileID
        var path: String
        var offset: Int64
        var head: Head
    }

    fileprivate struct State {
        var entries: [FileID: Entry]
        var followed: Set<FileID> = []
    }

    /// By their ids without generations.
    private let state: Mutex<State>

    /// Begins with what is stored, of which the latest generation of each file counts.
    init(_ stored: [Entry]) {
        let entries = stored.map { ($0.id.anyGeneration, $0) }
        state = Mutex(State(entries: Dictionary(entries) { $0.id.generation > $1.id.generation ? $0 : $1 }))
    }

    /// Lets one follow a file, and tells where to go on. It's `nil` if someone follows it already.
    ///
    /// - Parameter isRotated: Whether the file must be the one that had this path. Then, it's also `nil` if it may be another
    ///   one that has got the same inode, as nobody has asked for that.
    func claim(_ file: OpenFile, at path: String, isRotated: Bool = false) -> Entry? {
        let head = file.bytes(from: 0, atMost: Head.limit), size = file.size
        return state.withLock { state in
            guard state.followed.insert(file.id).inserted else { return nil }
            let entry = state.entry(of: file.id, at: path, size: size, head: head, isRotated: isRotated)
            if entry == nil {
                state.entries[file.id]?.path = ""
                state.followed.remove(file.id)
            }
            return entry
        }
    }

    /// Lets others follow it, and go on there.
    func giveBack(_ entry: Entry) {
        state.withLock { state in
            state.entries[entry.id.anyGeneration] = entry
            state.followed.remove(entry.id.anyGeneration)
        }
    }

    /// Files that had a path when they were read last.
    func files(at path: String) -> [FileID] {
        state.withLock { $0.entries.filter { $0.value.path == path }.map(\.key) }
    }
}

extension Ledger.State {

    func entry(of id: FileID, at path: String, size: Int64, head: [UInt8], isRotated: Bool) -> Ledger.Entry? {
        guard let known = entries[id] else {
            return isRotated ? nil : Ledger.Entry(id: id, path: path, offset: 0, head: Head(of: head))
        }
        if isRotated, known.head.length == 0 { return nil }
        if size >= known.offset, known.head.isHead(of: head) {
            return Ledger.Entry(id: known.id, path: path, offset: known.offset, head: Head(of: head))
        }
        return isRotated
            ? nil : Ledger.Entry(id: known.id.nextGeneration, path: path, offset: 0, head: Head(of: head))
    }
}

extension FileID {
    var anyGeneration: FileID { FileID(device: device, inode: inode) }
    var nextGeneration: FileID { FileID(device: device, inode: inode, generation: generation + 1) }
}
