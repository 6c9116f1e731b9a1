#if Relay

    /// The option of a command by which the server drops the oldest messages of a stream.
    struct TrimOption {

        /// The words of the command, if there are any.
        private(set) var words: [String] = []

        /// The time to keep messages, in milliseconds, or `nil` if retention doesn't depend on
        /// time.
        private let span: UInt64?

        /// The time of the oldest messages that the server keeps, by its own clock.
        private var threshold: UInt64?

        init(_ retention: RelayRetention) {
            switch retention {
            case .all: span = nil
            case .latest(let count):
                span = nil
                words = ["MAXLEN", "~", String(count)]
            case .for(let duration):
                let (seconds, attoseconds) = duration.components
                span = UInt64(seconds) * 1000 + UInt64(attoseconds / 1_000_000_000_000_000)
            }
        }

        /// `true` if the server must be able to compare ids.
        var comparesIDs: Bool { span != nil }

        /// Updates the words to the latest id. Returns `true` if they have changed.
        ///
        /// They change in steps of a hundredth of the span, so that most messages share the bytes
        /// of a command. If ids have gone back, they change at once: the server must not drop more
        /// than it should.
        ///
        /// - Parameter latest: The id of the latest message that the server has confirmed. Without
        ///   it, nothing is dropped.
        mutating func update(to latest: RelayID?) -> Bool {
            guard let span else { return false }
            let next = latest.flatMap { $0.milliseconds > span ? $0.milliseconds - span : nil }
            if next == threshold { return false }
            if let next, let threshold, next > threshold, next - threshold < max(1, span / 100) { return false }
            threshold = next
            words = next.map { ["MINID", "~", String($0)] } ?? []
            return true
        }
    }
#endif
