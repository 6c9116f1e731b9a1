// Members that observers of earlier versions had without declaring them, or under another name.
// Each declaration says what to declare.

extension Observer {

    /// Must be declared.
    @available(*, unavailable, message: "An observer needs a receiver: store `let receiver = Receiver()`.")
    public var receiver: Receiver { fatalError() }
}

/// Owns the observations of one observer.
@available(
    *, unavailable, renamed: "Receiver", message: "An observer needs a receiver: store `let receiver = Receiver()`."
)
public typealias Connections = Receiver
