#if Relay

    /// Messages that are sent to the server together: it takes all of them, or none.
    ///
    /// As one transaction, since otherwise the server could refuse one message and take the next one, as when it's full, loading or changing its role. Then the
    /// refused one could only be sent behind that.
    struct Batch {

        private(set) var entries: [Entry] = []

        /// The commands of all entries, one behind the other.
        private var bytes: [UInt8] = []

        struct Entry {
            let writer: StreamWriter

            /// The number of the message, or `nil` for a position.
            let number: UInt64?
            fileprivate let end: Int
        }

        var count: Int { entries.count }
        var isEmpty: Bool { entries.isEmpty }

        /// Whether it should be sent before more is added.
        var isFull: Bool { entries.count >= 1000 || bytes.count >= 1 << 20 }

        /// Adds the command that the closure appends.
        mutating func add(_ number: UInt64?, of writer: StreamWriter, _ append: (inout [UInt8]) -> Void) {
            append(&bytes)
            entries.append(Entry(writer: writer, number: number, end: bytes.count))
        }

        /// Adds all of another one.
        mutating func append(_ other: Batch) {
            let offset = bytes.count
            bytes += other.bytes
            entries += other.entries.map { Entry(writer: $0.writer, number: $0.number, end: offset + $0.end) }
        }

        /// What goes to the server.
        var commands: [UInt8] {
            if entries.count < 2 { return bytes }
            var commands: [UInt8] = []
            commands.reserveCapacity(bytes.count + 64)
            commands.append(command: "MULTI")
            commands += bytes
            commands.append(command: "EXEC")
            return commands
        }

        /// The number of answers to that.
        var answerCount: Int { entries.count < 2 ? entries.count : entries.count + 2 }

        /// Removes some entries.
        mutating func remove(where isRemoved: (Entry) -> Bool) {
            var rest = Batch()
            var start = 0
            for entry in entries {
                let range = start..<entry.end
                start = entry.end
                if isRemoved(entry) { continue }
                rest.bytes += bytes[range]
                rest.entries.append(Entry(writer: entry.writer, number: entry.number, end: rest.bytes.count))
            }
            self = rest
        }

        /// Removes all entries, and keeps the memory unless it's much.
        mutating func removeAll() {
            entries.removeAll(keepingCapacity: true)
            bytes.removeAll(keepingCapacity: bytes.capacity <= 4 << 20)
        }
    }
#endif
