extension Observer {

    /// Starts to observe a variable on an actor, where updates that wait become one. See ``UpdateBuffering/merged``.
    @discardableResult
    public func observe<O: MessageSource, A: Actor, Value>(
        _ observable: O, on actor: A, buffering: UpdateBuffering,
        file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (isolated A, Update<Value>) -> Void
    ) -> ObservationHandle where O.Message == Update<Value>, Value: Sendable {
        start(observable, at: StartPoint(O.self, file, line), on: actor, buffering.limit()) { isolate in
            .message { update in isolate { receive($0, update) } }
        }
    }

    /// Starts to observe a variable on an actor, where updates that wait become one, together with the authors of the last
    /// ones.
    @discardableResult
    public func observe<O: MessageSource, A: Actor, Value>(
        _ observable: O, on actor: A, buffering: UpdateBuffering,
        file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (isolated A, Update<Value>, AnyObject) -> Void
    ) -> ObservationHandle where O.Message == Update<Value>, Value: Sendable {
        start(observable, at: StartPoint(O.self, file, line), on: actor, buffering.limit()) { isolate in
            .messageWithAuthor { update, author in
                let author = UncheckedSendable(author)
                isolate { receive($0, update, author.value) }
            }
        }
    }

    /// Starts to observe a variable on the main actor, where updates that wait become one. See ``UpdateBuffering/merged``.
    @discardableResult
    public func observe<O: MessageSource, Value>(
        _ observable: O, on actor: MainActor, buffering: UpdateBuffering,
        file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @MainActor @Sendable (Update<Value>) -> Void
    ) -> ObservationHandle where O.Message == Update<Value>, Value: Sendable {
        start(observable, at: StartPoint(O.self, file, line), on: actor, buffering.limit()) { isolate in
            .message { update in isolate { _ in MainActor.assumeIsolated { receive(update) } } }
        }
    }

    /// Starts to observe a variable on the main actor, where updates that wait become one, together with the authors of the
    /// last ones.
    @discardableResult
    public func observe<O: MessageSource, Value>(
        _ observable: O, on actor: MainActor, buffering: UpdateBuffering,
        file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @MainActor @Sendable (Update<Value>, AnyObject) -> Void
    ) -> ObservationHandle where O.Message == Update<Value>, Value: Sendable {
        start(observable, at: StartPoint(O.self, file, line), on: actor, buffering.limit()) { isolate in
            .messageWithAuthor { update, author in
                let author = UncheckedSendable(author)
                isolate { _ in MainActor.assumeIsolated { receive(update, author.value) } }
            }
        }
    }
}

// MARK: - Free observations

/// Starts an observation of a variable on an actor by the shared free observer, where updates that wait become one.
@discardableResult
public func observe<O: MessageSource, A: Actor, Value>(
    _ observable: O, on actor: A, buffering: UpdateBuffering,
    file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (isolated A, Update<Value>) -> Void
) -> ObservationHandle where O.Message == Update<Value>, Value: Sendable {
    FreeObserver.shared.observe(observable, on: actor, buffering: buffering, file: file, line: line, receive: receive)
}

/// Starts an observation of a variable on an actor by the shared free observer, where updates that wait become one,
/// together with the authors of the last ones.
@discardableResult
public func observe<O: MessageSource, A: Actor, Value>(
    _ observable: O, on actor: A, buffering: UpdateBuffering,
    file: StaticString = #fileID, line: UInt = #line,
    receive: @escaping @Sendable (isolated A, Update<Value>, AnyObject) -> Void
) -> ObservationHandle where O.Message == Update<Value>, Value: Sendable {
    FreeObserver.shared.observe(observable, on: actor, buffering: buffering, file: file, line: line, receive: receive)
}

/// Starts an observation of a variable on the main actor by the shared free observer, where updates that wait become one.
@discardableResult
public func observe<O: MessageSource, Value>(
    _ observable: O, on actor: MainActor, buffering: UpdateBuffering,
    file: StaticString = #fileID, line: UInt = #line, receive: @escaping @MainActor @Sendable (Update<Value>) -> Void
) -> ObservationHandle where O.Message == Update<Value>, Value: Sendable {
    FreeObserver.shared.observe(observable, on: actor, buffering: buffering, file: file, line: line, receive: receive)
}

/// Starts an observation of a variable on the main actor by the shared free observer, where updates that wait become one,
/// together with the authors of the last ones.
@discardableResult
public func observe<O: MessageSource, Value>(
    _ observable: O, on actor: MainActor, buffering: UpdateBuffering,
    file: StaticString = #fileID, line: UInt = #line,
    receive: @escaping @MainActor @Sendable (Update<Value>, AnyObject) -> Void
) -> ObservationHandle where O.Message == Update<Value>, Value: Sendable {
    FreeObserver.shared.observe(observable, on: actor, buffering: buffering, file: file, line: line, receive: receive)
}

extension MessageSource {

    /// Starts an observation of a variable on an actor by the shared free observer, where updates that wait become one.
    @discardableResult
    public func observed<A: Actor, Value: Sendable>(
        on actor: A, buffering: UpdateBuffering, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (isolated A, Update<Value>) -> Void
    ) -> ObservationHandle where Message == Update<Value> {
        FreeObserver.shared.observe(self, on: actor, buffering: buffering, file: file, line: line, receive: receive)
    }

    /// Starts an observation of a variable on an actor by the shared free observer, where updates that wait become one,
    /// together with the authors of the last ones.
    @discardableResult
    public func observed<A: Actor, Value: Sendable>(
        on actor: A, buffering: UpdateBuffering,
        file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (isolated A, Update<Value>, AnyObject) -> Void
    ) -> ObservationHandle where Message == Update<Value> {
        FreeObserver.shared.observe(self, on: actor, buffering: buffering, file: file, line: line, receive: receive)
    }

    /// Starts an observation of a variable on the main actor by the shared free observer, where updates that wait
    /// become one.
    @discardableResult
    public func observed<Value: Sendable>(
        on actor: MainActor, buffering: UpdateBuffering, file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @MainActor @Sendable (Update<Value>) -> Void
    ) -> ObservationHandle where Message == Update<Value> {
        FreeObserver.shared.observe(self, on: actor, buffering: buffering, file: file, line: line, receive: receive)
    }

    /// Starts an observation of a variable on the main actor by the shared free observer, where updates that wait
    /// become one, together with the authors of the last ones.
    @discardableResult
    public func observed<Value: Sendable>(
        on actor: MainActor, buffering: UpdateBuffering,
        file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @MainActor @Sendable (Update<Value>, AnyObject) -> Void
    ) -> ObservationHandle where Message == Update<Value> {
        FreeObserver.shared.observe(self, on: actor, buffering: buffering, file: file, line: line, receive: receive)
    }

    /// Starts an observation of a variable whose updates an asynchronous loop receives, where updates that wait become one.
    ///
    /// For details, see ``Messages`` and ``UpdateBuffering/merged``.
    public func messages<Value: Sendable>(buffering: UpdateBuffering, file: StaticString = #fileID, line: UInt = #line)
        -> Messages<Update<Value>>
    where Message == Update<Value> {
        Messages(of: self, at: StartPoint(Self.self, file, line), buffering: buffering.limit()) { update, _ in update }
    }
}
