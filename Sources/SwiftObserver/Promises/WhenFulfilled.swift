extension Promise {

    /// Calls the handler with the value as soon as there is one, which may be at once.
    @discardableResult
    public func whenFulfilled(
        file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (Value) -> Void
    ) -> FreeObserver {
        observedOnce(file: file, line: line, receive: receive)
    }

    /// Calls the handler with the value and its author as soon as there is a value, which may be at once.
    @discardableResult
    public func whenFulfilled(
        file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (Value, AnyObject) -> Void
    ) -> FreeObserver {
        observedOnce(file: file, line: line, receive: receive)
    }

    /// Calls the handler on a queue with the value as soon as there is one.
    @discardableResult
    public func whenFulfilled(
        on place: some DeliveryPlace, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (Value) -> Void
    ) -> FreeObserver where Value: Sendable {
        observedOnce(on: place, file: file, line: line, receive: receive)
    }

    /// Calls the handler on a queue with the value and its author as soon as there is a value.
    @discardableResult
    public func whenFulfilled(
        on place: some DeliveryPlace, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (Value, AnyObject) -> Void
    ) -> FreeObserver where Value: Sendable {
        observedOnce(on: place, file: file, line: line, receive: receive)
    }
}

extension BufferedMessageSource {

    /// Calls the handler once, with the first message that is not `nil`, be it the latest one or one to come.
    ///
    /// The returned observer can be used to stop waiting. It needn't be stored.
    @discardableResult
    public func whenFulfilled<Wrapped>(
        file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (Wrapped) -> Void
    ) -> FreeObserver where Message == Wrapped? {
        whenFulfilled(on: nil, at: StartPoint(Self.self, file, line)) { value, _ in receive(value) }
    }

    /// Calls the handler once, with the first message that is not `nil`, and its author. The author of the latest message
    /// isn't known any more, so then it's the observable that knows the message: a buffer, a variable, or your own.
    @discardableResult
    public func whenFulfilled<Wrapped>(
        file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (Wrapped, AnyObject) -> Void
    ) -> FreeObserver where Message == Wrapped? {
        whenFulfilled(on: nil, at: StartPoint(Self.self, file, line), receive: receive)
    }

    /// Calls the handler once, on a queue, with the first message that is not `nil`.
    @discardableResult
    public func whenFulfilled<Wrapped>(
        on place: some DeliveryPlace, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (Wrapped) -> Void
    ) -> FreeObserver where Message == Wrapped?, Wrapped: Sendable {
        whenFulfilled(on: place as (any DeliveryPlace)?, at: StartPoint(Self.self, file, line)) { value, _ in
            receive(value)
        }
    }

    private func whenFulfilled<Wrapped>(
        on place: (any DeliveryPlace)?, at startPoint: StartPoint,
        receive: @escaping @Sendable (Wrapped, AnyObject) -> Void
    ) -> FreeObserver where Message == Wrapped? {
        observeOnce(StartingWithLatest(self), at: startPoint, on: place) { end in
            .messageWithAuthor { message, author in if let message, end() { receive(message, author) } }
        }
    }
}
