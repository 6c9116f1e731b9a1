/// Sends a message without content when its origin sends one specific message.
///
/// It's `Sendable`.
public final class Select<Origin: MessageSource>: Transform<Origin, Void> {}

extension Rule where Input: Equatable & SendableMetatype, Output == Void {

    static func selecting(_ message: Input) -> Rule {
        let isSelected: (Input) -> Bool = { message == $0 }
        let selected = UncheckedSendable(isSelected)
        return selecting { selected.value($0) }
    }
}

extension MessageSource where Message: Equatable & SendableMetatype {

    /// Creates an observable that sends without content when this one sends the given message.
    public func select(_ message: sending Message, file: StaticString = #fileID, line: UInt = #line) -> Select<Self> {
        let rule = Rule<Message, Void>.selecting(message)
        return Select(self, at: StartPoint(Self.self, file, line), rule: rule)
    }
}

extension Observing where Message: Equatable & SendableMetatype {

    /// Passes on only the given message, without content.
    public func select(_ message: sending Message) -> Observing<Void, Form, ObservingStage.Transforming> {
        let rule = Rule<Message, Void>.selecting(message)
        return apply(rule)
    }
}

extension Observing where Message: Equatable & SendableMetatype, Form == ObservingForm.Plain {

    /// Passes on only the given message, and starts the observation.
    ///
    /// The handler takes no message.
    @discardableResult
    public func select(_ message: sending Message, receive: @escaping @Sendable () -> Void) -> ObservationHandle {
        select(message).receive { (_: Void) in receive() }
    }
}

/// `@unchecked` because it adds nothing to a transform.
extension Select: @unchecked Sendable {}
