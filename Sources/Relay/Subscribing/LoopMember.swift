#if Relay

    /// A subscription in a ``ReadingLoop``, and what the loop knows of it.
    ///
    /// **Mutable state:** It's behind the lock of the loop.
    final class LoopMember: @unchecked Sendable {

        let reader: StreamReader

        /// Where it is, and what it waits for.
        var place = Place.ready

        enum Place: Equatable {

            /// In the line of those that are to be served.
            case ready

            /// Until the server tells that the stream has changed.
            case idle

            /// Until that time.
            case timed(ContinuousClock.Instant)

            /// Until someone observes it.
            case unobserved

            /// In the line of those that are to be told of a loss.
            case untold

            /// With the thread that leads, which asks the server.
            case asking

            /// With the thread that serves it, which may run code of clients.
            case out
        }

        /// `true` if the stream may have changed since it was read last. Taken back before the stream is read, so that no change is missed that comes meanwhile.
        var isDirty = false

        /// `true` if its client is to be asked whether there's room.
        var needsLook = false

        /// `true` if someone has asked for such a look. A look that's under way may have been too early.
        var isLookDue = false

        /// `true` if it's to ask for the end of the stream, to find out whether the server tells of all changes.
        var needsCheck = false

        /// `true` if it's to end.
        var isLeaving = false

        /// The reason of a loss that it's to be told.
        var untoldLoss: String?

        /// `true` if it was told of a loss and hasn't been served on another connection since.
        var isLossTold = false

        /// The number of the connection on which it has begun.
        var connectionNumber = 0

        /// How many signals in a row were in vain: nothing new was read after them.
        private var vainCount = 0

        /// `true` if it was asked for after a signal since it has last read everything, and the position at which that was.
        private var isSignaled = false
        private var restPosition: RelayID?

        /// How many signals in a row may be in vain until it's doubted.
        static let vainLimit = 8

        /// `true` if its signals are in vain, as those of a server that forgets streams. They wait for the next check then.
        var isDoubted: Bool { vainCount >= Self.vainLimit }

        /// Takes note that it's asked for.
        ///
        /// - Parameter isNew: Whether that's the first time on a connection.
        func beginAsking(isNew: Bool) {
            if isNew { (isSignaled, vainCount) = (false, 0) } else if isDirty { isSignaled = true }
        }

        /// Takes note that it has read everything.
        func rest(at position: RelayID?) {
            if position != restPosition { vainCount = 0 } else if isSignaled { vainCount += 1 }
            (restPosition, isSignaled) = (position, false)
        }

        init(_ reader: StreamReader) { self.reader = reader }

        /// Where it is in the lists of the loop.
        var indexInTimed = 0
        var indexInRound = 0

        /// `true` if it waits, and is in no line and with no thread.
        var isParked: Bool {
            switch place {
            case .idle, .timed, .unobserved: true
            case .ready, .untold, .asking, .out: false
            }
        }
    }

    /// What a subscription needs next.
    enum ReaderWish: Equatable {

        /// To ask the server.
        case ask

        /// A change of the stream.
        case change

        /// Room. It's to be looked for again after that time, or when someone observes it.
        case room(lookAfter: Duration?)

        /// A pause, since the server has rejected something.
        case pause(Duration)
    }
#endif
