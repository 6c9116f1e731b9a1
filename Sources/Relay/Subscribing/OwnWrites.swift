#if Relay

    /// Knows which writes of one process are still on their way through the stream, and decides by that what applies.
    struct OwnWrites {

        /// The number of writes that have begun and aren't complete.
        private var incomplete = 0

        /// `true` if a complete write waits for the reader to begin.
        private var isUnsent = false

        /// How many were sent, and have no number yet.
        private var unnumbered = 0

        /// The number of the latest one that has one.
        private var latest: UInt64 = 0

        /// The number of the latest one that has come back, or never will.
        private var resolved: UInt64 = 0

        /// The latest write in the stream, and an id that isn't lower.
        private var confirmed: (number: UInt64, id: RelayID)?

        /// The write that was the confirmed one when the server was asked last.
        private var asked: (number: UInt64, id: RelayID)?

        /// The id of the entry that was read last.
        private var latestRead = RelayID.zero

        /// Whether something was read, or an own write confirmed.
        private var isKnown = false

        /// Whether the value here is that of the stream.
        var isShared: Bool { isKnown && !isPending }

        private var isPending: Bool { incomplete > 0 || isUnsent || unnumbered > 0 || latest > resolved }

        /// Whether the reader has begun. Own writes aren't sent before: they could come back in front of where it begins.
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

        /// Takes note that the reader has begun, and tells whether the latest value is to be sent now.
        mutating func begin() -> Bool {
            hasBegun = true
            guard isUnsent else { return false }
            isUnsent = false
            unnumbered += 1
            return true
        }

        /// Takes note that so many have got numbers, the last of which is this one.
        mutating func number(_ count: Int, latest: UInt64) {
            unnumbered -= count
            self.latest = latest
        }

        /// Takes note that a write is in the stream, and an id that isn't lower, or that it never will be.
        mutating func settle(_ number: UInt64, at id: RelayID?) {
            if let id {
                confirmed = (number, id)
                isKnown = true
                dropPassed()
            } else {
                drop(number)
            }
        }

        /// Drops the confirmed write if the reader is past its id and hasn't read it, as when it was trimmed.
        private mutating func dropPassed() {
            if let confirmed, confirmed.id <= latestRead { drop(confirmed.number) }
        }

        private mutating func drop(_ number: UInt64) {
            guard number > resolved else { return }
            resolved = number
            hasDropped = true
        }

        /// Takes note of what was read, and tells whether it applies.
        ///
        /// - Parameter number: The number if it's an own one.
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

        /// Takes note that the server is about to be asked. Its answer tells nothing of a write that is confirmed later.
        mutating func ask() { asked = confirmed }

        /// `true` if the stream lacks a write that was confirmed before the server was asked.
        ///
        /// - Parameter last: The id of the last entry, as the server has answered.
        func hasLost(after last: RelayID?) -> Bool {
            guard let asked, asked.number > resolved else { return false }
            return last.map { $0 < asked.id } ?? true
        }

        /// Takes note that the server has lost data. What it had confirmed when it was asked may be lost, and isn't waited for.
        mutating func forget() {
            if let asked { resolved = max(resolved, asked.number) }
            if confirmed?.number == asked?.number { confirmed = nil }
            latestRead = .zero
        }
    }
#endif
