// What is made of a promise is a promise again: it's fulfilled at most once, everyone gets its value whether they came
// before or after, and there's no need to store it. If the original dies unfulfilled, so does what was made of it.

extension Promise {

    /// Creates a promise of the transformed value. The closure runs once, where the original is fulfilled.
    public func map<Mapped>(_ map: @escaping @Sendable (Value) -> Mapped) -> Promise<Mapped> {
        passOn { value, promise, author in promise.dispatch(map(value), from: author) }
    }

    /// Creates a promise of the new value of the update.
    public func new<New>() -> Promise<New> where Value == Update<New> {
        map { $0.new }
    }

    /// Creates a promise of the value, with a default in place of `nil`.
    public func unwrap<Wrapped: Sendable>(_ defaultValue: Wrapped) -> Promise<Wrapped> where Value == Wrapped? {
        map { $0 ?? defaultValue }
    }

    /// Creates a promise of the value that dies unfulfilled if the value is `nil`.
    public func unwrap<Wrapped>() -> Promise<Wrapped> where Value == Wrapped? {
        passOn { value, promise, author in if let value { promise.dispatch(value, from: author) } }
    }

    /// Creates a promise of both values, which is fulfilled as soon as both are there. Its author is that of the second.
    public func and<Other: Sendable>(_ other: Promise<Other>) -> Promise<(Value, Other)> where Value: Sendable {
        let other = UncheckedSendable(other)
        return passOn { value, promise, _ in
            let first = UncheckedSendable(value), promise = UncheckedSendable(promise)
            observeOnce(other.value, on: nil) { end in
                .messageWithAuthor { if end() { promise.value.dispatch((first.value, $0), from: $1) } }
            }
        }
    }

    /// Creates a promise that's held by the observation of this one until the closure has had the value.
    private func passOn<Output>(
        _ pass: @escaping @Sendable (Value, Promise<Output>, AnyObject) -> Void
    ) -> Promise<Output> {
        let output = Promise<Output>(), unchecked = UncheckedSendable(output)
        observeOnce(self, on: nil) { end in
            .messageWithAuthor { if end() { pass($0, unchecked.value, $1) } }
        }
        return output
    }
}
