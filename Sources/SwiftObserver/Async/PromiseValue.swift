extension Promise where Value: Sendable {

    /// Waits for the value.
    ///
    /// ```swift
    /// let id = try await getID().value
    /// ```
    ///
    /// If the task is cancelled before there is a value, this throws a `CancellationError` and leaves nothing behind. A
    /// value that is there already is returned in a cancelled task, too. If the promise dies unfulfilled, this throws
    /// ``PromiseDied`` instead of waiting forever. Waiting doesn't keep the promise alive, but a variable of yours that
    /// refers to it may.
    ///
    /// Any number of tasks may wait, before and after the promise is fulfilled.
    @_disfavoredOverload
    public var value: Value {
        consuming get async throws { try await Self.outcome(Self.values(of: self)).get() }
    }

    /// Waits for the value, or for the reason why there will be none. For the reasons, see `value`.
    @_disfavoredOverload
    public var result: Result<Value, any Error> {
        consuming get async {
            await Self.outcome(Self.values(of: self))
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

extension Promise where Value: Sendable {

    /// Starts to wait, and lets go of the promise.
    static func values(of promise: consuming Promise) -> Messages<Value>.Iterator {
        let promise = promise
        return promise.messages().makeAsyncIterator()
    }

    static func outcome(_ values: consuming Messages<Value>.Iterator) async -> Result<Value, any Error> {
        var values = values
        if let value = await values.nextOrCancelled() { return .success(value) }
        return .failure(Task.isCancelled ? CancellationError() : PromiseDied())
    }
}
