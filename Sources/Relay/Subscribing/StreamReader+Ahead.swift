#if Relay

    extension StreamReader {

        // Requests may be sent before the answers to those of other readers have arrived. All of
        // this is called on the leading thread.

        /// `true` if its next request may be sent together with those of other readers.
        ///
        /// Requests for single entries are excluded: large answers to them are dropped, and their
        /// bytes followed as they arrive.
        ///
        /// - Parameter isNew: Whether nothing was asked on this connection.
        func isPlain(isNew: Bool) -> Bool {
            if countAtOnce == 1 { return false }
            return switch question {
            case .ends, .end, .entries: true
            case .latest, .restoration: isNew
            }
        }

        /// Appends its next request.
        func appendRequest(isNew: Bool, to bytes: inout [UInt8]) {
            noteQuestion()
            if isNew { beginAnew() }
            switch question {
            case .ends:
                bytes.appendFirstIDRequest(of: stream, behind: startOfFirst)
                bytes.appendLatestIDRequest(of: stream)
            case .end: bytes.appendLatestIDRequest(of: stream)
            case .entries, .latest, .restoration:
                if mayMeasure { meter.appendIfDue(to: &bytes) }
                appendEntriesRequest(to: &bytes)
            }
        }

        /// Waits for the answer.
        func receive(_ link: any Link) throws(ConnectionFailure) -> ReaderAnswer {
            switch question {
            case .ends:
                var first: RelayID?, rejection: ConnectionFailure?
                do { first = try link.receiveFirstID(limit: Self.limitAhead) } catch {
                    guard case .rejected = error else { throw error }
                    rejection = error
                }
                // This answer arrives in any case.
                let last = try link.receiveLatestID(limit: Self.limitAhead)
                if let rejection { throw rejection }
                return ends(first: first, last: last)
            case .end: return .end(last: try link.receiveLatestID(limit: Self.limitAhead))
            case .entries, .latest, .restoration:
                if try meter.receive(at: position ?? .zero, link, limit: Self.limitAhead) { noteProgress() }
                return .entries(try link.acceptedReply(limit: Self.limitAhead))
            }
        }

        private static let limitAhead = AnswerLimit.fail(above: Reply.bytesAtOnce)
    }
#endif
