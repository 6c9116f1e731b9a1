extension Promise where Value: Sendable {

    /// Waits for the value.
    ///
    /// ```swift
    /// let id = try await getID().value
    /// ```
    ///
    /// If the task is cancelled before there is a value, this throws a `CancellationError` and leaves nothing behind. A
    /// value that is there already is returned in a cancelled task, too, also while it still waits to be delivered. If the
    /// promise dies unfulfilled, this throws ``PromiseDied`` instead of waiting forever. Waiting doesn't keep the promise
    /// alive, but a variable of yours that refers to it may.
    ///
    /// Any number of tasks may wait, before and after the promise is fulfilled.
    @_disfavoredOverload
    public var value: Value {
        consuming get async throws { try await Wait(for: self).result().get() }
    }

    /// Waits for the value, or for the reason why there will be none. For the reasons, see `value`.
    @_disfavoredOverload
    public var result: Result<Value, any Error> {
        consuming get async {
            await Wait(for: self).result()
        }
    }
}

/// The error that ends the wait for a promise that died without having been fulfilled. It is `Sendable`.
public struct PromiseDied: Error, Equatable, CustomStringConvertible {

    /// Creates the error.
    public init() {}

    /// What has happened, in a sentence.
    public var description: String { "The promise died before anyone fulfilled it." }
}

/// One task that waits for the value of a promise, but doesn't keep the promise alive.
///
/// It gets the value right when the promise is fulfilled, also if others have to wait for theirs. Only if the wait ends without, it
/// looks at what was promised: the promise may have been fulfilled when the task was cancelled.
struct Wait<Value: Sendable>: ~Copyable {

    private var values: Messages<Value>.Iterator
    private let published: Promise<Value>.PublishedOutcome

    /// Starts to wait, and lets go of the promise.
    init(for promise: consuming Promise<Value>) {
        let promise = promise
        published = promise.published
        values = Messages(of: promise, at: nil, buffering: .unbounded) { value, _ in value }.makeAsyncIterator()
    }

    /// The value, or the reason why there is none: whatever came first, the cancellation or the end of the promise.
    consuming func result() async -> Result<Value, any Error> {
        if let value = await values.nextOrCancelled() { return .success(value) }
        if case .fulfilled(let value, _) = published.current { return .success(value) }
        return .failure(values.wasLeft ? CancellationError() : PromiseDied())
    }
}
