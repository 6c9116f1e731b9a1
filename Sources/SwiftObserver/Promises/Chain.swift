/// Returns what the closure returns, so that a chain of promises reads from top to bottom.
///
/// ```swift
/// first {
///     promiseInt()
/// }.then {
///     promiseString(from: $0)
/// }.observed {
///     print($0)
/// }
/// ```
public func first<O: MessageSource>(_ observable: () -> O) -> O {
    observable()
}

extension MessageSource {

    /// Makes a promise of a second observable, which depends on this one's next message.
    ///
    /// The closure receives the next message of this observable and returns the second observable.
    /// The promise is fulfilled with the next message of the second one. If either of them stops
    /// being observed before that, the promise can no longer be fulfilled. Its observations end,
    /// and awaiting its value throws ``PromiseDied``.
    ///
    /// - Complexity: A chain of n links is fulfilled, or breaks, in O(n). Everything has happened
    ///   by the time the first link is fulfilled or has ended. Breaking a long chain takes no more
    ///   stack than breaking a short one. Fulfilling it does, link by link. Hundreds of links that
    ///   wait for each other may be too many for a small stack, so don't loop by chaining.
    public func then<O: MessageSource & SendableMetatype>(
        _ next: @escaping @Sendable (Message) -> O
    ) -> Promise<O.Message> {
        let promise = Promise<O.Message>(), resolver = Resolver(of: promise)
        observeOnce(self, at: nil) { end in
            .message { message in if end() { resolver.fulfillWithNext(of: next(message)) } }
        }
        return promise
    }

    /// Makes a promise of a second observable, which depends on this one's message and author.
    ///
    /// It works like `then` with a closure that receives only the message.
    public func then<O: MessageSource & SendableMetatype>(
        _ next: @escaping @Sendable (Message, AnyObject) -> O
    ) -> Promise<O.Message> {
        let promise = Promise<O.Message>(), resolver = Resolver(of: promise)
        observeOnce(self, at: nil) { end in
            .messageWithAuthor { message, author in if end() { resolver.fulfillWithNext(of: next(message, author)) } }
        }
        return promise
    }
}
