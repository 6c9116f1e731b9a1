// Observations whose place has no label, or is missing. Without these declarations, the compiler takes a
// place that has no label for a second observable, and explains neither mistake. Each declaration says
// what to write.

extension Observer {

    /// Needs a label.
    @available(*, unavailable, renamed: "observe(_:on:receive:)", message: "Write `on:` before the place.")
    @_disfavoredOverload
    public func observe<O: MessageSource>(
        _ observable: O, _ place: any DeliveryPlace, receive: @escaping @Sendable (O.Message) -> Void
    ) {}

    /// Needs a label.
    @available(*, unavailable, renamed: "observe(_:on:receive:)", message: "Write `on:` before the place.")
    @_disfavoredOverload
    public func observe<O: MessageSource>(
        _ observable: O, _ place: any DeliveryPlace, receive: @escaping @Sendable (O.Message, AnyObject) -> Void
    ) {}

    /// Needs a label.
    @available(*, unavailable, renamed: "observe(_:on:receive:)", message: "Write `on:` before the actor.")
    @_disfavoredOverload
    public func observe<O: MessageSource, A: Actor>(
        _ observable: O, _ actor: A, receive: @escaping @Sendable (isolated A, O.Message) -> Void
    ) {}

    /// Needs a label.
    @available(*, unavailable, renamed: "observe(_:on:receive:)", message: "Write `on:` before the actor.")
    @_disfavoredOverload
    public func observe<O: MessageSource>(
        _ observable: O, _ actor: MainActor, receive: @escaping @MainActor @Sendable (O.Message) -> Void
    ) {}

    /// Needs a place.
    @available(*, unavailable, message: "Write `on:` and a place before `buffering:`.")
    @_disfavoredOverload
    public func observe<O: MessageSource>(
        _ observable: O, buffering: MessageBuffering, receive: @escaping @Sendable (O.Message) -> Void
    ) {}

    /// Needs a place.
    @available(*, unavailable, message: "Write `on:` and a place before `buffering:`.")
    @_disfavoredOverload
    public func observe<O: MessageSource, Value>(
        _ observable: O, buffering: UpdateBuffering, receive: @escaping @Sendable (Update<Value>) -> Void
    ) where O.Message == Update<Value> {}
}

/// Needs a label.
@available(*, unavailable, renamed: "observe(_:on:receive:)", message: "Write `on:` before the place.")
@_disfavoredOverload
public func observe<O: MessageSource>(
    _ observable: O, _ place: any DeliveryPlace, receive: @escaping @Sendable (O.Message) -> Void
) {}

/// Needs a label.
@available(*, unavailable, renamed: "observe(_:on:receive:)", message: "Write `on:` before the place.")
@_disfavoredOverload
public func observe<O: MessageSource>(
    _ observable: O, _ place: any DeliveryPlace, receive: @escaping @Sendable (O.Message, AnyObject) -> Void
) {}

/// Needs a label.
@available(*, unavailable, renamed: "observe(_:on:receive:)", message: "Write `on:` before the actor.")
@_disfavoredOverload
public func observe<O: MessageSource, A: Actor>(
    _ observable: O, _ actor: A, receive: @escaping @Sendable (isolated A, O.Message) -> Void
) {}

/// Needs a label.
@available(*, unavailable, renamed: "observe(_:on:receive:)", message: "Write `on:` before the actor.")
@_disfavoredOverload
public func observe<O: MessageSource>(
    _ observable: O, _ actor: MainActor, receive: @escaping @MainActor @Sendable (O.Message) -> Void
) {}

/// Needs a place.
@available(*, unavailable, message: "Write `on:` and a place before `buffering:`.")
@_disfavoredOverload
public func observe<O: MessageSource>(
    _ observable: O, buffering: MessageBuffering, receive: @escaping @Sendable (O.Message) -> Void
) {}

/// Needs a place.
@available(*, unavailable, message: "Write `on:` and a place before `buffering:`.")
@_disfavoredOverload
public func observe<O: MessageSource, Value>(
    _ observable: O, buffering: UpdateBuffering, receive: @escaping @Sendable (Update<Value>) -> Void
) where O.Message == Update<Value> {}
