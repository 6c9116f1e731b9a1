#if Relay

    /// A problem that a relay can't solve by itself, or that it has solved.
    ///
    /// A relay never stops for any of these. The type is `Sendable` and `Hashable`, and its
    /// description is one line.
    ///
    /// **Secrets:** A reason may quote the server, but never the words of a command that the server
    /// repeats: these can be messages. An answer to a log-in that contains the user or the password
    /// isn't quoted either. An error of a coding is quoted unchanged.
    public enum RelayProblem: Sendable, Hashable {

        /// A connection has been lost, or could not be made.
        ///
        /// The relay reports that once, and then keeps trying.
        ///
        /// A process without a free file descriptor or thread gets this problem, too. The reason
        /// then names the limit to raise.
        case disconnected(Use, reason: String)

        /// A lost connection is back.
        case reconnected(Use)

        /// Messages of a publisher are missing: they were dropped, trimmed or lost.
        ///
        /// The relay reports the gap right before it sends the message after it, unless another
        /// thread is just reporting a problem. If a publisher's first messages are missing, it
        /// reports the gap with one of the next 16 messages, or with the next position. A publisher
        /// adds a position after the server has lost data, and at its end.
        ///
        /// It reports a gap only if the first message of that publisher was in the stream when the
        /// subscription began, or came later. Messages that were trimmed before a subscription
        /// began aren't missing, also with ``RelayStart/start``.
        case gap(stream: String, publisher: RelayPublisher, count: UInt64)

        /// A message could not be decoded, and was skipped.
        ///
        /// An entry that has more than 64 MB and more than ``RelayServer/largestMessage`` is never
        /// kept in memory, and also causes this problem. The relay doesn't read its number. So if
        /// it's a publisher's message, the relay also reports it as a
        /// ``gap(stream:publisher:count:)``.
        case undecodable(stream: String, id: RelayID, reason: String)

        /// An entry of the stream isn't a message of a relay, and was skipped.
        ///
        /// An entry that names a publisher looks like the publisher's message. If its number is
        /// more than 2,000 ahead, and the publisher then continues where it was before, the entry
        /// wasn't the publisher's. In this case, the relay reports this problem before the
        /// publisher's next message: the message with that id was wrong, and so was the
        /// ``gap(stream:publisher:count:)`` before it.
        case foreign(stream: String, id: RelayID)

        /// Messages to be published had no room, and were dropped.
        case overflow(stream: String, count: Int)

        /// A publication has ended, since more messages waited than `.upTo` allows.
        ///
        /// The count is the number of messages that were dropped. It's that of the gap that
        /// subscriptions report. Messages that you send after the report aren't counted. Messages
        /// that wait are still published.
        ///
        /// The relay reports this once, even while the server is away: within a tenth of a second,
        /// unless the system is looking up the server's name.
        case cutOff(stream: String, count: Int)

        /// A message could not be encoded, or is too large, and was dropped.
        case unpublishable(stream: String, reason: String)

        /// The server rejects messages for this stream. They were dropped.
        case refused(stream: String, count: Int, reason: String)

        /// The server takes no messages at present, for example because it's full.
        ///
        /// The relay keeps the messages and resends them. In a cluster, the reason names the hash
        /// tag of the streams. Streams of other tags aren't delayed.
        case delayed(reason: String)

        /// The server rejects all messages until you change something, such as a user's
        /// permissions.
        ///
        /// The relay keeps the messages and resends them. It also reports this if the server
        /// belongs to a cluster and the relay only knows it as a single server.
        case blocked(reason: String)

        /// A message became a dead letter: all its attempts have failed, or it can't be decoded.
        ///
        /// The number of attempts includes those that ended with the death of a process. The reason
        /// is the error of the last handler, quoted unchanged. The dead letter contains it, too. If
        /// this consumer doesn't know that error, for example after the death of another process,
        /// the reason says so. The message is in the group's stream of dead letters.
        case deadLetter(stream: String, group: String, id: RelayID, attempts: Int, reason: String)

        /// Pending messages of a group were deleted from the stream, for example by trimming.
        ///
        /// They're handled only if their handlers are running. A message that was deleted before a
        /// consumer got it isn't reported.
        case deletedUnhandled(stream: String, group: String, count: Int)

        /// The server has lost a group, or the group was deleted.
        ///
        /// The consumer has created it again, at the start of the stream. Messages that the stream
        /// still has are handled again.
        case groupLost(stream: String, group: String)

        /// This many problems arrived while 1000 waited to be handled, and weren't reported.
        case untold(count: Int)

        /// The use of a connection.
        public enum Use: Sendable, Hashable {

            /// To publish.
            case publishing

            /// To publish the streams of one hash tag in a cluster. Each tag has one connection.
            case publishingTag(String)

            /// To read a stream.
            case subscription(stream: String)

            /// To handle messages of a group.
            case group(stream: String, group: String)
        }
    }

    extension RelayProblem: CustomStringConvertible {

        /// The problem in one line.
        public var description: String {
            switch self {
            case .disconnected(let use, let reason): "\(use) is disconnected: \(reason)"
            case .reconnected(let use): "\(use) is connected again"
            case .gap(let stream, let publisher, let count):
                "\(count) messages of \(publisher) are missing in \(stream)"
            case .undecodable(let stream, let id, let reason): "\(id) of \(stream) can't be decoded: \(reason)"
            case .foreign(let stream, let id): "\(id) of \(stream) isn't a relay message"
            case .overflow(let stream, let count):
                "\(count) messages for \(stream) exceeded the limit and were dropped"
            case .cutOff(let stream, let count):
                "\(stream) is no longer published: \(count) messages exceeded the limit and were dropped"
            case .unpublishable(let stream, let reason): "a message for \(stream) was dropped: \(reason)"
            case .refused(let stream, let count, let reason):
                "the server refused \(count) messages for \(stream): \(reason)"
            case .delayed(let reason): "the server currently accepts no messages: \(reason)"
            case .blocked(let reason): "the server accepts no messages until this is fixed: \(reason)"
            case .deadLetter(let stream, let group, let id, let attempts, let reason):
                "\(id) of \(stream) is a dead letter of \(group) after \(attempts) attempt\(attempts == 1 ? "" : "s"): \(reason)"
            case .deletedUnhandled(let stream, let group, let count):
                "\(count) messages of \(stream) were deleted while they were pending for \(group)"
            case .groupLost(let stream, let group):
                "the group \(group) of \(stream) was lost and has been recreated"
            case .untold(let count): "\(count) more problems weren't reported"
            }
        }
    }

    extension RelayProblem.Use: CustomStringConvertible {

        /// The use of the connection, in a few words.
        public var description: String {
            switch self {
            case .publishing: "publishing"
            case .publishingTag(let tag): "publishing streams of {\(tag)}"
            case .subscription(let stream): "the subscription of \(stream)"
            case .group(let stream, let group): "the group \(group) of \(stream)"
            }
        }
    }
#endif
