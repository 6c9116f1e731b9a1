// Names that versions 1 and 5 had for updates, and for the latest update. Each declaration names
// its replacement.

/// A change of a value.
@available(*, unavailable, renamed: "Update")
public typealias Change = Update

extension EarlierObservable where Self: BufferedMessageSource {

    /// Typically the message that was sent last, or one that says that nothing has changed.
    @available(*, deprecated, renamed: "latestMessage")
    public var update: Message { latestMessage }
}

extension EarlierObservable {

    /// Requires a buffered observable.
    @available(
        *, unavailable,
        message: """
            This observable doesn't remember its messages. Store its `buffer()`, and use the buffer's `latestMessage`. \
            If the type is yours, conform to `BufferedObservable`.
            """
    )
    public var update: Message { fatalError() }

    /// Requires a buffered observable.
    @available(
        *, unavailable,
        message: """
            This observable doesn't remember its messages. Store its `buffer()`, and use the buffer's `latestMessage`. \
            If the type is yours, conform to `BufferedObservable`.
            """
    )
    public var latestMessage: Message {
        get { fatalError() }
        set {}
    }
}
