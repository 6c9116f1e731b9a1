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
    /// observation ends with the next message. Messages that come in quick succession are handled without leaving the actor in between, but at
    /// most about a thousand.
    ///
    /// - Complexity: O(1) amortized.
    public func observe<O: Observable, A: Actor>(
        _ observable: O, on actor: A, receive: @escaping @Sendable (isolated A, O.Message) -> Void
    ) where O.Message: Sendable {
        start(observable, on: actor) { isolate in
            .message { message in isolate { receive($0, message) } }
        }
    }

    /// Starts to observe an observable on an actor, together with the authors of its messages.
    ///
    /// In place of an author who is dead when the handler is about to be called, it gets the observable's messenger.
    public func observe<O: Observable, A: Actor>(
        _ observable: O, on actor: A, receive: @escaping @Sendable (isolated A, O.Message, AnyObject) -> Void
    ) where O.Message: Sendable {
        start(observable, on: actor) { isolate in
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
    public func observe<O: Observable>(
        _ observable: O, on actor: MainActor, receive: @escaping @MainActor @Sendable (O.Message) -> Void
    ) where O.Message: Sendable {
        start(observable, on: actor) { isolate in
            .message { message in isolate { _ in MainActor.assumeIsolated { receive(message) } } }
        }
    }

    /// Starts to observe an observable on the main actor, together with the authors of its messages.
    public func observe<O: Observable>(
        _ observable: O, on actor: MainActor, receive: @escaping @MainActor @Sendable (O.Message, AnyObject) -> Void
    ) where O.Message: Sendable {
        start(observable, on: actor) { isolate in
            .messageWithAuthor { message, author in
                let author = UncheckedSendable(author)
                isolate { _ in MainActor.assumeIsolated { receive(message, author.value) } }
            }
        }
    }

    /// Starts an observation that ends at the first message it gets after the death of the actor.
    ///
    /// - Parameter handler: Makes the handler out of a function that calls closures in the isolation of the actor.
    private func start<O: Observable, A: Actor>(
        _ observable: O, on actor: A,
        handler: (@escaping @Sendable (@Sendable (isolated A) -> Void) -> Void) -> Handler<O.Message>
    ) {
        let group = ObservationGroup()
        let reference = ActorReference(actor)
        let handler = handler { act in
            if let actor = reference.actor(as: A.self) { actor.assumeIsolated(act) } else { group.end() }
        }
        observable.messenger.start(by: self, receiver, group: group, lane: Lane(of: actor), handler)
    }
}

// MARK: - Free observations

/// Starts an observation on an actor by the shared free observer.
public func observe<O: Observable, A: Actor>(
    _ observable: O, on actor: A, receive: @escaping @Sendable (isolated A, O.Message) -> Void
) where O.Message: Sendable {
    FreeObserver.shared.observe(observable, on: actor, receive: receive)
}

/// Starts an observation on an actor, with authors, by the shared free observer.
public func observe<O: Observable, A: Actor>(
    _ observable: O, on actor: A, receive: @escaping @Sendable (isolated A, O.Message, AnyObject) -> Void
) where O.Message: Sendable {
    FreeObserver.shared.observe(observable, on: actor, receive: receive)
}

/// Starts an observation on the main actor by the shared free observer.
public func observe<O: Observable>(
    _ observable: O, on actor: MainActor, receive: @escaping @MainActor @Sendable (O.Message) -> Void
) where O.Message: Sendable {
    FreeObserver.shared.observe(observable, on: actor, receive: receive)
}

/// Starts an observation on the main actor, with authors, by the shared free observer.
public func observe<O: Observable>(
    _ observable: O, on actor: MainActor, receive: @escaping @MainActor @Sendable (O.Message, AnyObject) -> Void
) where O.Message: Sendable {
    FreeObserver.shared.observe(observable, on: actor, receive: receive)
}

extension Observable where Message: Sendable {

    /// Starts an observation on an actor by the shared free observer.
    public func observed<A: Actor>(on actor: A, receive: @escaping @Sendable (isolated A, Message) -> Void) {
        FreeObserver.shared.observe(self, on: actor, receive: receive)
    }

    /// Starts an observation on an actor, with authors, by the shared free observer.
    public func observed<A: Actor>(
        on actor: A, receive: @escaping @Sendable (isolated A, Message, AnyObject) -> Void
    ) {
        FreeObserver.shared.observe(self, on: actor, receive: receive)
    }

    /// Starts an observation on the main actor by the shared free observer.
    public func observed(on actor: MainActor, receive: @escaping @MainActor @Sendable (Message) -> Void) {
        FreeObserver.shared.observe(self, on: actor, receive: receive)
    }

    /// Starts an observation on the main actor, with authors, by the shared free observer.
    public func observed(on actor: MainActor, receive: @escaping @MainActor @Sendable (Message, AnyObject) -> Void) {
        FreeObserver.shared.observe(self, on: actor, receive: receive)
    }
}
