// What observables of earlier versions had without declaring it, or under another name. Each declaration says what to declare.

extension Observable {

    /// Isn't there by itself.
    @available(
        *, unavailable, message: "An observable needs a messenger: store `let messenger = Messenger<Message>()`."
    )
    public var messenger: Messenger<Message> { fatalError() }
}

extension Observable where Message == NoMessenger {

    /// Isn't there by itself.
    @available(
        *, unavailable,
        message: """
            An observable needs a messenger: store `let messenger = Messenger<…>()`, with the type of its messages. If it \
            also has a latest one, conform to `BufferedObservable`, and call that `latestMessage`.
            """
    )
    public var messenger: Messenger<NoMessenger> { fatalError() }
}

/// What an observable without a messenger seems to send. It is `Sendable`, and there is none.
public enum NoMessenger: Sendable {}

/// An object that sends messages.
@available(
    *, deprecated, renamed: "Observable",
    message: """
        Conform to `Observable`. If it has a `latestUpdate` or `latestMessage` of its own, nobody asks for that: then conform \
        to `BufferedObservable`, and call it `latestMessage`.
        """
)
public protocol CustomObservable<Message>: EarlierObservable {}

/// What can have members that only earlier versions had, without that these get in the way of names of clients: messengers, and
/// each ``CustomObservable``.
///
/// Members of ``Observable`` itself are found inside of all observable classes, where they'd hide functions and variables of the
/// same name. There's no need to conform to this protocol.
public protocol EarlierObservable<Message>: Observable {}

extension Messenger: EarlierObservable {}
