extension Promise where Value: Sendable {

    /// Creates a promise that an asynchronous closure will keep, which starts at once in a task of its own.
    ///
    /// ```swift
    /// let id = Promise { await getID() }
    /// ```
    ///
    /// The task holds on to the promise until it's fulfilled. To let go of the promise doesn't cancel the task.
    public convenience init(_ operation: @escaping @Sendable () async -> Value) {
        self.init()
        Task { fulfill(await operation()) }
    }

    /// Creates a failable promise that an asynchronous closure will keep, with what it returns or with what it throws.
    ///
    /// The closure starts at once in a task of its own, which holds on to the promise until it's fulfilled.
    public convenience init<Success>(_ operation: @escaping @Sendable () async throws -> Success)
    where Value == Result<Success, any Error> {
        self.init()
        Task {
            do { fulfill(.success(try await operation())) } catch { fulfill(.failure(error)) }
        }
    }
}
