/// Starts an observation on an actor by the shared free observer.
@discardableResult
public func observe<O: MessageSource, A: Actor>(
    _ observable: O, on actor: A, buffering: MessageBuffering = .unbounded,
    missed: (@Sendable (isolated A, _ count: Int) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (isolated A, O.Message) -> Void
) -> ObservationHandle where O.Message: Sendable {
    FreeObserver.shared.observe(
        observable, on: actor, buffering: buffering, missed: missed, file: file, line: line, receive: receive)
}

/// Starts an observation on an actor, with authors, by the shared free observer.
@discardableResult
public func observe<O: MessageSource, A: Actor>(
    _ observable: O, on actor: A, buffering: MessageBuffering = .unbounded,
    missed: (@Sendable (isolated A, _ count: Int) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    receive: @escaping @Sendable (isolated A, O.Message, AnyObject) -> Void
) -> ObservationHandle where O.Message: Sendable {
    FreeObserver.shared.observe(
        observable, on: actor, buffering: buffering, missed: missed, file: file, line: line, receive: receive)
}

/// Starts an observation on the main actor by the shared free observer.
@discardableResult
public func observe<O: MessageSource>(
    _ observable: O, on actor: MainActor, buffering: MessageBuffering = .unbounded,
    missed: (@MainActor @Sendable (_ count: Int) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line, receive: @escaping @MainActor @Sendable (O.Message) -> Void
) -> ObservationHandle where O.Message: Sendable {
    FreeObserver.shared.observe(
        observable, on: actor, buffering: buffering, missed: missed, file: file, line: line, receive: receive)
}

/// Starts an observation on the main actor, with authors, by the shared free observer.
@discardableResult
public func observe<O: MessageSource>(
    _ observable: O, on actor: MainActor, buffering: MessageBuffering = .unbounded,
    missed: (@MainActor @Sendable (_ count: Int) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    receive: @escaping @MainActor @Sendable (O.Message, AnyObject) -> Void
) -> ObservationHandle where O.Message: Sendable {
    FreeObserver.shared.observe(
        observable, on: actor, buffering: buffering, missed: missed, file: file, line: line, receive: receive)
}

extension MessageSource where Message: Sendable {

    /// Starts an observation on an actor by the shared free observer.
    @discardableResult
    public func observed<A: Actor>(
        on actor: A, buffering: MessageBuffering = .unbounded,
        missed: (@Sendable (isolated A, _ count: Int) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line, receive: @escaping @Sendable (isolated A, Message) -> Void
    ) -> ObservationHandle {
        FreeObserver.shared.observe(
            self, on: actor, buffering: buffering, missed: missed, file: file, line: line, receive: receive)
    }

    /// Starts an observation on an actor, with authors, by the shared free observer.
    @discardableResult
    public func observed<A: Actor>(
        on actor: A, buffering: MessageBuffering = .unbounded,
        missed: (@Sendable (isolated A, _ count: Int) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @Sendable (isolated A, Message, AnyObject) -> Void
    ) -> ObservationHandle {
        FreeObserver.shared.observe(
            self, on: actor, buffering: buffering, missed: missed, file: file, line: line, receive: receive)
    }

    /// Starts an observation on the main actor by the shared free observer.
    @discardableResult
    public func observed(
        on actor: MainActor, buffering: MessageBuffering = .unbounded,
        missed: (@MainActor @Sendable (_ count: Int) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line, receive: @escaping @MainActor @Sendable (Message) -> Void
    ) -> ObservationHandle {
        FreeObserver.shared.observe(
            self, on: actor, buffering: buffering, missed: missed, file: file, line: line, receive: receive)
    }

    /// Starts an observation on the main actor, with authors, by the shared free observer.
    @discardableResult
    public func observed(
        on actor: MainActor, buffering: MessageBuffering = .unbounded,
        missed: (@MainActor @Sendable (_ count: Int) -> Void)? = nil,
        file: StaticString = #fileID, line: UInt = #line,
        receive: @escaping @MainActor @Sendable (Message, AnyObject) -> Void
    ) -> ObservationHandle {
        FreeObserver.shared.observe(
            self, on: actor, buffering: buffering, missed: missed, file: file, line: line, receive: receive)
    }
}
