// What versions 1 and 5 called updates and the latest of them. Each declaration names today's way.

/// A change of a value.
@available(*, unavailable, renamed: "Update")
public typealias Change = Update

extension EarlierObservable where Self: BufferedMessageSource {

    /// Typically the message that was sent last, or one which says that nothing has changed.
    @available(*, deprecated, renamed: "latestMessage")
    public var update: Message { latestMessage }
}

extension EarlierObservable {

    /// Isn't known of observables that are not buffered.
    @available(
        *, unavailable,
        message: """
            This observable doesn't remember its messages. Store `buffer()` of it, and use its `latestMessage`. If it's your \
            own, conform to `BufferedObservable`.
            """
    )
    public var update: Message { fatalError() }

    /// Isn't known of observables that are not buffered.
    @available(
        *, unavailable,
        message: """
            This observable doesn't remember its messages. Store `buffer()` of it, and use its `latestMessage`. If it's your \
            own, conform to `BufferedObservable`.
            """
    )
    public var latestMessage: Message {
        get { fatalError() }
        set {}
    }
}
