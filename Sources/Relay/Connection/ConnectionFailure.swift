#if Relay

    /// The reason why an operation on a connection has failed.
    enum ConnectionFailure: Error, Equatable {

        /// The connection is lost, or could not be made.
        case lost(String)

        /// The server's answer has an unexpected form.
        static let unexpected = ConnectionFailure.lost("the server's reply has an unexpected form")

        /// The server has answered with an error.
        case rejected(String)

        /// Another connection is needed, to serve several subscriptions.
        case replaced

        /// The thread should stop.
        case stopped

        /// An answer would have taken more memory than is allowed.
        case tooMuch

        /// An answer with one entry was larger than allowed, so only the id is known.
        ///
        /// The connection stays usable.
        case passedOver(RelayID, size: Int)
    }
#endif
