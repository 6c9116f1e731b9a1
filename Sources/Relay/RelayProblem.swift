#if Relay

    /// Something that a relay can't mend by itself, or that it has mended.
    ///
    /// A relay never stops for any of these. It's `Sendable` and `Hashable`, and its description is one line.
    ///
    /// **Secrets:** A reason may quote the server, but never the words of a command that it repeats: these can be messages. An answer to a log-in that contains the user or the password
    /// isn't quoted either. An error of a coding is quoted as it is.
    public enum RelayProblem: Sendable, Hashable {

        /// A connection has been lost, or could not be made. It's told once, and then the relay tries again and again.
        ///
        /// A process without a free file descriptor or thread gets this problem, too. The reason then names the limit to raise.
        case disconnected(Use, reason: String)

        /// A connection was lost, and is there again.
        case reconnected(Use)

        /// The messages of a publisher have a gap: so many were dropped, trimmed or lost. Told right before the message behind it is sent, unless another thread is just
        /// telling a problem.
        /// If a publisher's first messages are missing, the gap is reported with one of its next 16 messages, or with its next position, which it adds after the server has lost data, and at its end. It's only reported if the
        /// first message of that publisher was in the stream when the subscription began, or came later. What was trimmed before a subscription began isn't missing, also from ``RelayStart/start``.
        case gap(stream: String, publisher: RelayPublisher, count: UInt64)

        /// A message could not be decoded, and was passed over.
        ///
        /// An entry that has more than 64 MB and more than ``RelayServer/largestMessage`` is never kept in memory, and also causes this problem. Its number isn't read. So if it's a
        /// publisher's message, it's reported as a ``gap(stream:publisher:count:)``, too.
        case undecodable(stream: String, id: RelayID, reason: String)

        /// An entry of the stream is no message of a relay, and was passed over.
        ///
        /// An entry that names a publisher looks like its message. If its number is more than 2,000 ahead, and the publisher then continues where it was before, the entry wasn't the
        /// publisher's. Then this problem follows before the publisher's next message is delivered: the message with that id, and the ``gap(stream:publisher:count:)`` in front of it, were wrong.
        case foreign(stream: String, id: RelayID)

        /// So many messages to be published had no room, and were dropped.
        case overflow(stream: String, count: Int)

        /// A publication has ended, since more messages waited than `.upTo` allows. This many were dropped.
        ///
        /// It's reported once, and also while the server is away: within a tenth of a second, unless the system is looking up
        /// the server's name. The count is that of the gap that subscriptions report. Messages that are sent after
        /// the report aren't counted. Messages that wait are still published.
        case cutOff(stream: String, count: Int)

        /// A message could not be encoded, or is too large, and was dropped.
        case unpublishable(stream: String, reason: String)

        /// The server doesn't take messages for this stream. They were dropped, so many.
        case refused(stream: String, count: Int, reason: String)

        /// The server takes no messages at present, as when it's full. They're kept, and sent again and again.
        ///
        /// In a cluster, the reason names the hash tag of the streams. Others aren't delayed.
        case delayed(reason: String)

        /// The server rejects all messages until somebody changes it, for example a user's permissions.
        ///
        /// Also reported if the server belongs to a cluster and the relay only knows it as a single server.
        ///
        /// The messages are kept and resent.
        case blocked(reason: String)

        /// A message became a dead letter: the handlers of all attempts have failed, or it can't be decoded.
        ///
        /// The number of attempts includes those that ended with the death of a process. The reason is the error of the last handler, quoted as it is, which the dead letter contains, too. If this consumer doesn't know that error, as after the death of another process, the reason says so. The message is in the group's stream of dead letters.
        case deadLetter(stream: String, group: String, id: RelayID, attempts: Int, reason: String)

        /// Pending messages of a group were deleted from the stream, as by trimming.
        ///
        /// They're handled only if their handlers are running. A message that was deleted before a consumer got it isn't reported.
        case deletedUnhandled(stream: String, group: String, count: Int)

        /// The server has lost a group, or somebody has deleted it. The consumer has created it again, at the start of the stream.
        ///
        /// Messages that the stream still has are handled again.
        case groupLost(stream: String, group: String)

        /// So many problems came while 1000 waited to be handled. They're not told.
        case untold(count: Int)

        /// What a connection is used for.
        public enum Use: Sendable, Hashable {

            /// To publish.
            case publishing

            /// To publish the streams of one hash tag in a cluster. There's one connection for each of them.
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
            case .foreign(let stream, let id): "\(id) of \(stream) is no message of a relay"
            case .overflow(let stream, let count): "\(count) messages for \(stream) were dropped, since others waited"
            case .cutOff(let stream, let count):
                "\(stream) isn't published any more, since \(count) messages came too many"
            case .unpublishable(let stream, let reason): "a message for \(stream) was dropped: \(reason)"
            case .refused(let stream, let count, let reason):
                "the server refuses \(count) messages for \(stream): \(reason)"
            case .delayed(let reason): "the server takes no messages at present: \(reason)"
            case .blocked(let reason): "the server takes no messages until that's changed: \(reason)"
            case .deadLetter(let stream, let group, let id, let attempts, let reason):
                "\(id) of \(stream) is a dead letter of \(group) after \(attempts) attempt\(attempts == 1 ? "" : "s"): \(reason)"
            case .deletedUnhandled(let stream, let group, let count):
                "\(count) messages of \(stream) were deleted while they were pending for \(group)"
            case .groupLost(let stream, let group):
                "the group \(group) of \(stream) was lost and is created again"
            case .untold(let count): "\(count) further problems were not told"
            }
        }
    }

    extension RelayProblem.Use: CustomStringConvertible {

        /// What the connection is used for, in a few words.
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
