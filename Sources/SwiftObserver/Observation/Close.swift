extension Observable {

    /// Closes the observable for good, and blocks until everything sent before is handled.
    ///
    /// ```swift
    /// let left = sky.close(within: .seconds(5))
    /// print("\(left.count) observations were not done, and \(sky.refusedCount) messages came too late.")
    /// ```
    ///
    /// **Order:** The close has a position in the one order of sends and starts. Messages that were
    /// sent before it are delivered. Messages that are sent after it are refused: ``refusedCount``
    /// counts them, and no handler receives them. Observations and loops end after the last
    /// message. If time is up before that, they end later. Observing a closed observable ends at
    /// once.
    ///
    /// - A closed variable keeps its value, which can still be set. It sends nothing, and each
    ///   change counts as refused.
    /// - A closed buffer keeps its latest message.
    /// - A closed promise that wasn't fulfilled never will be. Awaiting its value throws
    ///   ``PromiseDied``. A fulfilled promise keeps its value for code that awaits it.
    /// - A closed transform refuses the messages of its origin.
    ///
    /// If you close twice, the second call waits for what the first one left.
    ///
    /// For threads, time, and the meaning of *handled*, see ``drain(within:)``. To close without
    /// waiting, as in a handler of the observable itself, pass a duration of zero.
    ///
    /// - Returns: The observations that are left if time is up, otherwise none.
    /// - Complexity: O(n) in the number of observations.
    @available(*, noasync, message: "Await the asynchronous close(within:), which doesn't block a thread.")
    @discardableResult
    public func close(within duration: Duration) -> Unhandled {
        let messenger = messenger
        messenger.refuseMessages()
        let left = DrainRequest([drainSubject], within: duration).drain { messenger.sayFarewell() }
        if left.isEmpty { messenger.office.endObservations() }
        return Unhandled(left)
    }

    /// Closes the observable for good, and suspends until everything sent before is handled.
    ///
    /// If the task is cancelled, the wait ends as if time were up, and the observable is closed.
    /// For details, see ``close(within:)``, which is for threads that aren't tasks, and
    /// ``drain(within:isolation:)``.
    @discardableResult
    public func close(within duration: Duration, isolation: isolated (any Actor)? = #isolation) async -> Unhandled {
        let messenger = messenger
        messenger.refuseMessages()
        let request = DrainRequest([drainSubject], within: duration)
        let left = await request.drain(isolation: isolation) { messenger.sayFarewell() }
        if left.isEmpty { messenger.office.endObservations() }
        return Unhandled(left)
    }

    /// `true` if the observable was closed.
    public var isClosed: Bool { messenger.office.isClosed }

    /// The number of messages that were refused since the observable was closed.
    public var refusedCount: Int { messenger.office.refused }
}

/// Closes observables one by one, and blocks until everything sent before is handled.
///
/// ```swift
/// let left = close([orders, invoices, mails], within: .seconds(5))
/// ```
///
/// Each observable is closed when all before it are closed and handled. Name an observable before
/// the observables to which its handlers send: these messages aren't refused then. When time is up,
/// the remaining observables are closed at once. For everything else, see
/// ``Observable/close(within:)``.
///
/// - Returns: The observations of all of them that are left if time is up, otherwise none.
@available(*, noasync, message: "Await the asynchronous close(_:within:), which doesn't block a thread.")
@discardableResult
public func close(_ observables: [any Observable], within duration: Duration) -> Unhandled {
    let deadline = Deadline(in: duration)
    return Unhandled(joining: observables.map { $0.close(within: deadline.remaining) })
}

/// Closes observables one by one, and suspends until everything sent before is handled.
///
/// If the task is cancelled, the wait ends as if time were up. For details, see
/// ``close(_:within:)``, which is for threads that aren't tasks.
@discardableResult
public func close(
    _ observables: [any Observable], within duration: Duration, isolation: isolated (any Actor)? = #isolation
) async -> Unhandled {
    let deadline = Deadline(in: duration)
    var left: [Unhandled] = []
    for observable in observables {
        left.append(await observable.close(within: deadline.remaining, isolation: isolation))
    }
    return Unhandled(joining: left)
}
