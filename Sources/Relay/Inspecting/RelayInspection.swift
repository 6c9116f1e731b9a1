#if Relay

    import SwiftObserver

    /// The state of a relay at one moment. It prints as a line and up to three tables:
    ///
    /// ```
    /// relay 4b1d6a0c5e2f7788 at redis.internal:6379: publishing is connected, 1 reconnect
    /// PUBLICATIONS
    /// stream  state       waiting  in flight  confirmed  dropped  unpublishable  refused  resent
    /// orders  publishing  17       1000       52311      0        0              0        1000
    /// ```
    ///
    /// It's `Sendable`, `Hashable` and `Codable`, and contains no password.
    public struct RelayInspection: Sendable, Hashable, Codable {

        /// The publisher of all messages that the relay publishes.
        public let publisher: RelayPublisher

        /// The location of the server, without any secret.
        public let server: String

        /// The host and the port of the master to which a thread of the relay has connected last.
        ///
        /// It's `nil` until then, and without sentinels. After a failover, it's the earlier master
        /// until a thread has found the new one.
        public let master: String?

        /// The connection that publishes.
        ///
        /// In a cluster, it's disconnected while the connection of any hash tag with publications
        /// is.
        public let connection: RelayConnection

        /// The number of times that the connection that publishes was lost and made again.
        ///
        /// In a cluster, it's the sum for all hash tags.
        public let reconnects: Int

        /// The publications, also those of shared values. Some that are over may be missing.
        public let publications: [PublicationInspection]

        /// The subscriptions that are still referenced, also those of shared values.
        public let subscriptions: [SubscriptionInspection]

        /// The consumers of groups that have not ended.
        public let consumers: [GroupConsumerInspection]
    }

    extension RelayInspection: CustomStringConvertible {

        /// The relay in one line, and tables of publications, subscriptions and consumers.
        public var description: String {
            let head =
                "relay \(publisher) at \(server)\(master.map { " (\($0))" } ?? ""): publishing is \(connection), \(reconnects.count("reconnect"))"
                .inOneLine
            func table(_ title: String, _ titles: [String], _ rows: [[String]]) -> String {
                rows.isEmpty ? "" : "\n\(title)\n\(TextTable(titles, rows).text)"
            }
            return head + table("PUBLICATIONS", PublicationInspection.titles, publications.map(\.row))
                + table("SUBSCRIPTIONS", SubscriptionInspection.titles, subscriptions.map(\.row))
                + table("CONSUMERS", GroupConsumerInspection.titles, consumers.map(\.row))
        }
    }

    extension Relay {

        /// Returns the state of the relay with all its publications, subscriptions and consumers.
        ///
        /// ```swift
        /// print(relay.inspect())
        /// ```
        ///
        /// This waits neither for the server nor for a handler. Call it on any thread, also in
        /// handlers. It reads the states of publications, subscriptions and consumers one after the
        /// other.
        ///
        /// - Complexity: O(n) in publications, subscriptions and consumers.
        public func inspect() -> RelayInspection {
            let (publications, readers, sequences, isClosed) = state.withLock { state in
                (
                    state.publications.all, state.readers.compactMap(\.reader), Array(state.sequences.values),
                    state.isClosed
                )
            }
            let inspections = publications.map { $0.inspect() }
            let wasUsed =
                sequences.contains { $0.counts.sums.isConfirmed } || inspections.contains { $0.confirmed > 0 }
            var counts = problemLine.counts
            counts.keepDisconnections(ofTags: outboxes.tagsInUse)
            return RelayInspection(
                publisher: publisher, server: "\(server)", master: server.currentMaster?.endpoint?.description,
                connection: RelayConnection(counts, wasUsed: wasUsed, isClosed: isClosed),
                reconnects: counts.reconnects, publications: inspections, subscriptions: readers.map { $0.inspect() },
                consumers: consumers.all.map { $0.inspect() })
        }
    }

    extension MessageSums {

        /// `true` if the server has answered.
        fileprivate var isConfirmed: Bool { confirmed > 0 || refused > 0 }
    }
#endif
