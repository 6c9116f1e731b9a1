#if Relay

    extension Relay {

        /// Handles messages of a stream as a consumer of a group, encoded as JSON.
        ///
        /// ```swift
        /// let packing = relay.consume("orders", inGroup: "packers", from: .start, atOnce: 4) { (order: Order) in
        ///     try await pack(order)
        /// }
        /// ```
        ///
        /// For details, see
        /// ``consume(_:inGroup:from:atOnce:attempts:lease:retryAfter:deadLetters:carrying:as:file:line:handler:)``.
        public func consume<Message: Codable & Sendable>(
            _ stream: String, inGroup group: String, from start: RelayStart = .now, atOnce: Int = 1,
            attempts: Int = 5, lease: Duration = .seconds(30), retryAfter pause: Duration = .seconds(1),
            deadLetters: String? = nil, carrying headers: [RelayHeader] = [], file: StaticString = #fileID,
            line: UInt = #line, handler: @escaping @Sendable (Message) async throws -> Void
        ) -> GroupConsumer {
            consume(
                stream, inGroup: group, from: start, atOnce: atOnce, attempts: attempts, lease: lease,
                retryAfter: pause, deadLetters: deadLetters, carrying: headers, as: JSONCoding<Message>(), file: file,
                line: line,
                handler: handler)
        }

        /// Handles messages of a stream as a consumer of a group.
        ///
        /// The server hands each message to one consumer of the group. All consumers of a group
        /// should have the same settings. For the promise, the order and the threads, see
        /// ``GroupConsumer``.
        ///
        /// **Lifetime:** Keep a reference to the result.
        ///
        /// **Limits:** A consumer fetches no more messages than it can handle at once. The other
        /// consumers get the rest.
        ///
        /// **Errors:** An error that a handler throws rejects the message. ``problems`` reports
        /// each dead letter with its reason.
        ///
        /// - Parameters:
        ///   - stream: The key of the stream on the server.
        ///   - group: The name of the group. The first consumer creates it.
        ///   - start: The position at which the group begins if it doesn't exist. After that, the
        ///     group has its own.
        ///   - atOnce: The highest number of handlers that run at the same time.
        ///   - attempts: The number of attempts after which a message becomes a dead letter. An
        ///     attempt also ends if its process dies.
        ///   - lease: The time after which other consumers handle the messages of a consumer that
        ///     has died or is disconnected. The consumer renews it while a handler runs, so
        ///     handlers may take longer. It should be longer than ``RelayServer/patience``.
        ///   - pause: The time between the first attempt and the second one. It doubles with each
        ///     attempt, up to the lease. Meanwhile, the message doesn't count toward `atOnce`.
        ///   - deadLetters: The stream of dead letters. By default, it's `{orders}:dead` for the
        ///     stream `orders`. In a cluster, both must share a slot.
        ///   - headers: Task-local values of senders that handlers find.
        ///   - coding: The conversion of bytes into messages.
        ///   - handler: The closure that handles a message. It's called in a task of its own.
        public func consume<Message: Sendable>(
            _ stream: String, inGroup group: String, from start: RelayStart = .now, atOnce: Int = 1,
            attempts: Int = 5, lease: Duration = .seconds(30), retryAfter pause: Duration = .seconds(1),
            deadLetters: String? = nil, carrying headers: [RelayHeader] = [], as coding: some RelayCoding<Message>,
            file: StaticString = #fileID, line: UInt = #line,
            handler: @escaping @Sendable (Message) async throws -> Void
        ) -> GroupConsumer {
            check(stream, coding, file, line)
            let settings = ConsumerSettings(
                stream: stream, group: group, deadLetters: deadLetters ?? ConsumerSettings.deadLetters(of: stream),
                start: start, atOnce: atOnce, attempts: attempts, lease: lease, firstPause: pause)
            settings.check(file, line)
            headers.check(file, line)
            let thread = ConsumerThread(
                server.network(), settings, MessageHandling(coding, carrying: headers, handler), problemLine)
            consumers.add(thread)
            thread.run()
            return GroupConsumer(thread)
        }
    }

    extension ConsumerSettings {

        /// Stops the program if the settings make no sense.
        fileprivate func check(_ file: StaticString, _ line: UInt) {
            if group.isEmpty || group.utf8.contains(where: { $0 <= 0x20 }) {
                fatalError(
                    "Relay: the group '\(group)' of '\(stream)' is empty, or contains a space or a line break. Pass a name like `\"packers\"`.",
                    file: file, line: line)
            }
            if deadLetters.isEmpty || StreamName(deadLetters) == StreamName(stream) {
                fatalError(
                    "Relay: dead letters of '\(stream)' need a separate stream. Omit `deadLetters`, or pass another name: `deadLetters: \"{\(stream)}:dead\"`.",
                    file: file, line: line)
            }
            if atOnce < 1 {
                fatalError(
                    "Relay: a consumer can't handle \(atOnce) messages at once. Pass at least 1: `atOnce: 1`.",
                    file: file, line: line)
            }
            if attempts < 1 {
                fatalError(
                    "Relay: a consumer has \(attempts) attempts for a message, but needs at least 1: `attempts: 1`.",
                    file: file, line: line)
            }
            if lease < .milliseconds(100) || pause(afterAttempt: 1) < .zero {
                fatalError(
                    "Relay: `lease` must be at least 100 milliseconds, and `retryAfter` not negative. Omit them, or pass seconds.",
                    file: file, line: line)
            }
        }
    }
#endif
