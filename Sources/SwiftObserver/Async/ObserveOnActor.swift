extension Observer {

    /// Starts to observe an observable on an actor.
    ///
    /// ```swift
    /// dog.observe(sky, on: kennel) { kennel, color in
    ///     kennel.paint(color)
    /// }
    /// ```
    ///
    /// **Threads:** The handler runs on the actor, isolated to it. If messages come in quick
    /// succession, the actor handles up to about a thousand of them without leaving in between.
    ///
    /// **Lifetime:** Observing doesn't retain the actor. After the actor is deallocated, the
    /// observation ends with the next message.
    ///
    /// For limits, batches and transforms, describe the observation in steps:
    /// `dog.observe(sky).on(kennel)`. See ``Observing``.
    ///
    /// - Complexity: O(1), amortized.
    @discardableResult
    public func observe<O: MessageSource, A: Actor>(
        _ observable: O, on actor: A, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (isolated A, O.Message) -> Void
    ) -> ObservationHandle where O.Message: Sendable {
        observe(observable, file: file, line: line).on(actor).receive(receive)
    }

    /// Starts to observe an observable on an actor, with a handler that also receives authors.
    ///
    /// If the author has been deallocated when the handler is called, the handler receives the
    /// observable's messenger.
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

    /// Starts to observe an observable on the main actor, with a handler that receives authors.
    @discardableResult
    public func observe<O: MessageSource>(
        _ observable: O, on actor: MainActor, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @MainActor @Sendable (O.Message, AnyObject) -> Void
    ) -> ObservationHandle where O.Message: Sendable {
        observe(observable, file: file, line: line).on(actor).withAuthor().receive { receive($0.message, $0.author) }
    }
}
