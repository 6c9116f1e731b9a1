extension Promise where Value: Sendable {

    /// Creates a promise that an asynchronous closure fulfills.
    ///
    /// ```swift
    /// let id = Promise { await getID() }
    /// ```
    ///
    /// The closure starts at once in a task of its own.
    ///
    /// **Lifetime:** The task retains the promise until it's fulfilled. Releasing the promise
    /// doesn't cancel the task.
    public convenience init(_ operation: @escaping @Sendable () async -> Value) {
        self.init()
        Task { fulfill(await operation()) }
    }

    /// Creates a failable promise that an asynchronous closure fulfills by returning or throwing.
    ///
    /// The closure starts at once in a task of its own, which retains the promise until it's
    /// fulfilled.
    public convenience init<Success>(_ operation: @escaping @Sendable () async throws -> Success)
    where Value == Result<Success, any Error> {
        self.init()
        Task {
            do { fulfill(.success(try await operation())) } catch { fulfill(.failure(error)) }
        }
    }
}
