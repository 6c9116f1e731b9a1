// What messages don't need that are not optional, as the values of variables always were in versions 1 and 4.1.

extension MessageSource {

    /// Isn't needed.
    @available(*, deprecated, message: "Delete this call: these messages are not optional.")
    @_disfavoredOverload
    public func unwrap(_ defaultMessage: Message) -> Self { self }

    /// Isn't needed.
    @available(*, deprecated, message: "Delete this call: these messages are not optional.")
    @_disfavoredOverload
    public func unwrap() -> Self { self }
}

extension Observing {

    /// Isn't needed.
    @available(*, deprecated, message: "Delete this call: these messages are not optional.")
    @_disfavoredOverload
    public func unwrap(_ defaultMessage: Message) -> Observing { self }

    /// Isn't needed.
    @available(*, deprecated, message: "Delete this call: these messages are not optional.")
    @_disfavoredOverload
    public func unwrap() -> Observing { self }
}

extension Observing where Form == ObservingForm.Plain {

    /// Isn't needed.
    @available(*, deprecated, message: "Write `receive` in place of `unwrap`: these messages are not optional.")
    @_disfavoredOverload
    public func unwrap(_ receive: @escaping @Sendable (Message) -> Void) { self.receive(receive) }

    /// Isn't needed.
    @available(*, deprecated, message: "Write `receive` in place of `unwrap`: these messages are not optional.")
    @_disfavoredOverload
    public func unwrap(_ defaultMessage: Message, receive: @escaping @Sendable (Message) -> Void) {
        self.receive(receive)
    }
}
