#if Relay

    /// The messages that were not published when a relay was closed.
    ///
    /// It's `Sendable` and `Hashable`, and its description has a line for each stream.
    public struct RelayRemainder: Sendable, Hashable, CustomStringConvertible {

        /// The numbers of messages that the server has not confirmed, by stream.
        ///
        /// Some of these messages may be in the stream nevertheless. Streams whose names are equal
        /// as a `String` are counted together.
        ///
        /// The number is exact as soon as the thread that publishes has ended. Closing waits for
        /// that for up to one second. If the thread is still busy then, because a coding hangs or
        /// the machine is very slow, messages in progress may be missing here or count twice. For
        /// the exact number, close again after that.
        public let counts: [String: Int]

        /// The streams of publications that were cut off, in alphabetical order.
        ///
        /// Messages that are sent after ``RelayProblem/cutOff(stream:count:)`` are neither
        /// published nor counted. So the number of messages that are missing in these streams is
        /// unknown.
        public let cutOffStreams: [String]

        /// `true` if no messages were left at the close, and no publication was cut off before.
        ///
        /// Messages that ``Relay/problems`` has reported with their number don't count, such as
        /// those of ``RelayProblem/overflow(stream:count:)``.
        public var isEmpty: Bool { counts.isEmpty && cutOffStreams.isEmpty }

        /// The number of unconfirmed messages of all streams.
        public var count: Int { counts.values.reduce(0, +) }

        /// A line for each stream, or one line that says that everything has been published.
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
