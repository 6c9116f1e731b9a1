// Names that earlier versions had for messages, and for the latest message. Each declaration names
// its replacement.

// MARK: - Renamed

extension Observable {

    /// The type of messages that the observable sends.
    @available(*, deprecated, renamed: "Message")
    public typealias UpdateType = Message

    /// Sends a message to all observers.
    @available(*, deprecated, renamed: "send(_:)")
    public func updateObservers(_ message: Message) { send(message) }
}

extension BufferedObservable {

    /// Typically the message that was sent last, or one that says that nothing has changed.
    @available(*, deprecated, renamed: "latestMessage")
    public var latestUpdate: Message { latestMessage }
}

// MARK: - Left to buffers

extension Observable {

    /// Requires a buffered observable.
    @available(
        *, unavailable,
        message: """
            This observable doesn't remember its messages. Store its `buffer()`, and use the buffer's `latestMessage`. \
            If the type is yours, conform to `BufferedObservable`.
            """
    )
    public var latestUpdate: Message { fatalError() }

    /// Requires a buffered observable.
    @available(
        *, unavailable,
        message: """
            This observable doesn't remember its messages. Store and observe its `buffer()`, and use the buffer's \
            `send()`. If the type is yours, conform to `BufferedObservable`.
            """
    )
    public func send() {}

    /// Always `false`.
    @available(
        *, deprecated,
        message: "Delete this: a messenger doesn't remember messages. To keep the latest one, store its `buffer()`."
    )
    public var remembersLatestUpdate: Bool {
        get { false }
        set {}
    }
}

extension Messenger {

    /// Always `false`.
    @available(
        *, deprecated,
        message: "Delete this: a messenger doesn't remember messages. To keep the latest one, store its `buffer()`."
    )
    public var remembersLatestMessage: Bool {
        get { false }
        set {}
    }

    /// Requires a buffer, since messengers don't remember messages.
    @available(
        *, unavailable,
        message: """
            Use `Messenger<Message>()`. To start with a message, store its `buffer()`, and set the buffer's \
            `latestMessage`.
            """
    )
    public convenience init(_ message: Message) { self.init() }
}

// MARK: - Left to buffered stand-ins

extension Weak {

    /// Requires a buffered stand-in.
    @available(
        *, unavailable, message: "`Weak` doesn't remember messages. Use `BufferedWeak`, and its `latestMessage`."
    )
    public var latestUpdate: O.Message { fatalError() }

    /// Requires a buffered stand-in.
    @available(
        *, unavailable, message: "`Weak` doesn't remember messages. Use `BufferedWeak`, and its `latestMessage`."
    )
    public var latestMessage: O.Message { fatalError() }

    /// Requires a buffered stand-in.
    @available(*, unavailable, message: "`Weak` doesn't remember messages. Use `BufferedWeak`, and its `send()`.")
    public func send() {}
}
