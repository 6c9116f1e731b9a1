// Members that observables of earlier versions had without declaring them, or under another name.
// Each declaration says what to declare.

extension Observable {

    /// Must be declared.
    @available(
        *, unavailable, message: "An observable needs a messenger: store `let messenger = Messenger<Message>()`."
    )
    public var messenger: Messenger<Message> { fatalError() }
}

extension Observable where Message == NoMessenger {

    /// Must be declared.
    @available(
        *, unavailable,
        message: """
            An observable needs a messenger: store `let messenger = Messenger<…>()`, with the type of its messages. If it \
            also has a latest message, conform to `BufferedObservable`, and name it `latestMessage`.
            """
    )
    public var messenger: Messenger<NoMessenger> { fatalError() }
}

/// The type of messages that an observable without a messenger seems to send.
///
/// It is `Sendable`, and it has no values.
public enum NoMessenger: Sendable {}

/// An object that sends messages.
@available(
    *, deprecated, renamed: "Observable",
    message: """
        Conform to `Observable`. A `latestUpdate` or `latestMessage` of the type is ignored. To provide a latest \
        message, conform to `BufferedObservable`, and name it `latestMessage`.
        """
)
public protocol CustomObservable<Message>: EarlierObservable {}

/// An observable whose members of earlier versions don't hide names of client code.
///
/// It has members that only earlier versions had. Messengers conform to it, and each
/// ``CustomObservable``. Members of ``Observable`` itself are found inside of all observable
/// classes, where they'd hide functions and variables of the same name. You needn't conform to this
/// protocol.
public protocol EarlierObservable<Message>: Observable {}

extension Messenger: EarlierObservable {}
