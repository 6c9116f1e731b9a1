// Calls that messages don't need unless they are optional. In versions 1 and 4.1, the values of
// variables always were.

extension MessageSource {

    /// Has no effect, since messages are not optional.
    @available(*, deprecated, message: "Delete this call: these messages are not optional.")
    @_disfavoredOverload
    public func unwrap(_ defaultMessage: Message) -> Self { self }

    /// Has no effect, since messages are not optional.
    @available(*, deprecated, message: "Delete this call: these messages are not optional.")
    @_disfavoredOverload
    public func unwrap() -> Self { self }
}

extension Observing {

    /// Has no effect, since messages are not optional.
    @available(*, deprecated, message: "Delete this call: these messages are not optional.")
    @_disfavoredOverload
    public func unwrap(_ defaultMessage: Message) -> Observing { self }

    /// Has no effect, since messages are not optional.
    @available(*, deprecated, message: "Delete this call: these messages are not optional.")
    @_disfavoredOverload
    public func unwrap() -> Observing { self }
}

extension Observing where Form == ObservingForm.Plain {

    /// Works like `receive`, since messages are not optional.
    @available(*, deprecated, message: "Write `receive` instead of `unwrap`: these messages aren't optional.")
    @_disfavoredOverload
    public func unwrap(_ receive: @escaping @Sendable (Message) -> Void) { self.receive(receive) }

    /// Works like `receive`, since messages are not optional.
    @available(*, deprecated, message: "Write `receive` instead of `unwrap`: these messages aren't optional.")
    @_disfavoredOverload
    public func unwrap(_ defaultMessage: Message, receive: @escaping @Sendable (Message) -> Void) {
        self.receive(receive)
    }
}
