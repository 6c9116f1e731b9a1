/// The value of a failable promise, to which only `Result` conforms.
public protocol ResultValue<Success> {

    /// The type of the value if the operation succeeded.
    associatedtype Success

    /// The type of the error if the operation failed.
    associatedtype Failure: Error

    /// Returns the success, or throws the failure.
    func get() throws(Failure) -> Success
}

extension Result: ResultValue {}

extension Promise where Value: Sendable & ResultValue, Value.Success: Sendable {

    /// Waits for the success, or throws the failure with which the promise was fulfilled.
    ///
    /// ```swift
    /// let page = try await Promise { try await download() }.value
    /// ```
    ///
    /// **Errors:** If there's no result, this throws the same errors as `value` of other promises.
    public var value: Value.Success {
        consuming get async throws { try await Wait(for: self).result().get().get() }
    }

    /// Waits for the success, or for the reason why there is none.
    ///
    /// For the reasons, see `value`.
    public var result: Result<Value.Success, any Error> {
        consuming get async {
            await Wait(for: self).result().flatMap { value in Result { try value.get() } }
        }
    }
}

extension Promise {

    /// Fulfills a failable promise with a success, unless it's already fulfilled.
    public func succeed<Success, Failure>(_ success: Success) where Value == Result<Success, Failure> {
        fulfill(.success(success))
    }

    /// Fulfills a failable promise with a failure, unless it's already fulfilled.
    public func fail<Success, Failure>(_ failure: Failure) where Value == Result<Success, Failure> {
        fulfill(.failure(failure))
    }
}
