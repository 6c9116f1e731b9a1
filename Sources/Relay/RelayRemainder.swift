#if Relay

    /// What was not published when a relay was closed. Empty, if all was.
    ///
    /// It's `Sendable` and `Hashable`, and its description has a line for each stream.
    public struct RelayRemainder: Sendable, Hashable, CustomStringConvertible {

        /// How many messages were not confirmed by the server, by stream. Some of them may be there nevertheless. Streams whose
        /// names are equal as a `String` are counted together.
        ///
        /// The number is exact as soon as the thread that publishes has ended. Closing waits for that for up to one second. If the thread is still busy then, as when a coding hangs or the
        /// machine is very slow, messages that are just being counted may be missing here or count twice. Close again after that for the exact number.
        public let counts: [String: Int]

        /// The streams of publications that were cut off, in alphabetical order.
        ///
        /// Messages that are sent after ``RelayProblem/cutOff(stream:count:)`` are neither published nor counted, so nobody
        /// knows how many are missing in these streams.
        public let cutOffStreams: [String]

        /// `true` if nothing was left when the relay was closed, and no publication was cut off before.
        ///
        /// Messages that ``Relay/problems`` has reported with their number don't matter, such as those of
        /// ``RelayProblem/overflow(stream:count:)``.
        public var isEmpty: Bool { counts.isEmpty && cutOffStreams.isEmpty }

        /// How many messages were not confirmed, all together.
        public var count: Int { counts.values.reduce(0, +) }

        /// A line for each stream, or one that says that everything has been published.
        public var description: String {
            if isEmpty { return "Everything has been published." }
            return Set(counts.keys).union(cutOffStreams).sorted().map { stream in
                let count = counts[stream].map { "\($0) not published" }
                let cutOff = cutOffStreams.contains(stream) ? "cut off, so messages are missing" : nil
                return "\(stream): \([count, cutOff].compactMap { $0 }.joined(separator: "; "))"
            }.joined(separator: "\n")
        }
    }
#endif
