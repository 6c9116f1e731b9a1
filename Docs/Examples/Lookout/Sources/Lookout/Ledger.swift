import Synchronization

/// The place up to which each file has been read, and the set of followed files.
///
/// So a file with two names is followed only once.
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

    /// The entries, by file id without generation.
    private let state: Mutex<State>

    /// Begins with the stored entries. Only the latest generation of each file counts.
    init(_ stored: [Entry]) {
        let entries = stored.map { ($0.id.anyGeneration, $0) }
        state = Mutex(State(entries: Dictionary(entries) { $0.id.generation > $1.id.generation ? $0 : $1 }))
    }

    /// Claims a file for one follower, and returns the place at which to continue.
    ///
    /// Returns `nil` if the file is already followed.
    ///
    /// - Parameter isRotated: `true` if the file must be the one that had this path. Then this also
    ///   returns `nil` if it may be a new file with the same inode, which nobody has asked to
    ///   follow.
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

    /// Releases the claim on a file. The next follower continues at the entry.
    func giveBack(_ entry: Entry) {
        state.withLock { state in
            state.entries[entry.id.anyGeneration] = entry
            state.followed.remove(entry.id.anyGeneration)
        }
    }

    /// The files that had this path when they were last read.
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
