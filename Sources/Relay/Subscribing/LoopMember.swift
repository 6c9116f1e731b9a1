#if Relay

    /// A subscription in a ``ReadingLoop``, with its state there.
    ///
    /// **Mutable state:** It's under the lock of the loop.
    final class LoopMember: @unchecked Sendable {

        let reader: StreamReader

        /// The place of the member, which says what it waits for.
        var place = Place.ready

        enum Place: Equatable {

            /// In the list of members to serve.
            case ready

            /// Waiting until the server signals a change of the stream.
            case idle

            /// Waiting until that instant.
            case timed(ContinuousClock.Instant)

            /// Waiting until it's observed.
            case unobserved

            /// In the list of members to notify of a loss.
            case untold

            /// With the leading thread, which asks the server.
            case asking

            /// With the thread that serves it, which may run client code.
            case out
        }

        /// `true` if the stream may have changed since it was read last.
        ///
        /// It's reset before the stream is read, so that no change is missed that happens
        /// meanwhile.
        var isDirty = false

        /// `true` if its client should be asked whether there's room.
        var needsLook = false

        /// `true` if such a look was requested. A look in progress may have been too early.
        var isLookDue = false

        /// `true` if it should ask for the end of the stream.
        ///
        /// That checks whether the server signals all changes.
        var needsCheck = false

        /// `true` if it should end.
        var isLeaving = false

        /// The reason of a loss of which it's to be notified.
        var untoldLoss: String?

        /// `true` if it was notified of a loss and hasn't been served on another connection since.
        var isLossTold = false

        /// The number of the connection on which it has begun.
        var connectionNumber = 0

        /// The number of signals in a row after which nothing new was read.
        private var vainCount = 0

        /// `true` if it was asked for after a signal since it has last read everything.
        ///
        /// The position is the one at which it had read everything.
        private var isSignaled = false
        private var restPosition: RelayID?

        /// The number of useless signals in a row after which its signals are doubted.
        static let vainLimit = 8

        /// `true` if its signals are useless, as those of a server that forgets streams.
        ///
        /// They wait for the next check then.
        var isDoubted: Bool { vainCount >= Self.vainLimit }

        /// Notes that the server is asked for it.
        ///
        /// - Parameter isNew: Whether that's the first time on a connection.
        func beginAsking(isNew: Bool) {
            if isNew { (isSignaled, vainCount) = (false, 0) } else if isDirty { isSignaled = true }
        }

        /// Notes that it has read everything.
        func rest(at position: RelayID?) {
            if position != restPosition { vainCount = 0 } else if isSignaled { vainCount += 1 }
            (restPosition, isSignaled) = (position, false)
        }

        init(_ reader: StreamReader) { self.reader = reader }

        /// Its indices in the lists of the loop.
        var indexInTimed = 0
        var indexInRound = 0

        /// `true` if it waits, and is in no list of pending work and with no thread.
        var isParked: Bool {
            switch place {
            case .idle, .timed, .unobserved: true
            case .ready, .untold, .asking, .out: false
            }
        }
    }

    /// The next need of a subscription.
    enum ReaderWish: Equatable {

        /// To ask the server.
        case ask

        /// A change of the stream.
        case change

        /// Room, to be checked again after that time, or when it's observed.
        case room(lookAfter: Duration?)

        /// A pause, since the server has rejected something.
        case pause(Duration)
    }
#endif
