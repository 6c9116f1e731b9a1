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
    /// For limits, batches and transforms, describe the observation in steps: `dog.observe(sky).on(kennel)`. See ``Observing``.
    ///
    /// - Complexity: O(1) amortized.
    @discardableResult
    public func observe<O: MessageSource, A: Actor>(
        _ observable: O, on actor: A, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (isolated A, O.Message) -> Void
    ) -> ObservationHandle where O.Message: Sendable {
        observe(observable, file: file, line: line).on(actor).receive(receive)
    }

    /// Starts to observe an observable on an actor, together with the authors of its messages.
    ///
    /// In place of an author who is dead when the handler is about to be called, it gets the observable's messenger.
    @discardableResult
    public func observe<O: MessageSource, A: Actor>(
        _ observable: O, on actor: A, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (isolated A, O.Message, AnyObject) -> Void
    ) -> ObservationHandle where O.Message: Sendable {
        observe(observable, file: file, line: line).on(actor).withAuthor().receive {
            receive($0, $1.message, $1.author)
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
        _ observable: O, on actor: MainActor, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @MainActor @Sendable (O.Message) -> Void
    ) -> ObservationHandle where O.Message: Sendable {
        observe(observable, file: file, line: line).on(actor).receive(receive)
    }

    /// Starts to observe an observable on the main actor, together with the authors of its messages.
    @discardableResult
    public func observe<O: MessageSource>(
        _ observable: O, on actor: MainActor, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @MainActor @Sendable (O.Message, AnyObject) -> Void
    ) -> ObservationHandle where O.Message: Sendable {
        observe(observable, file: file, line: line).on(actor).withAuthor().receive { receive($0.message, $0.author) }
    }
}
