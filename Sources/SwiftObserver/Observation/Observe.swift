extension Observer {

    /// Starts to observe an observable.
    ///
    /// **Order:** The handler receives each message that is sent from now on, once, in the order of
    /// sending. It never runs twice at the same time. Handlers are called in the order in which
    /// their observations started. Starting an observation sends nothing, except for fulfilled
    /// promises, `startingWithLatest()`, `replay` and `prepend`.
    ///
    /// **Threads:** The handler runs in place, on the thread that delivers the message. With a
    /// single thread, that's inside `send`.
    ///
    /// An observer can observe the same observable several times. Each call starts another
    /// observation.
    ///
    /// The compiler fills in `file` and `line`. While watching is on, they say where the
    /// observation began.
    ///
    /// - Complexity: O(1), amortized.
    @inlinable
    @discardableResult
    public func observe<O: MessageSource>(
        _ observable: O, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (O.Message) -> Void
    ) -> ObservationHandle {
        observable.sourceMessenger.messenger.start(
            by: self, receiver, at: StartPoint(O.self, file, line), .message(receive))
    }

    /// Starts to observe an observable, with a handler that also receives authors.
    ///
    /// Works like ``observe(_:file:line:receive:)-(_,_,_,(O.Message)->Void)``, and also passes the
    /// author of each message. Unless the sender names an author, that's the observable itself. If
    /// the author has been deallocated or is being deallocated, the handler receives the
    /// observable's messenger. The handler may therefore store the author that it receives.
    @inlinable
    @discardableResult
    public func observe<O: MessageSource>(
        _ observable: O, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (O.Message, AnyObject) -> Void
    ) -> ObservationHandle {
        observable.sourceMessenger.messenger.start(
            by: self, receiver, at: StartPoint(O.self, file, line), .messageWithAuthor(receive))
    }

    /// Starts to observe an observable on a queue, or on another ``DeliveryPlace``.
    ///
    /// The handler runs there. Everything that is said of queues holds for all places, such as
    /// event loops.
    ///
    /// **Order:** All observations that are hopped to the same queue run there in the order in
    /// which any one thread sent their messages, also across observables. They never run at the
    /// same time, not even on a concurrent queue. A block that you enqueue on a serial queue after
    /// `send` has returned runs after the handler, so `queue.sync {}` waits for it. This also holds
    /// while the observable is busy, and if it was created on a queue of its own.
    ///
    /// A transform object passes a message on when it receives it. If the origin is busy on another
    /// thread or delivers on a queue, that can be after `send` has returned. If this order matters,
    /// transform in a chain: `dog.observe(sky).on(place).map { … }`.
    ///
    /// If you end the observation on the queue, messages that already wait there are no longer
    /// handled.
    ///
    /// ```swift
    /// dog.observe(sky, on: place) { color in
    ///     // runs on the queue
    /// }
    /// ```
    ///
    /// For limits and batches, describe the observation in steps:
    /// `dog.observe(sky).on(queue).buffering(.newest(1000))`. See ``Observing``.
    ///
    /// - Complexity: O(1), amortized, for the start and for each message.
    @inlinable
    @discardableResult
    public func observe<O: MessageSource>(
        _ observable: O, on place: any DeliveryPlace, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (O.Message) -> Void
    ) -> ObservationHandle where O.Message: Sendable {
        observable.sourceMessenger.messenger.start(
            by: self, receiver, at: StartPoint(O.self, file, line), on: place, buffering: .unbounded, missed: nil,
            .message(receive))
    }

    /// Starts to observe an observable on a queue, with a handler that also receives authors.
    ///
    /// **Lifetime:** A message that waits on the queue doesn't retain its author. If the author has
    /// been deallocated when the handler is called, the handler receives the observable's messenger
    /// instead.
    @inlinable
    @discardableResult
    public func observe<O: MessageSource>(
        _ observable: O, on place: any DeliveryPlace, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (O.Message, AnyObject) -> Void
    ) -> ObservationHandle where O.Message: Sendable {
        observable.sourceMessenger.messenger.start(
            by: self, receiver, at: StartPoint(O.self, file, line), on: place, buffering: .unbounded, missed: nil,
            .messageWithAuthor(receive))
    }
}
