extension Observer {

    /// Ends all observations of an observable, and blocks the calling thread until none of their handlers is running.
    ///
    /// ```swift
    /// if dog.stopObservingAndWait(sky) { bone.eat() }  // no handler uses the bone any more
    /// ```
    ///
    /// When this returned `true`, no handler in question runs or begins, on whatever thread. Messages that wait on a
    /// queue, however stuck that is, aren't waited for, since nobody will handle them. A handler in place counts as
    /// running until the message is delivered to all other observers, too. The bodies of loops aren't handlers.
    ///
    /// Where it would wait for itself, it returns `false` at once: in such a handler, and also if threads would wait
    /// for each other in a circle, as when two handlers stop each other. Then the observations have ended, but a
    /// handler may run.
    ///
    /// The time is taken as in ``Observable/drain(within:)``. If none is given, it takes as long as it takes. If time
    /// is up, the observations have ended nevertheless. Observations that ended before count too, also
    /// if another thread is just ending them. With a view, ``FreeObserver/shared`` stops the program, as in
    /// ``Observer/stopObserving(_:)``.
    ///
    /// - Returns: Whether no handler is running.
    /// - Complexity: O(n) in observations of both sides.
    @available(*, noasync, message: "Await the asynchronous stopObservingAndWait, which doesn't block a thread.")
    @discardableResult
    public func stopObservingAndWait<O: MessageSource>(
        _ observable: O, within duration: Duration = .seconds(Int64.max)
    ) -> Bool {
        endRequest(of: observable).wait(atMost: duration)
    }

    /// Ends all observations of an observable, and suspends the task until none of their handlers is running.
    ///
    /// A suspended task blocks no handler, so this finds no circles. It returns `false` if time is up or the task is
    /// cancelled. For all else, see ``stopObservingAndWait(_:within:)``, which is for plain threads.
    @discardableResult
    public func stopObservingAndWait<O: MessageSource>(
        _ observable: O, within duration: Duration = .seconds(Int64.max), isolation: isolated (any Actor)? = #isolation
    ) async -> Bool {
        await endRequest(of: observable).wait(atMost: duration, isolation: isolation)
    }

    /// Ends all observations of this observer, and blocks the calling thread until none of their handlers is running.
    ///
    /// For details, see ``stopObservingAndWait(_:within:)``.
    @available(*, noasync, message: "Await the asynchronous stopObservingAndWait, which doesn't block a thread.")
    @discardableResult
    public func stopObservingAndWait(within duration: Duration = .seconds(Int64.max)) -> Bool {
        endRequest.wait(atMost: duration)
    }

    /// Ends all observations of this observer, and suspends the task until none of their handlers is running.
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

    /// Ends all observations by an observer, and blocks the calling thread until none of their handlers is running.
    ///
    /// For details, see ``Observer/stopObservingAndWait(_:within:)``.
    @available(*, noasync, message: "Await the asynchronous stopBeingObservedAndWait, which doesn't block a thread.")
    @discardableResult
    public func stopBeingObservedAndWait(
        by observer: any Observer, within duration: Duration = .seconds(Int64.max)
    ) -> Bool {
        observer.stopObservingAndWait(self, within: duration)
    }

    /// Ends all observations by an observer, and suspends the task until none of their handlers is running.
    ///
    /// For details, see ``Observer/stopObservingAndWait(_:within:isolation:)``.
    @discardableResult
    public func stopBeingObservedAndWait(
        by observer: any Observer, within duration: Duration = .seconds(Int64.max),
        isolation: isolated (any Actor)? = #isolation
    ) async -> Bool {
        await observer.stopObservingAndWait(self, within: duration, isolation: isolation)
    }

    /// Ends all observations of this observable, and blocks the calling thread until none of their handlers is
    /// running.
    ///
    /// For details, see ``Observer/stopObservingAndWait(_:within:)``.
    @available(*, noasync, message: "Await the asynchronous stopBeingObservedAndWait, which doesn't block a thread.")
    @discardableResult
    public func stopBeingObservedAndWait(within duration: Duration = .seconds(Int64.max)) -> Bool {
        EndRequest(of: messenger.office).wait(atMost: duration)
    }

    /// Ends all observations of this observable, and suspends the task until none of their handlers is running.
    ///
    /// For details, see ``Observer/stopObservingAndWait(_:within:isolation:)``.
    @discardableResult
    public func stopBeingObservedAndWait(
        within duration: Duration = .seconds(Int64.max), isolation: isolated (any Actor)? = #isolation
    ) async -> Bool {
        await EndRequest(of: messenger.office).wait(atMost: duration, isolation: isolation)
    }
}
