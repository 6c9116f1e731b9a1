#if Relay

    /// The lag of a subscription behind the end of its stream, as far as the server has reported.
    ///
    /// The server counts the entries that were ever added to a stream. The number of an entry is
    /// known when the subscription has read up to an end that the server has reported. From there
    /// on, the subscription counts the entries that it reads.
    struct StreamLag {

        /// The number of entries still to be read, of those that the server had at the last
        /// question.
        private(set) var entries: UInt64?

        /// `true` if the last answer had as many entries as it may have.
        private(set) var isBehind = false

        /// `false` if the server doesn't report the end of the stream.
        var isTold = false

        /// The number of entries that were added up to the position, if it's known.
        private var number: UInt64?

        /// The end that the server has reported last, until the position reaches it.
        private var end: (id: RelayID, number: UInt64)?

        /// The last entry and the first one, as the server has reported.
        private var last = RelayID.zero
        private var first: RelayID?

        /// Counts an entry that was read.
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

        /// Notes that an answer was read, and whether it was full.
        mutating func endAnswer(isFull: Bool) {
            isBehind = isFull
            if !isFull { entries = 0 } else if !isTold { entries = nil }
        }

        /// Notes the state of the stream that the server has reported.
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
