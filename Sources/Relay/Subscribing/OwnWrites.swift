#if Relay

    /// Tracks the pending writes of one process, and decides which writes apply.
    ///
    /// A write is pending until it has come back in the stream.
    struct OwnWrites {

        /// The number of writes that have begun and aren't complete.
        private var incomplete = 0

        /// `true` if a complete write waits for the reader to begin.
        private var isUnsent = false

        /// The number of writes that were sent, and have no number yet.
        private var unnumbered = 0

        /// The number of the latest numbered write.
        private var latest: UInt64 = 0

        /// The number of the latest write that has come back, or never will.
        private var resolved: UInt64 = 0

        /// The latest write in the stream, and an id that isn't lower.
        private var confirmed: (number: UInt64, id: RelayID)?

        /// The confirmed write at the time of the last question to the server.
        private var asked: (number: UInt64, id: RelayID)?

        /// The id of the entry that was read last.
        private var latestRead = RelayID.zero

        /// `true` if an entry was read, or an own write confirmed.
        private var isKnown = false

        /// `true` if the value here is that of the stream.
        var isShared: Bool { isKnown && !isPending }

        private var isPending: Bool { incomplete > 0 || isUnsent || unnumbered > 0 || latest > resolved }

        /// `true` if the reader has begun.
        ///
        /// Own writes aren't sent before: they could come back before the reader's beginning.
        private var hasBegun = false

        /// `true` if a write was dropped, so that the value may differ from the stream's.
        private var hasDropped = false

        /// Begins a write. From now on, writes of other processes count as earlier.
        mutating func beginWrite() { incomplete += 1 }

        /// Completes a write. Returns `true` if it should be published now.
        mutating func endWrite() -> Bool {
            incomplete -= 1
            if hasBegun { unnumbered += 1 } else { isUnsent = true }
            return hasBegun
        }

        /// Notes that the reader has begun. Returns whether to send the latest value now.
        mutating func begin() -> Bool {
            hasBegun = true
            guard isUnsent else { return false }
            isUnsent = false
            unnumbered += 1
            return true
        }

        /// Notes that this many writes have got numbers, and the latest number.
        mutating func number(_ count: Int, latest: UInt64) {
            unnumbered -= count
            self.latest = latest
        }

        /// Notes that a write is in the stream, or never will be.
        ///
        /// - Parameter id: An id that isn't lower than that of the write, or `nil` if it never will
        ///   be.
        mutating func settle(_ number: UInt64, at id: RelayID?) {
            if let id {
                confirmed = (number, id)
                isKnown = true
                dropPassed()
            } else {
                drop(number)
            }
        }

        /// Drops the confirmed write if the reader has passed its id without reading it.
        ///
        /// That happens if the write was trimmed.
        private mutating func dropPassed() {
            if let confirmed, confirmed.id <= latestRead { drop(confirmed.number) }
        }

        private mutating func drop(_ number: UInt64) {
            guard number > resolved else { return }
            resolved = number
            hasDropped = true
        }

        /// Notes an entry that was read, and returns whether it applies.
        ///
        /// - Parameter number: The number if it's an own write.
        mutating func read(_ number: UInt64?, at id: RelayID) -> Bool {
            if let number { resolved = max(resolved, number) }
            latestRead = id
            dropPassed()
            if isPending { return false }
            isKnown = true
            hasDropped = false
            return true
        }

        /// `true` if a write was dropped and no other one is pending.
        var hasDrop: Bool { hasDropped && !isPending }

        /// Returns `true` once for a drop.
        mutating func takeDrop() -> Bool {
            guard hasDrop else { return false }
            hasDropped = false
            return true
        }

        /// Notes that the server is about to be asked.
        ///
        /// Its answer says nothing about a write that is confirmed later.
        mutating func ask() { asked = confirmed }

        /// `true` if the stream lacks a write that was confirmed before the server was asked.
        ///
        /// - Parameter last: The id of the last entry, as the server has answered.
        func hasLost(after last: RelayID?) -> Bool {
            guard let asked, asked.number > resolved else { return false }
            return last.map { $0 < asked.id } ?? true
        }

        /// Notes that the server has lost data.
        ///
        /// Writes that it had confirmed when it was asked may be lost. No reader waits for them.
        mutating func forget() {
            if let asked { resolved = max(resolved, asked.number) }
            if confirmed?.number == asked?.number { confirmed = nil }
            latestRead = .zero
        }
    }
#endif
