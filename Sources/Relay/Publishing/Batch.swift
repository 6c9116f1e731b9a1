#if Relay

    /// Messages that are sent to the server together: it adds all of them, or none.
    ///
    /// A batch is one transaction. Otherwise, the server could refuse one message and accept the
    /// next one, for example while it's full, loading or changing its role. Then the refused
    /// message could only be sent after the next one.
    struct Batch {

        private(set) var entries: [Entry] = []

        /// The commands of all entries, one after the other.
        private(set) var commands: [UInt8] = []

        /// `true` if it was sent.
        private var wasSent = false

        struct Entry {
            let writer: StreamWriter

            /// The number of the message, or `nil` for a position.
            let number: UInt64?
            fileprivate let end: Int
        }

        var count: Int { entries.count }
        var isEmpty: Bool { entries.isEmpty }

        /// `true` if it should be sent before more entries are added.
        var isFull: Bool { entries.count >= 1000 || commands.count >= 1 << 20 }

        /// Adds the command that the closure appends.
        mutating func add(_ number: UInt64?, of writer: StreamWriter, _ append: (inout [UInt8]) -> Void) {
            append(&commands)
            entries.append(Entry(writer: writer, number: number, end: commands.count))
        }

        /// Removes some entries.
        mutating func remove(where isRemoved: (Entry) -> Bool) {
            var rest = Batch()
            rest.wasSent = wasSent
            var start = 0
            for entry in entries {
                let range = start..<entry.end
                start = entry.end
                if isRemoved(entry) { continue }
                rest.commands += commands[range]
                rest.entries.append(Entry(writer: entry.writer, number: entry.number, end: rest.commands.count))
            }
            self = rest
        }

        /// Notes that it's sent, and counts its messages if it was sent before.
        mutating func countSend() {
            if wasSent { for entry in entries where entry.number != nil { entry.writer.counts.resend() } }
            wasSent = true
        }

        /// Removes all entries. Keeps the memory unless it's large.
        mutating func removeAll() {
            wasSent = false
            entries.removeAll(keepingCapacity: true)
            commands.removeAll(keepingCapacity: commands.capacity <= 4 << 20)
        }
    }
#endif
