// What is made of a promise is a promise again: it's fulfilled at most once, everyone gets its value whether they came
// before or after, and there's no need to store it. If the original dies unfulfilled, observations of what was made of it
// end, and whoever awaits its value gets a `PromiseDied`. That's so even if someone still refers to it.

extension Promise {

    /// Creates a promise of the transformed value. The closure runs once, where the original is fulfilled.
    public func map<Mapped>(_ map: @escaping @Sendable (Value) -> Mapped) -> Promise<Mapped> {
        passOn { value, resolver, author in resolver.fulfill(map(value), as: author) }
    }

    /// Creates a promise of the new value of the update.
    public func new<New>() -> Promise<New> where Value == Update<New> {
        map { $0.new }
    }

    /// Creates a promise of the value, with a default in place of `nil`.
    public func unwrap<Wrapped: Sendable>(_ defaultValue: Wrapped) -> Promise<Wrapped> where Value == Wrapped? {
        map { $0 ?? defaultValue }
    }

    /// Creates a promise of the value that can't be fulfilled if the value is `nil`.
    public func unwrap<Wrapped>() -> Promise<Wrapped> where Value == Wrapped? {
        passOn { value, resolver, author in if let value { resolver.fulfill(value, as: author) } }
    }

    /// Creates a promise of both values, which is fulfilled as soon as both are there. Its author is that of the second.
    ///
    /// Neither of the two is kept alive. If one dies unfulfilled, the new promise can't be fulfilled, which turns out when
    /// the first of them is settled.
    public func and<Other: Sendable>(_ other: Promise<Other>) -> Promise<(Value, Other)> where Value: Sendable {
        let other = other.map { $0 }
        return passOn { value, resolver, _ in
            observeOnce(other, at: nil) { end in
                .messageWithAuthor { if end() { resolver.fulfill((value, $0), as: $1) } }
            }
        }
    }

    /// Creates a promise that can be fulfilled until the closure has had the value of this one and has let go of the resolver.
    private func passOn<Output>(
        _ pass: @escaping @Sendable (Value, Resolver<Output>, AnyObject) -> Void
    ) -> Promise<Output> {
        let output = Promise<Output>(), resolver = Resolver(of: output)
        observeOnce(self, at: nil) { end in .messageWithAuthor { if end() { pass($0, resolver, $1) } } }
        return output
    }
}
