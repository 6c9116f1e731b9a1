#if Relay

    /// Why a connection can't be used any more.
    enum ConnectionFailure: Error, Equatable {

        /// It's lost, or could not be made.
        case lost(String)

        /// Someone wants the thread to stop.
        case stopped

        /// An answer was about to take more memory than is allowed.
        case tooMuch
    }
#endif
