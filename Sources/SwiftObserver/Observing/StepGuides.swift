// Steps in the wrong position, and handlers where none belong. Without these declarations, the
// compiler would only report that there's no such member, or name an unrelated declaration. The
// message of each says what to write.

extension Observing where Stage == ObservingStage.InPlace {

    /// Requires a place.
    @available(
        *, unavailable,
        message: "Messages don't wait in place. First choose where they wait: `.on(queue).buffering(…)`."
    )
    public func buffering(_ limit: MessageBuffering) -> Observing<Message, Form, ObservingStage.Limited> { stop() }

    /// Requires a place.
    @available(
        *, unavailable,
        message: "Messages don't wait in place. First choose where they wait: `.on(queue).merging()`."
    )
    public func merging() -> Observing<Message, Form, ObservingStage.Transforming> { stop() }

    /// Requires a place.
    @available(
        *, unavailable,
        message: "Messages don't wait in place. First choose where they wait: `.on(queue).batches(upTo: 9)`."
    )
    public func batches(upTo limit: Int) -> Observing<[Message], Form, ObservingStage.Transforming> { stop() }

    /// Requires a limit.
    @available(
        *, unavailable,
        message:
            "Without a limit, no message is missed. Set one first: `.on(queue).buffering(.newest(9)).missed { … }`."
    )
    public func missed(_ tell: @escaping @Sendable (Int) -> Void) -> Observing { self }
}

extension Observing where Stage == ObservingStage.Waiting {

    /// Accepts only one place.
    @available(
        *, unavailable,
        message: "A chain runs in one place. Choose it once, right after `observe`."
    )
    public func on(_ place: AnyObject) -> Observing { self }

    /// Requires a limit.
    @available(
        *, unavailable,
        message: "Without a limit, no message is missed. Set one first: `.buffering(.newest(9)).missed { … }`."
    )
    public func missed(_ tell: @escaping @Sendable (Int) -> Void) -> Observing { self }
}

extension Observing where Stage == ObservingStage.Limited {

    /// Accepts only one place.
    @available(
        *, unavailable,
        message: "A chain runs in one place. Choose it once, right after `observe`."
    )
    public func on(_ place: AnyObject) -> Observing { self }

    /// Accepts only one limit.
    @available(
        *, unavailable,
        message: "A chain can have only one limit. Set it once, right after `on`."
    )
    public func buffering(_ limit: MessageBuffering) -> Observing { self }

    /// Needs no limit.
    @available(
        *, unavailable,
        message: "Merged updates need no limit: at most one of them waits."
    )
    public func merging() -> Observing<Message, Form, ObservingStage.Transforming> { stop() }
}

extension Observing where Stage == ObservingStage.Transforming {

    /// Must come before transforms.
    @available(
        *, unavailable,
        message: """
            A chain runs in one place. Choose it right after `observe`: `observe(sky).on(queue).map { … }`. To \
            transform in place and hop afterwards, store a transform and observe it: `observe(isBlue).on(queue)`.
            """
    )
    public func on(_ place: any DeliveryPlace) -> Observing { self }

    /// Must come before transforms.
    @available(
        *, unavailable,
        message: "A chain runs in one place. Choose it right after `observe`: `observe(sky).on(actor).map { … }`."
    )
    public func on<A: Actor>(_ actor: A) -> Observing { self }

    /// Must come before transforms.
    @available(
        *, unavailable,
        message: "A limit applies to messages as they are sent. Set it right after `on`, before transforms and batches."
    )
    public func buffering(_ limit: MessageBuffering) -> Observing<Message, Form, ObservingStage.Limited> { stop() }

    /// Must come before transforms.
    @available(
        *, unavailable,
        message: """
            Updates are merged as they are sent. Call `merging` right after `on`, before transforms and instead of \
            `batches`.
            """
    )
    public func merging() -> Observing { self }

    /// Must come before transforms.
    @available(
        *, unavailable,
        message: """
            Messages are batched as they are sent. Call `batches` right after `on` or `buffering`, before transforms \
            and instead of `merging`.
            """
    )
    public func batches(upTo limit: Int) -> Observing<[Message], Form, ObservingStage.Transforming> { stop() }

    /// Must come before transforms.
    @available(
        *, unavailable,
        message:
            "No message is missed here. Call `missed` right after `buffering`: `.buffering(.newest(9)).missed { … }`."
    )
    public func missed(_ tell: @escaping @Sendable (Int) -> Void) -> Observing { self }
}

extension Observing where Form == ObservingForm.Plain {

    /// Takes no handler.
    @available(
        *, unavailable,
        message: "The handler comes last: `.on(queue).receive { … }`."
    )
    public func on(_ place: any DeliveryPlace, receive: @escaping @Sendable (Message) -> Void) {}

    /// Takes no handler.
    @available(
        *, unavailable,
        message: "The handler comes last: `.on(actor).receive { actor, message in … }`."
    )
    public func on<A: Actor>(_ actor: A, receive: @escaping @Sendable (isolated A, Message) -> Void) {}

