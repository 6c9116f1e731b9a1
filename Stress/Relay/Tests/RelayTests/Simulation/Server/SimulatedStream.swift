@testable import Relay

/// A stream of a simulated server.
final class SimulatedStream {

    struct Entry: Equatable {
        let id: RelayID

        /// Names and values in turn.
        let fields: [[UInt8]]
    }

    private(set) var entries: [Entry] = []

    /// The highest id so far. It stays when entries are removed.
    private(set) var lastID = RelayID.zero

    func copy() -> SimulatedStream {
        let copy = SimulatedStream()
        copy.entries = entries
        copy.lastID = lastID
        return copy
    }

    /// The id for which `*` stands.
    func nextID(at time: UInt64) -> RelayID? {
        time > lastID.milliseconds ? RelayID(milliseconds: time, number: 0) : lastID.next
    }

    /// Appends an entry. Its id must be above the last one.
    func append(_ fields: [[UInt8]], at id: RelayID) {
        entries.append(Entry(id: id, fields: fields))
        lastID = id
    }

    func remove(_ id: RelayID) -> Bool {
        let index = firstIndex(from: id)
        guard index < entries.count, entries[index].id == id else { return false }
        entries.remove(at: index)
        return true
    }

    /// Removes the oldest entries, and returns their number.
    func trim(_ trimming: Trimming, step: Int) -> Int {
        let surplus =
            switch trimming.limit {
            case .count(let count): max(0, entries.count - count)
            case .id(let id): firstIndex(from: id)
            }
        let count = trimming.isApproximate ? surplus - surplus % step : surplus
        entries.removeFirst(count)
        return count
    }

    /// The entries of a closed range of ids, which may be empty.
    func entries(from first: RelayID, through last: RelayID) -> ArraySlice<Entry> {
        let start = firstIndex(from: first)
        let end = last.next.map { firstIndex(from: $0) } ?? entries.count
        return start < end ? entries[start..<end] : []
    }

    /// The index of the first entry with that id or a higher one, by binary search.
    private func firstIndex(from id: RelayID) -> Int {
        var low = 0, high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension RelayID {

    static let last = RelayID(milliseconds: .max, number: .max)

    /// The id after this, unless it's the last one.
    var next: RelayID? {
        if self == .last { return nil }
        return number < .max
            ? RelayID(milliseconds: milliseconds, number: number + 1)
            : RelayID(milliseconds: milliseconds + 1, number: 0)
    }

    /// The id before this, unless it's the first one.
    var previous: RelayID? {
        if self == .zero { return nil }
        return number > 0
            ? RelayID(milliseconds: milliseconds, number: number - 1)
            : RelayID(milliseconds: milliseconds - 1, number: .max)
    }

    /// Reads an id of a command, in which the number may be missing.
    init(word: some Collection<UInt8>, missingNumber: UInt64 = 0) throws(ServerError) {
        let dash = word.firstIndex(of: UInt8(ascii: "-"))
        guard let milliseconds = UInt64(digits: word[..<(dash ?? word.endIndex)]),
            let number = dash.map({ UInt64(digits: word[word.index(after: $0)...]) }) ?? missingNumber
        else { throw .invalidID }
        self.init(milliseconds: milliseconds, number: number)
    }
}
