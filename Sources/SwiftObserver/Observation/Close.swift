extension Observable {

    /// Closes the observable for good, and blocks the calling thread until what was sent before is handled, or time
    /// is up.
    ///
    /// ```swift
    /// let left = sky.close(within: .seconds(5))
    /// print("\(left.count) observations were not done, and \(sky.refusedCount) messages came too late.")
    /// ```
    ///
    /// The close takes a place in the one order of sends and starts. What was sent before is delivered. What is sent
    /// after it is refused: it's counted by ``refusedCount``, and nobody gets it. Observations end behind the last
    /// message, and so do loops. If time is up, that still happens, just later. To observe a closed observable ends
    /// at once.
    ///
    /// - A closed variable keeps its value, which can still be set. It sends nothing, and each change counts as
    ///   refused.
    /// - A closed buffer keeps its latest message.
    /// - A closed promise that was not fulfilled never will be. Whoever awaits its value gets a ``PromiseDied``. One
    ///   that was fulfilled keeps its value for those who await it.
    /// - A closed transform refuses what its origin sends.
    ///
    /// To close twice is fine: the second call waits for what the first one left.
    ///
    /// For threads, time, and what counts as handled, see ``drain(within:)``. To close without waiting, as in a
    /// handler of the observable itself, pass a duration of zero.
    ///
    /// - Returns: What is left if time is up, otherwise nothing.
    /// - Complexity: O(n) in observations.
    @available(*, noasync, message: "Await the asynchronous close(within:), which doesn't block a thread.")
    @discardableResult
    public func close(within duration: Duration) -> Unhandled {
        let messenger = messenger
        messenger.refuseMessages()
        let left = DrainRequest([drainSubject], within: duration).drain { messenger.sayFarewell() }
        if left.isEmpty { messenger.office.endObservations() }
        return Unhandled(left)
    }

    /// Closes the observable for good, and suspends the task until what was sent before is handled, or time is up.
    ///
    /// If the task is cancelled, it's as if time were up: the observable is closed, just not waited for. For details,
    /// see ``close(within:)``, which is for plain threads, and ``drain(within:isolation:)``.
    @discardableResult
    public func close(within duration: Duration, isolation: isolated (any Actor)? = #isolation) async -> Unhandled {
        let messenger = messenger
        messenger.refuseMessages()
        let request = DrainRequest([drainSubject], within: duration)
        let left = await request.drain(isolation: isolation) { messenger.sayFarewell() }
        if left.isEmpty { messenger.office.endObservations() }
        return Unhandled(left)
    }

    /// Whether the observable was closed.
    public var isClosed: Bool { messenger.office.isClosed }

    /// How many messages were refused since the observable was closed.
    public var refusedCount: Int { messenger.office.refused }
}

/// Closes observables one after the other, and blocks the calling thread until what was sent before is handled, or
/// time is up.
///
/// ```swift
/// let left = close([orders, invoices, mails], within: .seconds(5))
/// ```
///
/// Each one is closed when those before it are closed and handled. So name those first whose handlers send on to
/// others: what they send on isn't refused then. When time is up, all that are left are closed at once. For all else,
/// see ``Observable/close(within:)``.
///
/// - Returns: What is left of all of them if time is up, otherwise nothing.
@available(*, noasync, message: "Await the asynchronous close(_:within:), which doesn't block a thread.")
@discardableResult
public func close(_ observables: [any Observable], within duration: Duration) -> Unhandled {
    let deadline = Deadline(in: duration)
    return Unhandled(joining: observables.map { $0.close(within: deadline.remaining) })
}

/// Closes observables one after the other, and suspends the task until what was sent before is handled, or time is
/// up.
///
/// If the task is cancelled, it's as if time were up. For details, see ``close(_:within:)``, which is for plain
/// threads.
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

extension Messenger {

    /// Ends all observations behind the last message.
    fileprivate func sayFarewell() { office.close(endingMessagesOf: Message.self) }
}
