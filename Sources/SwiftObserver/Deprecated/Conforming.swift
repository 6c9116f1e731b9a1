// What observers of earlier versions had without declaring it, or under another name. Each declaration says what to declare.

extension Observer {

    /// Isn't there by itself.
    @available(*, unavailable, message: "An observer needs a receiver: store `let receiver = Receiver()`.")
    public var receiver: Receiver { fatalError() }
}

/// Keeps the observations of one observer.
@available(
    *, unavailable, renamed: "Receiver", message: "An observer needs a receiver: store `let receiver = Receiver()`."
)
public typealias Connections = Receiver
