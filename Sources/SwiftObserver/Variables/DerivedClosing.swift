extension Derived {

    /// Blocks the calling thread until all updates are handled that earlier changes of sources
    /// cause.
    ///
    /// If that takes too long, it returns what is left. A function that hasn't returned is listed
    /// as an observer, with the type of the derived value. For everything else, see
    /// ``Observable/drain(within:)``.
    @available(*, noasync, message: "Await the asynchronous drain(within:), which doesn't block a thread.")
    @discardableResult
    public func drain(within duration: Duration) -> Unhandled { messenger.drain(within: duration) }

    /// Suspends the task until all updates are handled that earlier changes of sources cause.
    ///
    /// For details, see ``drain(within:)``, which is for threads that aren't tasks.
    @discardableResult
    public func drain(within duration: Duration, isolation: isolated (any Actor)? = #isolation) async -> Unhandled {
        await messenger.drain(within: duration, isolation: isolation)
    }

    /// Ends all observations after the updates that earlier changes cause, and blocks until these
    /// are handled.
    ///
    /// The value can still be read, and derived values that depend on it aren't affected. Later
    /// changes cause no updates, and observing it ends at once. For everything else, see
    /// ``Observable/close(within:)``.
    @available(*, noasync, message: "Await the asynchronous close(within:), which doesn't block a thread.")
    @discardableResult
    public func close(within duration: Duration) -> Unhandled { messenger.close(within: duration) }

    /// Ends all observations after the updates that earlier changes cause, and suspends until these
    /// are handled.
    ///
    /// For details, see ``close(within:)``, which is for threads that aren't tasks.
    @discardableResult
    public func close(within duration: Duration, isolation: isolated (any Actor)? = #isolation) async -> Unhandled {
        await messenger.close(within: duration, isolation: isolation)
    }

    /// `true` if the derived value was closed.
    public var isClosed: Bool { messenger.wasClosed }
}
