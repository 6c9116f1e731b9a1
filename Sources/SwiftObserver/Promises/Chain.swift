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
    public func then<O: Observable & SendableMetatype>(
        _ next: @escaping @Sendable (Message) -> O
    ) -> Promise<O.Message> {
        let promise = Promise<O.Message>(), fulfill = promise.fulfillWithNext(of: O.self)
        observeOnce(self, on: nil) { end in .message { message in if end() { fulfill(next(message)) } } }
        return promise
    }

    /// Combines this observable with a second one that depends on its next message and the author of it.
    public func then<O: Observable & SendableMetatype>(
        _ next: @escaping @Sendable (Message, AnyObject) -> O
    ) -> Promise<O.Message> {
        let promise = Promise<O.Message>(), fulfill = promise.fulfillWithNext(of: O.self)
        observeOnce(self, on: nil) { end in
            .messageWithAuthor { message, author in if end() { fulfill(next(message, author)) } }
        }
        return promise
    }
}

extension Promise {

    /// A function that fulfills the promise with the next message of an observable. It keeps the promise alive.
    fileprivate func fulfillWithNext<O: Observable & SendableMetatype>(
        of _: O.Type
    ) -> @Sendable (O) -> Void where O.Message == Value {
        let promise = UncheckedSendable(self)
        return { observable in
            observeOnce(observable, on: nil) { end in
                .messageWithAuthor { if end() { promise.value.dispatch($0, from: $1) } }
            }
        }
    }
}
