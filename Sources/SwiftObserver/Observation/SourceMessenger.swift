/// The messenger of a ``MessageSource``, to which observations belong.
///
/// Your code can't access the messenger itself, nor send through it. It is `Sendable` if its
/// messages are.
@frozen
public struct SourceMessenger<Message> {

    @inlinable
    init(_ messenger: Messenger<Message>) { self.messenger = messenger }

    @usableFromInline
    package let messenger: Messenger<Message>
}

extension SourceMessenger: Sendable where Message: Sendable {}

extension SourceMessenger: CustomReflectable {

    /// An empty mirror, since the messenger is hidden.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Observable {

    /// The ``Observable/messenger``, hidden from code that only observes.
    @inlinable
    public var sourceMessenger: SourceMessenger<Message> { SourceMessenger(messenger) }
}
