extension Observer {

    /// Starts to observe one part of a value on an actor.
    ///
    /// ```swift
    /// dog.observe(person, \.name, on: kennel) { kennel, update in
    ///     kennel.rename(update.new)
    /// }
    /// ```
    ///
    /// The handler is isolated to the actor, which the observation doesn't retain.
    @discardableResult
    public func observe<Source: MessageSource, Value: Sendable, Part: Equatable & Sendable, A: Actor>(
        _ observable: Source, _ path: KeyPath<Value, Part> & Sendable, on actor: A, file: StaticString = #fileID,
        line: UInt = #line, receive: @escaping @Sendable (isolated A, Update<Part>) -> Void
    ) -> ObservationHandle where Source.Message == Update<Value> {
        observe(observable, path, file: file, line: line).on(actor).receive(receive)
    }

    /// Starts to observe one part of a value on an actor, with a handler that receives authors.
    @discardableResult
    public func observe<Source: MessageSource, Value: Sendable, Part: Equatable & Sendable, A: Actor>(
        _ observable: Source, _ path: KeyPath<Value, Part> & Sendable, on actor: A, file: StaticString = #fileID,
        line: UInt = #line, receive: @escaping @Sendable (isolated A, Update<Part>, AnyObject) -> Void
    ) -> ObservationHandle where Source.Message == Update<Value> {
        observe(observable, path, file: file, line: line).on(actor).withAuthor().receive {
            receive($0, $1.message, $1.author)
        }
    }

    /// Starts to observe one part of a value on the main actor.
    @discardableResult
    public func observe<Source: MessageSource, Value: Sendable, Part: Equatable & Sendable>(
        _ observable: Source, _ path: KeyPath<Value, Part> & Sendable, on actor: MainActor,
        file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @MainActor @Sendable (Update<Part>) -> Void
    ) -> ObservationHandle where Source.Message == Update<Value> {
        observe(observable, path, file: file, line: line).on(actor).receive(receive)
    }

    /// Starts to observe one part of a value on the main actor, with a handler of authors.
    @discardableResult
    public func observe<Source: MessageSource, Value: Sendable, Part: Equatable & Sendable>(
        _ observable: Source, _ path: KeyPath<Value, Part> & Sendable, on actor: MainActor,
        file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @MainActor @Sendable (Update<Part>, AnyObject) -> Void
    ) -> ObservationHandle where Source.Message == Update<Value> {
        observe(observable, path, file: file, line: line).on(actor).withAuthor().receive {
            receive($0.message, $0.author)
        }
    }
}