    /// Takes no handler.
    @available(
        *, unavailable,
        message: "The handler comes last: `.on(MainActor.shared).receive { … }`."
    )
    public func on(_ actor: MainActor, receive: @escaping @MainActor @Sendable (Message) -> Void) {}

    /// Takes no handler.
    @available(
        *, unavailable,
        message: """
            The handler comes last: `.buffering(…).receive { … }`. To handle missed messages, add \
            `.missed { count in … }` before `receive`.
            """
    )
    public func buffering(_ limit: MessageBuffering, receive: (Message) -> Void) {}

    /// Takes no handler.
    @available(
        *, unavailable,
        message: "The handler comes last: `.batches(upTo: 9).receive { … }`."
    )
    public func batches(upTo limit: Int, receive: ([Message]) -> Void) {}

    /// Takes no author.
    @available(
        *, unavailable,
        message: "To receive the author, add `withAuthor`: `.withAuthor().receive { message, author in … }`."
    )
    public func receive(_ receive: @escaping @Sendable (Message, AnyObject) -> Void) {}

    /// Takes no author.
    @available(
        *, unavailable,
        message: "To receive the author, add `withAuthor`: `.map { … }.withAuthor().receive { message, author in … }`."
    )
    public func map<Mapped>(
        _ map: @escaping @Sendable (Message) -> Mapped, receive: @escaping @Sendable (Mapped, AnyObject) -> Void
    ) {}

    /// Takes no author.
    @available(
        *, unavailable,
        message: "To receive the author, add `withAuthor`: `.map { … }.withAuthor().receive { message, author in … }`."
    )
    public func filter(
        _ condition: @escaping @Sendable (Message) -> Bool, receive: @escaping @Sendable (Message, AnyObject) -> Void
    ) {}

    /// Takes no author.
    @available(
        *, unavailable,
        message: "To receive the author, add `withAuthor`: `.map { … }.withAuthor().receive { message, author in … }`."
    )
    public func filterAuthor(
        _ condition: @escaping @Sendable (AnyObject) -> Bool, receive: @escaping @Sendable (Message, AnyObject) -> Void
    ) {}

    /// Takes no author.
    @available(
        *, unavailable,
        message: "To receive the author, add `withAuthor`: `.map { … }.withAuthor().receive { message, author in … }`."
    )
    public func from(_ author: AnyObject, receive: @escaping @Sendable (Message, AnyObject) -> Void) {}

    /// Takes no author.
    @available(
        *, unavailable,
        message: "To receive the author, add `withAuthor`: `.map { … }.withAuthor().receive { message, author in … }`."
    )
    public func notFrom(_ author: AnyObject, receive: @escaping @Sendable (Message, AnyObject) -> Void) {}

    /// Takes no author.
    @available(
        *, unavailable,
        message: "To receive the author, add `withAuthor`: `.map { … }.withAuthor().receive { message, author in … }`."
    )
    public func new<Value>(_ receive: @escaping @Sendable (Value, AnyObject) -> Void) where Message == Update<Value> {}

    /// Takes no author.
    @available(
        *, unavailable,
        message: "To receive the author, add `withAuthor`: `.map { … }.withAuthor().receive { message, author in … }`."
    )
    public func unwrap<Wrapped>(_ receive: @escaping @Sendable (Wrapped, AnyObject) -> Void)
    where Message == Wrapped? {}

    /// Takes no author.
    @available(
        *, unavailable,
        message: "To receive the author, add `withAuthor`: `.map { … }.withAuthor().receive { message, author in … }`."
    )
    public func unwrap<Wrapped>(
        _ defaultMessage: sending Wrapped, receive: @escaping @Sendable (Wrapped, AnyObject) -> Void
    ) where Message == Wrapped? {}
}

extension Observing {

    /// Takes no handler on an actor.
    @available(
        *, unavailable,
        message: "The handler comes last: `.buffering(…).receive { actor, message in … }`."
    )
    public func buffering<A: Actor>(
        _ limit: MessageBuffering, receive: @escaping @Sendable (isolated A, Message) -> Void
    ) where Form == ObservingForm.OnActor<A> {}

    /// Takes no handler on an actor.
    @available(
        *, unavailable,
        message: "On an actor, only `receive` takes the handler: `.map { … }.receive { actor, message in … }`."
    )
    public func map<Mapped, A: Actor>(
        _ map: @escaping @Sendable (Message) -> Mapped, receive: @escaping @Sendable (isolated A, Mapped) -> Void
    ) where Form == ObservingForm.OnActor<A> {}

    /// Takes no handler on an actor.
    @available(
        *, unavailable,
        message: "On an actor, only `receive` takes the handler: `.filter { … }.receive { actor, message in … }`."
    )
    public func filter<A: Actor>(
        _ condition: @escaping @Sendable (Message) -> Bool, receive: @escaping @Sendable (isolated A, Message) -> Void
    ) where Form == ObservingForm.OnActor<A> {}
}

extension Observing {

    /// Gives unavailable steps a body, which never runs.
    fileprivate func stop<M, F, S>() -> Observing<M, F, S> { preconditionFailure("This can't be called.") }
}
