extension Observer {

    /// Ends all observations of an observable, and blocks until none of their handlers runs.
    ///
    /// ```swift
    /// if dog.stopObservingAndWait(sky) { bone.eat() }  // no handler uses the bone now
    /// ```
    ///
    /// If this returns `true`, no handler of these observations runs, and none will begin, on any
    /// thread.
    ///
    /// It also waits for handlers of observations that ended before, or that another thread is
    /// ending right now. An in-place handler counts as running until the message is delivered to
    /// all other observers, too. Messages that wait on a queue aren't waited for, however stuck the
    /// queue is, since they are no longer handled. The bodies of loops aren't handlers.
    ///
    /// **Re-entrance:** If the call would wait for itself, it returns `false` at once. That's the
    /// case in such a handler, and if threads would wait for each other in a circle, as when two
    /// handlers stop each other. The observations have ended then, but a handler may run.
    ///
    /// If time is up, the observations have ended nevertheless. Time is measured as in
    /// ``Observable/drain(within:)``. By default, it's unlimited.
    ///
    /// **Errors:** With a view, ``FreeObserver/shared`` stops the program, as in
    /// ``Observer/stopObserving(_:)``.
    ///
    /// - Returns: Whether none of these handlers is running.
    /// - Complexity: O(n) in the number of observations of both sides.
    @available(*, noasync, message: "Await the asynchronous stopObservingAndWait, which doesn't block a thread.")
    @discardableResult
    public func stopObservingAndWait<O: MessageSource>(
        _ observable: O, within duration: Duration = .seconds(Int64.max)
    ) -> Bool {
        endRequest(of: observable).wait(atMost: duration)
    }

    /// Ends all observations of an observable, and suspends until none of their handlers runs.
    ///
    /// A suspended task blocks no handler, so this detects no circles. It returns `false` if time
    /// is up or the task is cancelled. For everything else, see
    /// ``stopObservingAndWait(_:within:)``, which is for threads that aren't tasks.
    @discardableResult
    public func stopObservingAndWait<O: MessageSource>(
        _ observable: O, within duration: Duration = .seconds(Int64.max), isolation: isolated (any Actor)? = #isolation
    ) async -> Bool {
        await endRequest(of: observable).wait(atMost: duration, isolation: isolation)
    }

    /// Ends all observations of this observer, and blocks until none of their handlers runs.
    ///
    /// For details, see ``stopObservingAndWait(_:within:)``.
    @available(*, noasync, message: "Await the asynchronous stopObservingAndWait, which doesn't block a thread.")
    @discardableResult
    public func stopObservingAndWait(within duration: Duration = .seconds(Int64.max)) -> Bool {
        endRequest.wait(atMost: duration)
    }

    /// Ends all observations of this observer, and suspends until none of their handlers runs.
    ///
    /// For details, see ``stopObservingAndWait(_:within:isolation:)``.
    @discardableResult
    public func stopObservingAndWait(
        within duration: Duration = .seconds(Int64.max), isolation: isolated (any Actor)? = #isolation
    ) async -> Bool {
        await endRequest.wait(atMost: duration, isolation: isolation)
    }

    private func endRequest<O: MessageSource>(of observable: O) -> EndRequest {
        EndRequest(of: receiver.observations, at: observable.sourceMessenger.messenger.office) {
            stopObserving(observable)
        }
    }

    private var endRequest: EndRequest {
        EndRequest(of: receiver.observations, at: nil) { stopObserving() }
    }
}

extension Observable {

    /// Ends all observations by an observer, and blocks until none of their handlers runs.
    ///
    /// For details, see ``Observer/stopObservingAndWait(_:within:)``.
    @available(*, noasync, message: "Await the asynchronous stopBeingObservedAndWait, which doesn't block a thread.")
    @discardableResult
    public func stopBeingObservedAndWait(
        by observer: any Observer, within duration: Duration = .seconds(Int64.max)
    ) -> Bool {
        observer.stopObservingAndWait(self, within: duration)
    }

    /// Ends all observations by an observer, and suspends until none of their handlers runs.
    ///
    /// For details, see ``Observer/stopObservingAndWait(_:within:isolation:)``.
    @discardableResult
    public func stopBeingObservedAndWait(
        by observer: any Observer, within duration: Duration = .seconds(Int64.max),
        isolation: isolated (any Actor)? = #isolation
    ) async -> Bool {
        await observer.stopObservingAndWait(self, within: duration, isolation: isolation)
    }

    /// Ends all observations of this observable, and blocks until none of their handlers runs.
    ///
    /// For details, see ``Observer/stopObservingAndWait(_:within:)``.
    @available(*, noasync, message: "Await the asynchronous stopBeingObservedAndWait, which doesn't block a thread.")
    @discardableResult
    public func stopBeingObservedAndWait(within duration: Duration = .seconds(Int64.max)) -> Bool {
        EndRequest(of: messenger.office).wait(atMost: duration)
    }

    /// Ends all observations of this observable, and suspends until none of their handlers runs.
    ///
    /// For details, see ``Observer/stopObservingAndWait(_:within:isolation:)``.
    @discardableResult
    public func stopBeingObservedAndWait(
        within duration: Duration = .seconds(Int64.max), isolation: isolated (any Actor)? = #isolation
    ) async -> Bool {
        await EndRequest(of: messenger.office).wait(atMost: duration, isolation: isolation)
    }
}
