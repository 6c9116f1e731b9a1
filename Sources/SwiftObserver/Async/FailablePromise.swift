/// What a failable promise promises: a `Result`, and nothing else conforms.
public protocol ResultValue<Success> {

    /// What there is if all went well.
    associatedtype Success

    /// What there is if not.
    associatedtype Failure: Error

    /// The success, or throws the failure.
    func get() throws(Failure) -> Success
}

extension Result: ResultValue {}

extension Promise where Value: Sendable & ResultValue, Value.Success: Sendable {

    /// Waits for the success, or throws the failure that the promise was fulfilled with.
    ///
    /// ```swift
    /// let page = try await Promise { try await download() }.value
    /// ```
    ///
    /// Besides, this throws what `value` of other promises throws where there's no result.
    public var value: Value.Success {
        consuming get async throws { try await Wait(for: self).result().get().get() }
    }

    /// Waits for the success, or for the reason why there will be none. For the reasons, see `value`.
    public var result: Result<Value.Success, any Error> {
        consuming get async {
            await Wait(for: self).result().flatMap { value in Result { try value.get() } }
        }
    }
}

extension Promise {

    /// Provides the value of a failable promise. If the promise is already fulfilled, this does nothing.
    public func succeed<Success, Failure>(_ success: Success) where Value == Result<Success, Failure> {
        fulfill(.success(success))
    }

    /// Provides the reason why a failable promise can't be kept. If the promise is already fulfilled, this does nothing.
    public func fail<Success, Failure>(_ failure: Failure) where Value == Result<Success, Failure> {
        fulfill(.failure(failure))
    }
}
