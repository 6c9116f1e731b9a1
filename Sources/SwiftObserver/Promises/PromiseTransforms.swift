// A promise that is made of a promise is fulfilled at most once, and needn't be stored. Every
// observer receives its value, whether it came before or after. If the original is deallocated
// unfulfilled, observations of the new promise end, and awaiting its value throws `PromiseDied`.
// That's so even if the new promise is still retained.

extension Promise {

    /// Creates a promise of the transformed value.
    ///
    /// The closure runs once, where the original is fulfilled.
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

    /// Creates a promise of both values, which is fulfilled as soon as both are there.
    ///
    /// Its author is that of the second value.
    ///
    /// **Lifetime:** Neither of the two promises is retained. If one of them is deallocated
    /// unfulfilled, the new promise can't be fulfilled. That takes effect when the first of the two
    /// is fulfilled or ends.
    public func and<Other: Sendable>(_ other: Promise<Other>) -> Promise<(Value, Other)> where Value: Sendable {
        let other = other.map { $0 }
        return passOn { value, resolver, _ in
            observeOnce(other, at: nil) { end in
                .messageWithAuthor { if end() { resolver.fulfill((value, $0), as: $1) } }
            }
        }
    }

    /// Creates a promise that the closure fulfills, through a resolver, with this one's value.
    ///
    /// It can be fulfilled until the closure has received the value and has released the resolver.
    private func passOn<Output>(
        _ pass: @escaping @Sendable (Value, Resolver<Output>, AnyObject) -> Void
    ) -> Promise<Output> {
        let output = Promise<Output>(), resolver = Resolver(of: output)
        observeOnce(self, at: nil) { end in .messageWithAuthor { if end() { pass($0, resolver, $1) } } }
        return output
    }
}
