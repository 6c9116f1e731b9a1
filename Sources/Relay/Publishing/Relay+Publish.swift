#if Relay

    import SwiftObserver

    extension Relay {

        /// Publishes the messages of an observable, from now on, encoded as JSON.
        ///
        /// ```swift
        /// relay.publish(orders, to: "orders", keeping: 1_000_000, buffering: .newest(50_000))
        /// ```
        ///
        /// For details, see ``publish(_:to:keeping:buffering:carrying:as:file:line:)``.
        @discardableResult
        public func publish<Source: MessageSource>(
            _ source: Source, to stream: String, keeping: RelayRetention = 100_000,
            buffering: MessageBuffering = .upTo(10_000),
            carrying headers: [RelayHeader] = [], file: StaticString = #fileID, line: UInt = #line
        ) -> Publication where Source.Message: Codable & Sendable {
            publish(
                source, to: stream, keeping: keeping, buffering: buffering, carrying: headers,
                as: JSONCoding<Source.Message>(),
                file: file,
                line: line)
        }

        /// Publishes the messages of an observable, from now on.
        ///
        /// **Order:** Messages of one observable, and those that one thread sends through several
        /// observables, get into their streams in the order of sending. In a cluster, that holds
        /// for streams of the same hash tag. Publish an observable only once in a stream.
        /// Otherwise, each message is there twice.
        ///
        /// **Limits:** `buffering` says how many messages may wait while the server is slow or
        /// away. Up to 2,000 more messages, or 2 MB, are in flight. By default, a publication ends
        /// when more than 10,000 wait. Subscriptions report how many messages were dropped.
        ///
        /// **Lifetime:** The relay doesn't keep the observable alive. When the observable is
        /// deallocated or closed, messages that wait are still published.
        ///
        /// - Parameters:
        ///   - stream: The key of the stream on the server. Subscriptions report entries that no
        ///     relay has added as problems.
        ///   - keeping: The messages that the stream keeps, as in `100_000`, `.for(.seconds(3600))`
        ///     or `.all`.
        ///   - headers: Task-local values of senders that travel with messages.
        ///   - coding: The conversion of messages into bytes.
        @discardableResult
        public func publish<Source: MessageSource>(
            _ source: Source, to stream: String, keeping: RelayRetention = 100_000,
            buffering: MessageBuffering = .upTo(10_000),
            carrying headers: [RelayHeader] = [], as coding: some RelayCoding<Source.Message>,
            file: StaticString = #fileID, line: UInt = #line
        ) -> Publication where Source.Message: Sendable {
            check(stream, coding, file, line)
            keeping.check(file, line)
            headers.check(file, line)
            let writer = StreamWriter(
                stream: stream, keeping: keeping, format: coding.format, publisher: publisher,
                sequence: sequence(of: stream))
            let publication = Publication(
                source, writer, largest: server.largestMessage, carrying: headers, buffering: buffering,
                outboxes.retain(for: stream), problemLine, at: file, line, encode: coding.encode)
            add(publication)
            return publication
        }

        /// Shares a value with all variables of that name. See ``SharedVar``.
        func share<Value: Equatable & Sendable>(
            _ value: Value, _ stream: String, _ coding: some RelayCoding<Value>, _ file: StaticString, _ line: UInt
        ) -> SharedVar<Value> {
            check(stream, coding, file, line)
            let shared = SharedParts(
                value, stream, coding, self, server, largest: server.largestMessage,
                outboxes.retain(for: stream), problemLine, file, line)
            add(shared.publication)
            add(shared.reader)
            return SharedVar(shared.client, shared.reader)
        }
    }
#endif
