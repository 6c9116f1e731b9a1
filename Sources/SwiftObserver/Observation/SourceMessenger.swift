/// The messenger of a ``MessageSource``, to which observations belong.
///
/// Nobody can get hold of the messenger itself, or send anything through it. It is `Sendable` if its messages are.
@frozen
public struct SourceMessenger<Message> {

    @inlinable
    init(_ messenger: Messenger<Message>) { self.messenger = messenger }

    @usableFromInline
    package let messenger: Messenger<Message>
}

extension SourceMessenger: Sendable where Message: Sendable {}

extension SourceMessenger: CustomReflectable {

    /// Shows nothing, since the messenger is hidden.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Observable {

    /// The ``Observable/messenger``, of which others can't get hold.
    @inlinable
    public var sourceMessenger: SourceMessenger<Message> { SourceMessenger(messenger) }
}
