#if Relay

    /// The next action of the leading thread of a ``ReadingLoop``.
    enum LoopAction {

        /// End a subscription.
        case end(LoopMember)

        /// Notify a subscription that the connection is lost.
        case tell(LoopMember, reason: String)

        /// Check whether a subscription has room.
        case look(LoopMember)

        /// Ask the server for a subscription.
        case ask(LoopMember)

        /// Check the connection, and members that wait.
        case check

        case connect

        /// Wait for the server or a signal.
        case wait(ContinuousClock.Instant)

        /// Leave the loop, since this thread can do nothing more.
        case finish
    }
#endif
