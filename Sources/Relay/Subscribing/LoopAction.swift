#if Relay

    /// What the leading thread of a ``ReadingLoop`` is to do.
    enum LoopAction {

        /// End a subscription.
        case end(LoopMember)

        /// Tell a subscription that the connection is lost.
        case tell(LoopMember, reason: String)

        /// Look whether a subscription has room.
        case look(LoopMember)

        /// Ask the server for a subscription.
        case ask(LoopMember)

        /// Look after the connection, and after members that wait.
        case check

        case connect

        /// Wait for the server or a signal.
        case wait(ContinuousClock.Instant)

        /// Nothing more can be done by this thread.
        case finish
    }
#endif
