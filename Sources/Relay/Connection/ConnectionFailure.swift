#if Relay

    /// Why a connection can't be used any more.
    enum ConnectionFailure: Error, Equatable {

        /// It's lost, or could not be made.
        case lost(String)

        /// The server has answered something else than it should.
        static let unexpected = ConnectionFailure.lost("the server's answer isn't what was expected")

        /// The server has answered with an error.
        case rejected(String)

        /// Another connection is needed, since it's to serve several.
        case replaced

        /// Someone wants the thread to stop.
        case stopped

        /// An answer was about to take more memory than is allowed.
        case tooMuch

        /// An answer with one entry was larger than allowed, so only the id is known. The connection can still be used.
        case passedOver(RelayID, size: Int)
    }
#endif
