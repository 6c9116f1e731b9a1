/// Passes on the messages of its origin that aren't `nil`.
///
/// It's `Sendable` if its messages are.
public final class Unwrap<Origin: MessageSource, Wrapped>: Transform<Origin, Wrapped> {}

extension MessageSource {

    /// Creates an observable that unwraps messages, and drops `nil`.
    ///
    /// It's ``compactMap(_:file:line:)`` without a closure.
    public func unwrap<Wrapped>(file: StaticString = #fileID, line: UInt = #line) -> Unwrap<Self, Wrapped>
    where Message == Wrapped? {
        Unwrap(self, at: StartPoint(Self.self, file, line), rule: .compactMapping { $0 })
    }

    /// Creates an observable that sends a default instead of `nil`.
    ///
    /// It's buffered if this observable is.
    public func unwrap<Wrapped>(_ defaultMessage: sending Wrapped, file: StaticString = #fileID, line: UInt = #line)
        -> Map<Self, Wrapped> where Message == Wrapped?
    {
        let defaultMessage = UncheckedSendable(defaultMessage)
        return Map(self, at: StartPoint(Self.self, file, line)) { $0 ?? defaultMessage.value }
    }
}

extension Observing {

    /// Unwraps messages, and drops `nil`.
    ///
    /// It's ``compactMap(_:)`` without a closure.
    public func unwrap<Wrapped>() -> Observing<Wrapped, Form, ObservingStage.Transforming> where Message == Wrapped? {
        apply(.compactMapping { $0 })
    }

    /// Replaces `nil` with a default.
    public func unwrap<Wrapped>(_ defaultMessage: sending Wrapped) -> Observing<
        Wrapped, Form, ObservingStage.Transforming
    >
    where Message == Wrapped? {
        let defaultMessage = UncheckedSendable(defaultMessage)
        return apply(.mapping { $0 ?? defaultMessage.value })
    }
}

extension Observing where Form == ObservingForm.Plain {

    /// Unwraps messages, drops `nil`, and starts the observation.
    @discardableResult
    public func unwrap<Wrapped>(_ receive: @escaping @Sendable (Wrapped) -> Void) -> ObservationHandle
    where Message == Wrapped? {
        unwrap().receive(receive)
    }

    /// Replaces `nil` with a default, and starts the observation.
    @discardableResult
    public func unwrap<Wrapped>(_ defaultMessage: sending Wrapped, receive: @escaping @Sendable (Wrapped) -> Void)
        -> ObservationHandle
    where Message == Wrapped? {
        unwrap(defaultMessage).receive(receive)
    }
}

/// `@unchecked` because it adds nothing to a transform.
extension Unwrap: @unchecked Sendable where Wrapped: Sendable {}
