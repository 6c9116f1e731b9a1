#if Relay

    import SwiftObserver

    /// A consumer of a group, which handles messages that no other consumer of the group has.
    ///
    /// ``Relay/consume(_:inGroup:from:atOnce:attempts:lease:retryAfter:deadLetters:carrying:file:line:handler:)``
    /// creates it:
    ///
    /// ```swift
    /// let packing = relay.consume("orders", inGroup: "packers", from: .start, atOnce: 4) { (order: Order) in
    ///     try await pack(order)
    /// }
    /// ```
    ///
    /// If the handler returns, the message is acknowledged. If it throws an error, the message is
    /// rejected: it returns to the group, and is handled again after a pause. If its last attempt
    /// is rejected, it becomes a dead letter.
    ///
    /// **Promise:** Each message that the stream keeps until a consumer gets it is handled at least
    /// once, or becomes a dead letter, or ``Relay/problems`` reports that it was deleted meanwhile.
    /// It's handled more than once only
    ///
    /// - after a rejection.
    /// - if a consumer dies, is disconnected for longer than its lease, or is stopped while its
    ///   handler runs.
    /// - if the server has lost data.
    ///
    /// **Order:** Consumers of a group handle messages at the same time. If a group has one
    /// consumer with `atOnce: 1`, it handles messages in the order of the stream, except for those
    /// that are handled again.
    ///
    /// **Threads:** Handlers run in tasks, at most `atOnce` at the same time. A thread of the
    /// consumer talks to the server, and decodes messages.
    ///
    /// **Lifetime:** Keep a reference to the consumer and its relay. After the consumer is
    /// deallocated, it begins no more handlers. Running ones end, and their messages are
    /// acknowledged. A handler that captures the relay or the consumer strongly keeps it alive
    /// until the consumer has stopped.
    ///
    /// It's `Sendable`.
    public final class GroupConsumer: Sendable {

        let thread: ConsumerThread

        init(_ thread: ConsumerThread) { self.thread = thread }

        deinit { thread.stop(by: nil) }

        /// A promise that's fulfilled when the group exists on the server.
        ///
        /// It's broken if the consumer ends before. Messages that are sent after it's fulfilled are
        /// handled, even if the group begins with ``RelayStart/now``.
        public var begun: Promise<Void> { thread.begun }

        /// Returns the state of the consumer at this moment.
        ///
        /// **Threads:** Call it on any thread, also in handlers.
        public func inspect() -> GroupConsumerInspection { thread.inspect() }

        /// Begins no more handlers, and suspends the task until the running ones have ended.
        ///
        /// When time is up, the consumer cancels the tasks of handlers that still run, and returns
        /// their messages to the group. Other consumers handle these immediately, and this attempt
        /// doesn't count. Cancelling the task has the effect of time being up. At the top level of
        /// `main.swift`, pass `isolation: #isolation`.
        ///
        /// Don't await this in a handler: it would wait for itself until time is up.
        ///
        /// - Returns: The number of messages that were not settled on the server. Without a
        ///   connection, other consumers handle them when their lease is over.
        @discardableResult
        public func stop(within duration: Duration, isolation: isolated (any Actor)? = #isolation) async -> Int {
            let end = ContinuousClock.now + min(duration, .longest)
            thread.stop(by: end)
            _ = await thread.hasEnded.wait.suspend(atMost: duration, isolation: isolation)
            thread.stop(by: .now)
            if await !thread.hasEnded.wait.suspend(atMost: .seconds(1), isolation: isolation) { thread.abandon() }
            return thread.unsettledCount
        }
    }
#endif
