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
    /// fulfilled with the next message of that second one. If either dies before that, so does the promise, unfulfilled.
    @preconcurrency
    public func then<O: Observable & SendableMetatype>(_ next: @escaping @Sendable (Message) -> O) -> Promise<O.Message>
    {
        let promise = Promise<O.Message>()
        let fulfill = promise.fulfilling()
        observeOnce(self, on: nil) { end in
            .message { message in if end() { observeOnce(next(message), on: nil) { _ in fulfill } } }
        }
        return promise
    }

    /// Combines this observable with a second one that depends on its next message and the author of it.
    @preconcurrency
    public func then<O: Observable & SendableMetatype>(_ next: @escaping @Sendable (Message, AnyObject) -> O)
        -> Promise<O.Message>
    {
        let promise = Promise<O.Message>()
        let fulfill = promise.fulfilling()
        observeOnce(self, on: nil) { end in
            .messageWithAuthor { message, author in
                if end() { observeOnce(next(message, author), on: nil) { _ in fulfill } }
            }
        }
        return promise
    }
}
