#if Relay

    /// What was not published when a relay was closed. Empty, if all was.
    ///
    /// It's `Sendable` and `Hashable`, and its description has a line for each stream.
    public struct RelayRemainder: Sendable, Hashable, CustomStringConvertible {

        /// How many messages were not confirmed by the server, by stream. Some of them may be there nevertheless.
        ///
        /// The number is exact as soon as the thread that publishes has ended. Closing waits for that for up to one second. If the thread is still busy then, as when a coding hangs or the
        /// machine is very slow, messages that are just being counted may be missing here or count twice. Close again after that for the exact number.
        public let counts: [String: Int]

        /// Whether nothing was left when the relay was closed. Messages that were dropped before, as by a cut-off, don't count.
        public var isEmpty: Bool { counts.isEmpty }

        /// How many messages were not confirmed, all together.
        public var count: Int { counts.values.reduce(0, +) }

        /// A line for each stream.
        public var description: String {
            counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value) not published" }.joined(separator: "\n")
        }
    }
#endif
