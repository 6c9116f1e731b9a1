extension Observer {

    /// Starts to observe an observable.
    ///
    /// The handler gets every message that is sent from now on, each once, in the order of sending, and never two at the
    /// same time. It runs in place, on whatever thread delivers the messages: with a single thread, that's inside
    /// `send`. Who started to observe first is called first. To start an observation sends nothing.
    ///
    /// An observer can observe the same observable several times. Each call starts a further observation.
    ///
    /// `file` and `line` are for the compiler to fill in: while watching is on, they say where the observation began.
    ///
    /// - Complexity: O(1) amortized.
    @inlinable
    @discardableResult
    public func observe<O: MessageSource>(
        _ observable: O, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (O.Message) -> Void
    ) -> ObservationHandle {
        observable.sourceMessenger.messenger.start(
            by: self, receiver, at: StartPoint(O.self, file, line), .message(receive))
    }

    /// Starts to observe an observable together with the authors of its messages.
    ///
    /// Works like ``observe(_:file:line:receive:)-(_,_,_,(O.Message)->Void)``, and also passes the author of each message.
    /// Without an explicit author, that's the observable itself. In place of an author who is dead or dying, the handler
    /// gets the observable's messenger, so it may store whichever author it gets.
    @inlinable
    @discardableResult
    public func observe<O: MessageSource>(
        _ observable: O, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (O.Message, AnyObject) -> Void
    ) -> ObservationHandle {
        observable.sourceMessenger.messenger.start(
            by: self, receiver, at: StartPoint(O.self, file, line), .messageWithAuthor(receive))
    }

    /// Starts to observe an observable on a queue, or in another ``DeliveryPlace`` such as an event loop.
    ///
    /// The handler runs there. What is said of queues holds for all places. All observations that are hopped to the same queue
    /// run there in the order in which any one thread sent their messages, also across observables, and never two at the same
    /// time, not even on a concurrent queue. Work that you enqueue on a serial queue after `send` returned finds the message handled, so
    /// `queue.sync {}` waits for it.
    ///
    /// That's so also while the observable is busy, and if it was created on a queue of its own. A transform that is an
    /// object passes a message on when it gets it. That can be after `send` has returned, if the origin is busy on another
    /// thread or delivers on a queue. So rather transform in a chain: `dog.observe(sky).on(place).map { … }`.
    ///
    /// When the observation is ended on the queue, not even messages that already wait there are handled any more.
    ///
    /// ```swift
    /// dog.observe(sky, on: place) { color in
    ///     // runs on the queue
    /// }
    /// ```
    ///
    /// For limits and batches, describe the observation in steps: `dog.observe(sky).on(queue).buffering(.newest(1000))`. See
    /// ``Observing``.
    ///
    /// - Complexity: O(1) amortized, and so is each message.
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

    /// Starts to observe an observable on a queue, together with the authors of its messages.
    ///
    /// A message that waits in the queue doesn't keep its author alive. If the author is dead when the handler is about
    /// to be called, the handler gets the observable's messenger instead.
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
