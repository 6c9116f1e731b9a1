extension Promise {

    /// Calls the handler with the value as soon as there is one, which may be at once.
    @discardableResult
    public func whenFulfilled(
        file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (Value) -> Void
    ) -> FreeObserver {
        observedOnce(file: file, line: line, receive: receive)
    }

    /// Calls the handler with the value and its author as soon as there is a value.
    ///
    /// That may be at once.
    @discardableResult
    public func whenFulfilled(
        file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (Value, AnyObject) -> Void
    ) -> FreeObserver {
        observedOnce(file: file, line: line, receive: receive)
    }

    /// Requires a step for the place.
    @available(
        *, unavailable,
        message: "Choose the place in a step: `promise.observed().on(queue).receive { … }`."
    )
    public func whenFulfilled(on place: any DeliveryPlace, receive: @escaping @Sendable (Value) -> Void) {}
}

extension BufferedMessageSource {

    /// Calls the handler once, with the first message that is not `nil`.
    ///
    /// That's the latest message, or a later one. You can use the returned observer to stop
    /// waiting. You needn't store it.
    @discardableResult
    public func whenFulfilled<Wrapped>(
        file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (Wrapped) -> Void
    ) -> FreeObserver where Message == Wrapped? {
        whenFulfilled(at: StartPoint(Self.self, file, line)) { value, _ in receive(value) }
    }

    /// Calls the handler once, with the first message that is not `nil`, and its author.
    ///
    /// The author of the latest message is no longer known. Its place is taken by the observable
    /// that has the message: a buffer, a variable, or your own.
    @discardableResult
    public func whenFulfilled<Wrapped>(
        file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (Wrapped, AnyObject) -> Void
    ) -> FreeObserver where Message == Wrapped? {
        whenFulfilled(at: StartPoint(Self.self, file, line), receive: receive)
    }

    private func whenFulfilled<Wrapped>(
        at startPoint: StartPoint, receive: @escaping @Sendable (Wrapped, AnyObject) -> Void
    ) -> FreeObserver where Message == Wrapped? {
        observeOnce(StartingWithLatest(self), at: startPoint) { end in
            .messageWithAuthor { message, author in if let message, end() { receive(message, author) } }
        }
    }
}
