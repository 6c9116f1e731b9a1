// Forms of `observe` that lack a label, or take too much at once. Without these declarations, the
// compiler would take a place for a second observable, or ask for a label that doesn't help. The
// message of each says what to write.

extension Observer {

    /// Requires a label before the place.
    @available(
        *, unavailable,
        message: "Write `on:` before the place."
    )
    public func observe<O: MessageSource>(
        _ observable: O, _ place: any DeliveryPlace, receive: @escaping @Sendable (O.Message) -> Void
    ) {}

    /// Requires a label before the actor.
    @available(
        *, unavailable,
        message: "Write `on:` before the actor."
    )
    public func observe<O: MessageSource, A: Actor>(
        _ observable: O, _ actor: A, receive: @escaping @Sendable (isolated A, O.Message) -> Void
    ) {}

    /// Requires a label before the actor.
    @available(
        *, unavailable,
        message: "Write `on:` before the actor."
    )
    public func observe<O: MessageSource>(
        _ observable: O, _ actor: MainActor, receive: @escaping @MainActor @Sendable (O.Message) -> Void
    ) {}

    /// Accepts a handler with one author at most.
    @available(
        *, unavailable,
        message: "A handler takes the message and, optionally, the author."
    )
    public func observe<O: MessageSource>(
        _ observable: O, on place: any DeliveryPlace,
        receive: @escaping @Sendable (O.Message, AnyObject, AnyObject) -> Void
    ) {}

    /// Requires a key path that begins at the value.
    ///
    /// Without it, the compiler would take a key path with a typo for a place.
    @available(
        *, unavailable,
        message: "The key path must lead from the value to an `Equatable` part, as in `observe(person, \\Person.name)`."
    )
    public func observe<O: MessageSource, Value, Root, Part>(
        _ observable: O, _ path: KeyPath<Root, Part>, receive: @escaping @Sendable (Update<Part>) -> Void
    ) where O.Message == Update<Value> {}

    /// Requires a step for the place.
    @available(
        *, unavailable,
        message: "Choose the place in a step: `observe(sky).on(queue)`."
    )
    public func observe<O: MessageSource>(_ observable: O, on place: any DeliveryPlace)
        -> Observing<O.Message, ObservingForm.Plain, ObservingStage.Waiting>
    { preconditionFailure() }

    /// Requires a step for the limit.
    @available(
        *, unavailable,
        message: "Choose the limit in a step: `observe(sky).on(queue).buffering(…).receive { … }`."
    )
    public func observe<O: MessageSource>(
        _ observable: O, on place: (any DeliveryPlace)? = nil, buffering: MessageBuffering,
        receive: @escaping @Sendable (O.Message) -> Void
    ) {}

    /// Requires a step for the limit.
    @available(
        *, unavailable,
        message: "Choose the limit in a step: `observe(sky).on(actor).buffering(…).receive { … }`."
    )
    public func observe<O: MessageSource, A: Actor>(
        _ observable: O, on actor: A, buffering: MessageBuffering,
        receive: @escaping @Sendable (isolated A, O.Message) -> Void
    ) {}
}

/// Requires a step for the place.
@available(
    *, unavailable,
    message: "Choose the place in a step: `observe(sky).on(queue).receive { … }`."
)
public func observe<O: MessageSource>(
    _ observable: O, on place: any DeliveryPlace, receive: @escaping @Sendable (O.Message) -> Void
) {}

/// Requires a step for the place.
@available(
    *, unavailable,
    message: "Choose the place in a step: `observe(sky).on(queue).receive { … }`."
)
public func observe<O: MessageSource>(
    _ observable: O, _ place: any DeliveryPlace, receive: @escaping @Sendable (O.Message) -> Void
) {}

/// Requires a step for the place.
@available(
    *, unavailable,
    message: "Choose the place in a step: `observe(sky).on(queue).withAuthor().receive { … }`."
)
public func observe<O: MessageSource>(
    _ observable: O, on place: any DeliveryPlace, receive: @escaping @Sendable (O.Message, AnyObject) -> Void
) {}

/// Requires a step for the place.
@available(
    *, unavailable,
    message: "Choose the place in a step: `observe(sky).on(queue)`."
)
public func observe<O: MessageSource>(_ observable: O, on place: any DeliveryPlace) -> Observing<
    O.Message, ObservingForm.Plain, ObservingStage.Waiting
> { preconditionFailure() }

/// Requires a step for the actor.
@available(
    *, unavailable,
    message: "Choose the actor in a step: `observe(sky).on(actor).receive { … }`."
)
public func observe<O: MessageSource, A: Actor>(
    _ observable: O, on actor: A, receive: @escaping @Sendable (isolated A, O.Message) -> Void
) {}

/// Requires a step for the place.
@available(
    *, unavailable,
    message: "Choose the place in a step: `observe(sky).on(queue).once().receive { … }`."
)
public func observeOnce<O: MessageSource>(
    _ observable: O, on place: any DeliveryPlace, receive: @escaping @Sendable (O.Message) -> Void
) {}

/// Requires a step for the limit.
@available(
    *, unavailable,
    message: "Choose the limit in a step: `observe(sky).on(queue).buffering(…).receive { … }`."
)
public func observe<O: MessageSource>(
    _ observable: O, on place: (any DeliveryPlace)? = nil, buffering: MessageBuffering,
    receive: @escaping @Sendable (O.Message) -> Void
) {}

extension MessageSource {

    /// Requires a step for the place.
    @available(
        *, unavailable,
        message: "Choose the place in a step: `sky.observed().on(queue).receive { … }`."
    )
    public func observed(on place: any DeliveryPlace, receive: @escaping @Sendable (Message) -> Void) {}

    /// Requires a step for the actor.
    @available(
        *, unavailable,
        message: "Choose the actor in a step: `sky.observed().on(actor).receive { … }`."
    )
    public func observed<A: Actor>(on actor: A, receive: @escaping @Sendable (isolated A, Message) -> Void) {}

    /// Requires a step for the place.
    @available(
        *, unavailable,
        message: "Choose the place in a step: `sky.observed().on(queue).once().receive { … }`."
    )
    public func observedOnce(on place: any DeliveryPlace, receive: @escaping @Sendable (Message) -> Void) {}
}

extension MessageBuffering {

    /// Is a step of a chain.
    @available(
        *, unavailable,
        message: """
            Merge updates in a step: `observe(number).on(queue).merging().receive { … }`. In loops, use \
            `mergedMessages()`.
            """
    )
    public static var merged: MessageBuffering { preconditionFailure() }
}
