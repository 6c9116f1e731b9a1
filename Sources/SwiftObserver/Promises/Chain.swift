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
public func first<O: Observable>(_ observable: () -> O) -> O {
    observable()
}

extension Observable {

    /// Combines this observable with a second one that depends on its next message.
    ///
    /// The closure gets the next message of this observable and returns the second observable. The resulting promise is
    /// fulfilled with the next message of that second one. If either of the two stops being observed before that, nobody can
    /// fulfill the promise any more: its observations end, and whoever awaits its value gets a ``PromiseDied``.
    ///
    /// - Complexity: A chain of n links is fulfilled, or breaks, in O(n), and takes no more stack if it's long. All of it has
    ///   happened when the first link is fulfilled or has ended.
    public func then<O: Observable & SendableMetatype>(
        _ next: @escaping @Sendable (Message) -> O
    ) -> Promise<O.Message> {
        let promise = Promise<O.Message>(), oath = Oath(to: promise)
        observeOnce(self, on: nil) { end in
            .message { message in if end() { oath.fulfillWithNext(of: next(message)) } }
        }
        return promise
    }

    /// Combines this observable with a second one that depends on its next message and the author of it.
    public func then<O: Observable & SendableMetatype>(
        _ next: @escaping @Sendable (Message, AnyObject) -> O
    ) -> Promise<O.Message> {
        let promise = Promise<O.Message>(), oath = Oath(to: promise)
        observeOnce(self, on: nil) { end in
            .messageWithAuthor { message, author in if end() { oath.fulfillWithNext(of: next(message, author)) } }
        }
        return promise
    }
}
