import Dispatch

/// An object that observes ``Observable`` objects.
///
/// All that an object needs to observe is a ``Receiver`` of its own:
///
/// ```swift
/// final class Dog: Observer {
///     let receiver = Receiver()
/// }
///
/// dog.observe(sky) { color in
///     print("The sky is \(color).")
/// }
/// ```
///
/// **Lifetime:** Observing keeps neither side alive. When the observer or the observable dies, the observation ends and
/// everything it holds is released. No handler begins after its observer's death, and while one runs, its observer
/// can't die, so `[unowned self]` is safe in handlers. If it's released elsewhere meanwhile, it dies on the
/// thread where the handler runs.
///
/// **Threads:** All functions may be called from any thread, also from inside handlers and in `deinit`. An observer need
/// not be `Sendable`, unless several threads use it or handlers capture it.
public protocol Observer: AnyObject {

    /// Keeps the observations of this observer. Hold on to it strongly and always return the same one.
    var receiver: Receiver { get }
}

// MARK: - Start

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

    /// Starts to observe an observable on a queue.
    ///
    /// The handler runs on the queue. All observations that are hopped to the same queue run there in the order in which
    /// any one thread sent their messages, also across observables, and never two at the same time, not even on a
    /// concurrent queue. Work that you enqueue on a serial queue after `send` returned finds the message handled, so
    /// `queue.sync {}` waits for it.
    ///
    /// That's so also while the observable is busy, and if it was created on a queue of its own. A transform that is an
    /// object passes a message on when it gets it. That can be after `send` has returned, if the origin is busy on another
    /// thread or delivers on a queue. So rather transform on the fly: `dog.observe(sky, on: queue).map { … }`.
    ///
    /// When the observation is ended on the queue, not even messages that already wait there are handled any more.
    ///
    /// ```swift
    /// dog.observe(sky, on: queue) { color in
    ///     // runs on the queue
    /// }
    /// ```
    ///
    /// **Limits:** `buffering` says how many messages may wait on the queue, and what becomes of further ones: see
    /// ``MessageBuffering``. Where messages are dropped, `missed` is called in their place, with their exact number. It runs on
    /// the queue like the handler, never at the same time, and like the handler only while the observer lives and the observation
    /// has not ended. It may do whatever a handler may do.
    ///
    /// - Complexity: O(1) amortized, and so is each message.
    @inlinable
    @discardableResult
    public func observe<O: MessageSource>(
        _ observable: O, on queue: DispatchQueue, buffering: MessageBuffering = .unbounded,
        missed: (@Sendable (_ count: Int) -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (O.Message) -> Void
    ) -> ObservationHandle where O.Message: Sendable {
        observable.sourceMessenger.messenger.start(
            by: self, receiver, at: StartPoint(O.self, file, line), on: queue, buffering: buffering, missed: missed,
            .message(receive))
    }

    /// Starts to observe an observable on a queue, together with the authors of its messages.
    ///
    /// A message that waits in the queue doesn't keep its author alive. If the author is dead when the handler is about
    /// to be called, the handler gets the observable's messenger instead.
    @inlinable
    @discardableResult
    public func observe<O: MessageSource>(
        _ observable: O, on queue: DispatchQueue, buffering: MessageBuffering = .unbounded,
        missed: (@Sendable (_ count: Int) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (O.Message, AnyObject) -> Void
    ) -> ObservationHandle where O.Message: Sendable {
        observable.sourceMessenger.messenger.start(
            by: self, receiver, at: StartPoint(O.self, file, line), on: queue, buffering: buffering, missed: missed,
            .messageWithAuthor(receive))
    }
}

// MARK: - End

extension Observer {

    /// Ends all observations of an observable.
    ///
    /// When this has returned, no handler of these observations begins any more, except for one call that another
    /// thread may be about to make. There is no such exception on the thread that delivers, nor on the queue or actor
    /// that the observation is hopped to, not even for the message that is being delivered. The handlers are released
    /// right away or, if a delivery is under way, when it has ended. To stop what was never started is fine.
    ///
    /// To stop observing one observable of a combined observation ends all of that.
    ///
    /// - Complexity: O(n), with n being the number of observations of either this observer or the observable, whichever
    ///   is smaller.
    @inlinable
    public func stopObserving<O: MessageSource>(_ observable: O) {
        receiver.endObservations(of: observable.sourceMessenger.messenger)
    }

    /// Ends all observations of this observer.
    ///
    /// There's no need to call this in `deinit`, because that happens automatically. For details, see
    /// ``stopObserving(_:)``.
    ///
    /// - Complexity: O(n) in observations of this observer.
    @inlinable
    public func stopObserving() {
        receiver.endObservations()
    }

    /// Tells whether this observer observes the observable.
    ///
    /// - Complexity: O(n), with n being the number of observations of either this observer or the observable, whichever
    ///   is smaller.
    @inlinable
    public func isObserving<O: MessageSource>(_ observable: O) -> Bool {
        receiver.hasObservations(of: observable.sourceMessenger.messenger)
    }
}
