#if Relay

    /// Knows which writes of one process are still on their way through the stream, and decides by that what applies.
    struct OwnWrites {

        /// How many have no number yet.
        private var unnumbered = 0

        /// The number of the latest one that has one.
        private var latest: UInt64 = 0

        /// The number of the latest one that has come back, or never will.
        private var resolved: UInt64 = 0

        /// The latest one that's in the stream, as far as the server has told who wrote it.
        private var confirmed: (number: UInt64, id: RelayID)?

        /// Whether something was read, or an own write confirmed.
        private var isKnown = false

        /// Whether the value here is that of the stream.
        var isShared: Bool { isKnown && !isPending }

        private var isPending: Bool { unnumbered > 0 || latest > resolved }

        /// Whether the reader has begun. Own writes aren't sent before: they could come back in front of where it begins.
        private var hasBegun = false

        /// Takes note of a write, and tells whether it's to be sent right now.
        mutating func add() -> Bool {
            if hasBegun || unnumbered == 0 { unnumbered += 1 }
            return hasBegun
        }

        /// Takes note that the reader has begun, and tells whether the latest value is to be sent now.
        mutating func begin() -> Bool {
            hasBegun = true
            return unnumbered > 0
        }

        /// Takes note that so many have got numbers, the last of which is this one.
        mutating func number(_ count: Int, latest: UInt64) {
            unnumbered -= count
            self.latest = latest
        }

        /// Takes note that one is in the stream, and where, or that it never will be.
        mutating func settle(_ number: UInt64, at id: RelayID?) {
            if let id {
                confirmed = (number, id)
                isKnown = true
            } else {
                resolved = max(resolved, number)
            }
        }

        /// Takes note of what was read, and tells whether it applies.
        ///
        /// - Parameter number: The number if it's an own one.
        mutating func read(_ number: UInt64?, at id: RelayID) -> Bool {
            if let number { resolved = max(resolved, number) }
            // What should have been read before and was not is lost.
            if let confirmed, confirmed.id < id { resolved = max(resolved, confirmed.number) }
            if isPending { return false }
            isKnown = true
            return true
        }

        /// Takes note that the server has lost everything that it had confirmed.
        mutating func forget() {
            if let confirmed { resolved = max(resolved, confirmed.number) }
            confirmed = nil
        }
    }
#endif
