// Observations whose handlers run on an actor. Everything that holds for queues holds for actors: all observations that
// are hopped to one actor run there in the order in which any one thread sent their messages, also across observables,
// never two at the same time, and an observation that is ended on the actor handles nothing any more, not even messages
// that already wait there.

extension Observer {

    /// Starts to observe an observable on an actor.
    ///
    /// ```swift
    /// dog.observe(sky, on: kennel) { kennel, color in
    ///     kennel.paint(color)
    /// }
    /// ```
    ///
    /// The handler runs on the actor, isolated to it. Observing doesn't keep the actor alive. When it's dead, the
    /// observation ends with the next message. Messages that come in quick succession are handled without leaving the actor in
    /// between, but at most about a thousand.
    ///
    /// **Limits:** `buffering` says how many messages may wait for the actor, and what becomes of further ones: see
    /// ``MessageBuffering``. Where messages are dropped, `missed` is called in their place, isolated to the actor, with their
    /// exact number.
    ///
    /// - Complexity: O(1) amortized.
    @discardableResult
    public func observe<O: MessageSource, A: Actor>(
        _ observable: O, on actor: A, buffering: MessageBuffering = .unbounded,
        missed: (@Sendable (isolated A, _ count: Int) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (isolated A, O.Message) -> Void
    ) -> ObservationHandle where O.Message: Sendable {
        start(observable, at: StartPoint(O.self, file, line), on: actor, buffering.limit(), missed) { isolate in
            .message { message in isolate { receive($0, message) } }
        }
    }

    /// Starts to observe an observable on an actor, together with the authors of its messages.
    ///
    /// In place of an author who is dead when the handler is about to be called, it gets the observable's messenger.
    @discardableResult
    public func observe<O: MessageSource, A: Actor>(
        _ observable: O, on actor: A, buffering: MessageBuffering = .unbounded,
        missed: (@Sendable (isolated A, _ count: Int) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (isolated A, O.Message, AnyObject) -> Void
    ) -> ObservationHandle where O.Message: Sendable {
        start(observable, at: StartPoint(O.self, file, line), on: actor, buffering.limit(), missed) { isolate in
            .messageWithAuthor { message, author in
                let author = UncheckedSendable(author)
                isolate { receive($0, message, author.value) }
            }
        }
    }

    /// Starts to observe an observable on the main actor.
    ///
    /// ```swift
    /// dog.observe(sky, on: MainActor.shared) { color in
    ///     window.backgroundColor = color
    /// }
    /// ```
    @discardableResult
    public func observe<O: MessageSource>(
        _ observable: O, on actor: MainActor, buffering: MessageBuffering = .unbounded,
        missed: (@MainActor @Sendable (_ count: Int) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line, receive: @escaping @MainActor @Sendable (O.Message) -> Void
    ) -> ObservationHandle where O.Message: Sendable {
        start(observable, at: StartPoint(O.self, file, line), on: actor, buffering.limit(), onMainActor(missed)) {
            isolate in
            .message { message in isolate { _ in MainActor.assumeIsolated { receive(message) } } }
        }
    }

    /// Starts to observe an observable on the main actor, together with the authors of its messages.
    @discardableResult
    public func observe<O: MessageSource>(
        _ observable: O, on actor: MainActor, buffering: MessageBuffering = .unbounded,
        missed: (@MainActor @Sendable (_ count: Int) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @MainActor @Sendable (O.Message, AnyObject) -> Void
    ) -> ObservationHandle where O.Message: Sendable {
        start(observable, at: StartPoint(O.self, file, line), on: actor, buffering.limit(), onMainActor(missed)) {
            isolate in
            .messageWithAuthor { message, author in
                let author = UncheckedSendable(author)
                isolate { _ in MainActor.assumeIsolated { receive(message, author.value) } }
            }
        }
    }

    /// Starts an observation that ends at the first message it gets after the death of the actor.
    ///
    /// - Parameter handler: Makes the handler out of a function that calls closures in the isolation of the actor.
    func start<O: MessageSource, A: Actor>(
        _ observable: O, at startPoint: StartPoint, on actor: A, _ limit: BufferLimit<O.Message>,
        _ missed: (@Sendable (isolated A, Int) -> Void)? = nil,
        handler: (@escaping @Sendable (@Sendable (isolated A) -> Void) -> Void) -> Handler<O.Message>
    ) -> ObservationHandle {
        start(observable, at: startPoint, on: actor, limit, missed, upTo: nil) { isolate in
            (handler(isolate), batch: nil)
        }
    }

    /// The same, also with a handler of batches if there's a limit of them.
    func start<O: MessageSource, A: Actor>(
        _ observable: O, at startPoint: StartPoint, on actor: A, _ limit: BufferLimit<O.Message>,
        _ missed: (@Sendable (isolated A, Int) -> Void)?, upTo batchLimit: Int?,
        handlers: (@escaping @Sendable (@Sendable (isolated A) -> Void) -> Void) -> (
            Handler<O.Message>, batch: (@Sendable ([O.Message]) -> Void)?
        )
    ) -> ObservationHandle {
        let group = ObservationGroup()
        let place = ActorPlace(actor)
        let isolate: @Sendable (@Sendable (isolated A) -> Void) -> Void = { act in
            if let actor = place.actor(as: A.self) { actor.assumeIsolated(act) } else { group.end() }
        }
        let (handler, handleBatch) = handlers(isolate)
        var tell: (@Sendable (Int) -> Void)?
        if let missed { tell = { count in isolate { missed($0, count) } } }
        let batching = batchLimit.flatMap { limit in handleBatch.map { Batching(upTo: limit, $0) } }
        return start(
            observable, at: startPoint, on: Lane(of: place), limit: limit, missed: tell, batching: batching,
            extras: ObservationExtras(endingWith: group), handler)
    }
}

/// Makes a closure for the main actor one that is isolated to it in the way of other actors.
func onMainActor(_ missed: (@MainActor @Sendable (Int) -> Void)?) -> (@Sendable (isolated MainActor, Int) -> Void)? {
    guard let missed else { return nil }
    return { _, count in MainActor.assumeIsolated { missed(count) } }
}
