extension Observable {

    /// Blocks the calling thread until everything that was sent before is handled, or time is up.
    ///
    /// ```swift
    /// sky.send(.blue)
    /// let left = sky.drain(within: .seconds(5))
    /// if !left.isEmpty { print("These are stuck:\n\(left)") }
    /// ```
    ///
    /// Handled means: handlers in place, on queues and on actors have returned, and loops have asked for the next
    /// message. What limits dropped isn't waited for, and neither is what waits on a queue for observations that have
    /// ended. What is sent after the call isn't waited for either, so the wait ends while others go on sending.
    ///
    /// Transforms, buffers and combinations that observe this observable are drained behind it, with all that
    /// observes them. What handlers send on to other observables isn't: for that, see ``drain(_:within:)``. Neither
    /// is what waits in front, in the origin of a transform: drain the origin. What `then` and `map` make of a
    /// promise is another promise, which is drained by itself.
    ///
    /// A handler that calls this on the thread for which it would wait could only wait until time is up. So that
    /// stops the program, with a message that says so, unless the time is zero. That's so if it's known when the wait
    /// begins. If messages for the handler's thread come from a transform that is still to get them, or if it's work of
    /// your own on the queue of a handler, time is just up.
    ///
    /// Time is taken by a clock that doesn't go on while the machine sleeps. A duration of zero or less only looks.
    /// One like `.seconds(Int64.max)` is as long as it takes. When time is up, nobody waits any more for what is
    /// left.
    ///
    /// - Returns: What is left if time is up, otherwise nothing.
    /// - Complexity: O(n) in observations.
    @available(*, noasync, message: "Await the asynchronous drain(within:), which doesn't block a thread.")
    @discardableResult
    public func drain(within duration: Duration) -> Unhandled {
        let messenger = messenger
        if messenger.isQuiet { return Unhandled([]) }
        return Unhandled(DrainRequest([drainSubject], within: duration).drain())
    }

    /// Suspends the task until everything that was sent before is handled, or time is up.
    ///
    /// If the task is cancelled, it's as if time were up. A task on the actor of a handler can wait for that handler,
    /// since it doesn't keep the actor busy. A loop that waits in its own body waits until time is up. Leave
    /// `isolation` to the compiler: the task goes on where it was. For all else, see ``drain(within:)``, which is for
    /// plain threads.
    @discardableResult
    public func drain(within duration: Duration, isolation: isolated (any Actor)? = #isolation) async -> Unhandled {
        let messenger = messenger
        if messenger.isQuiet { return Unhandled([]) }
        return Unhandled(
            await DrainRequest([drainSubject], within: duration).drain(isolation: isolation))
    }
}

/// Blocks the calling thread until a group of observables is quiet, or time is up.
///
/// ```swift
/// let left = drain([orders, invoices, mails], within: .seconds(5))
/// ```
///
/// Quiet means: everything that was sent before is handled, and so is what handlers sent on into the group. There was
/// one moment at which this held. If others go on sending to the group all the time, there's none, and time will be
/// up. What handlers send on by way of observables that aren't in the group isn't waited for, nor is work of their
/// own on queues. For all else, see ``Observable/drain(within:)``.
///
/// - Returns: What is left if time is up, otherwise nothing.
/// - Complexity: O(n) in observations, for each time that something was sent to the group meanwhile.
@available(*, noasync, message: "Await the asynchronous drain(_:within:), which doesn't block a thread.")
@discardableResult
public func drain(_ observables: [any Observable], within duration: Duration) -> Unhandled {
    Unhandled(DrainRequest(observables.map { $0.drainSubject }, isGroup: true, within: duration).drain())
}

/// Suspends the task until a group of observables is quiet, or time is up, or the task is cancelled.
///
/// For details, see ``drain(_:within:)``, which is for plain threads.
@discardableResult
public func drain(
    _ observables: [any Observable], within duration: Duration, isolation: isolated (any Actor)? = #isolation
) async -> Unhandled {
    let subjects = observables.map { $0.drainSubject }
    return Unhandled(await DrainRequest(subjects, isGroup: true, within: duration).drain(isolation: isolation))
}

extension Observable {

    var drainSubject: DrainSubject {
        let messenger = messenger
        return DrainSubject(
            offices: [Downstream(registrar: messenger.office, type: type(of: self))] + messenger.combinedOffices)
    }
}

extension Messenger {

    /// Whether there's nothing to wait for. It may also be `false` if there isn't.
    fileprivate var isQuiet: Bool { office.isQuiet && combinedOffices.isEmpty }
}
