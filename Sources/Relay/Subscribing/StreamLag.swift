#if Relay

    /// How far a subscription is behind the end of its stream, as far as the server has told.
    ///
    /// The server counts the entries that were ever added to a stream. Which number an entry has is known as soon as the
    /// subscription has read up to an end that the server has told. From there on, it counts what it reads.
    struct StreamLag {

        /// How many entries of those that the server knew of when it was asked are still to be read.
        private(set) var entries: UInt64?

        /// `true` if the last answer had as many entries as it may have.
        private(set) var isBehind = false

        /// `false` if the server doesn't tell where the stream ends.
        var isTold = false

        /// How many entries were added up to the position, if that's known.
        private var number: UInt64?

        /// The end that the server has told last, until the position gets there.
        private var end: (id: RelayID, number: UInt64)?

        /// The last entry and the first one, as the server has told.
        private var last = RelayID.zero
        private var first: RelayID?

        /// Takes note of an entry that was read.
        mutating func read(at id: RelayID) {
            if let end, id >= end.id {
                number = end.number + (id > end.id ? 1 : 0)
                entries = 0
                self.end = nil
            } else {
                number = number.map { $0 + 1 }
                entries = entries.map { $0 > 0 ? $0 - 1 : 0 }
            }
        }

        /// Takes note that an answer was read, and whether it was full.
        mutating func endAnswer(isFull: Bool) {
            isBehind = isFull
            if !isFull { entries = 0 } else if !isTold { entries = nil }
        }

        /// Takes note of what the server tells about the stream.
        mutating func learn(_ state: StreamState, at position: RelayID) {
            (last, first, isTold) = (state.last, state.first, true)
            if state.last <= position {
                (entries, number, end) = (0, state.added, nil)
                return
            }
            if let first, position < first {
                entries = state.length
                if let added = state.added, let length = state.length { number = added < length ? 0 : added - length }
            } else if let added = state.added, let number {
                entries = min(added > number ? added - number : 0, state.length ?? .max)
            } else {
                entries = nil
            }
            end = state.added.map { (state.last, $0) }
        }

        /// The time between the position, or the first entry after it, and the last entry.
        func milliseconds(at position: RelayID) -> UInt64? {
            if entries == 0 { return 0 }
            let start = max(position, first ?? .zero)
            if !isTold || start == .zero { return nil }
            return last > start ? last.milliseconds - start.milliseconds : 0
        }
    }
#endif
