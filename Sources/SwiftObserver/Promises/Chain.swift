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

    /// Combines this observable with a second one that depends on its next message.
    ///
    /// The closure gets the next message of this observable and returns the second observable. The resulting promise is
    /// fulfilled with the next message of that second one. If either of the two stops being observed before that, nobody can
    /// fulfill the promise any more: its observations end, and whoever awaits its value gets a ``PromiseDied``.
    ///
    /// - Complexity: A chain of n links is fulfilled, or breaks, in O(n). All of it has happened when the first link is
    ///   fulfilled or has ended. To break takes no more stack if the chain is long. To fulfill does, link by link. Hundreds of
    ///   links that wait for each other may be too many for a small stack, so don't loop by chaining.
    public func then<O: MessageSource & SendableMetatype>(
        _ next: @escaping @Sendable (Message) -> O
    ) -> Promise<O.Message> {
        let promise = Promise<O.Message>(), resolver = Resolver(of: promise)
        observeOnce(self, at: nil) { end in
            .message { message in if end() { resolver.fulfillWithNext(of: next(message)) } }
        }
        return promise
    }

    /// Combines this observable with a second one that depends on its next message and the author of it.
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
