#if Relay

    /// Messages that are sent to the server together: it takes all of them, or none.
    ///
    /// As one transaction, since otherwise the server could refuse one message and take the next one, as when it's full, loading or changing its role. Then the
    /// refused one could only be sent behind that.
    struct Batch {

        private(set) var entries: [Entry] = []

        /// The commands of all entries, one behind the other.
        private(set) var commands: [UInt8] = []

        /// `true` once it was sent.
        private var wasSent = false

        struct Entry {
            let writer: StreamWriter

            /// The number of the message, or `nil` for a position.
            let number: UInt64?
            fileprivate let end: Int
        }

        var count: Int { entries.count }
        var isEmpty: Bool { entries.isEmpty }

        /// Whether it should be sent before more is added.
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

        /// Takes note that it's sent, and counts the messages if it was sent before.
        mutating func countSend() {
            if wasSent { for entry in entries where entry.number != nil { entry.writer.counts.resend() } }
            wasSent = true
        }

        /// Removes all entries, and keeps the memory unless it's much.
        mutating func removeAll() {
            wasSent = false
            entries.removeAll(keepingCapacity: true)
            commands.removeAll(keepingCapacity: commands.capacity <= 4 << 20)
        }
    }
#endif
