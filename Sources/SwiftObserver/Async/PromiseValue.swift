extension Promise where Value: Sendable {

    /// Waits for the value.
    ///
    /// ```swift
    /// let id = try await getID().value
    /// ```
    ///
    /// **Errors:** If the task is cancelled before there is a value, this throws a
    /// `CancellationError`, and leaves nothing behind. If there is already a value, a cancelled
    /// task receives it, too, even while it still waits to be delivered. If the promise is
    /// deallocated unfulfilled, this throws ``PromiseDied`` instead of waiting forever.
    ///
    /// **Lifetime:** Waiting doesn't retain the promise, but a variable of yours that refers to it
    /// may.
    ///
    /// Any number of tasks may wait, before and after the promise is fulfilled.
    @_disfavoredOverload
    public var value: Value {
        consuming get async throws { try await Wait(for: self).result().get() }
    }

    /// Waits for the value, or for the reason why there is none.
    ///
    /// For the reasons, see `value`.
    @_disfavoredOverload
    public var result: Result<Value, any Error> {
        consuming get async {
            await Wait(for: self).result()
        }
    }
}

/// The error that ends the wait for a promise that was deallocated unfulfilled.
///
/// It is `Sendable`.
public struct PromiseDied: Error, Equatable, CustomStringConvertible {

    /// Creates the error.
    public init() {}

    /// A sentence that says what happened.
    public var description: String { "The promise was deallocated before it was fulfilled." }
}

/// One task that waits for the value of a promise, but doesn't retain the promise.
///
/// It receives the value as soon as the promise is fulfilled, even if observers still wait for it.
/// Only if the wait ends without a value, it reads the outcome of the promise: the promise may have
/// been fulfilled when the task was cancelled.
struct Wait<Value: Sendable>: ~Copyable {

    private var values: Messages<Value>.Iterator
    private let published: Promise<Value>.PublishedOutcome

    /// Starts to wait, and releases the promise.
    init(for promise: consuming Promise<Value>) {
        let promise = promise
        published = promise.published
        values = Messages(of: promise, at: nil, buffering: .unbounded) { value, _ in value }.makeAsyncIterator()
    }

    /// The value, or the reason why there is none.
    ///
    /// The reason is the cancellation or the end of the promise, whichever came first.
    consuming func result() async -> Result<Value, any Error> {
        if let value = await values.nextOrCancelled() { return .success(value) }
        if case .fulfilled(let value, _) = published.current { return .success(value) }
        return .failure(values.wasLeft ? CancellationError() : PromiseDied())
    }
}
