extension Observable {

    /// Blocks the calling thread until everything that was sent before is handled, or time is up.
    ///
    /// ```swift
    /// sky.send(.blue)
    /// let left = sky.drain(within: .seconds(5))
    /// if !left.isEmpty { print("These are stuck:\n\(left)") }
    /// ```
    ///
    /// Handled means: handlers in place, on queues and on actors have returned, and loops have asked for the next message. What
    /// limits dropped, and what is for observations that have ended, isn't waited for. The wait is a marker behind what was
    /// sent, so it ends while others go on sending.
    ///
    /// Transforms, buffers and combinations that observe this observable are drained behind it, with all that observes them. What
    /// handlers send on to other observables isn't: for that, see ``drain(_:within:)-(_,Duration)``. Neither is what waits
    /// in front, in the origin of a transform: drain the origin. What a promise has fulfilled, as with `then` and `map`, is another promise
    /// that is drained by itself.
    ///
    /// If it's called by a handler that it would wait for, on the same thread, it could only wait until time is up. So it stops
    /// the program with a message that says so, unless the time is zero. Work of your own on the queue of a handler is not
    /// noticed: there, time is just up.
    ///
    /// The time is taken by the clock that doesn't go on while the machine sleeps. A duration of zero or less only looks. One of
    /// more than 292 years, like `.seconds(Int64.max)`, is as long as it takes. When time is up, nothing is left behind.
    ///
    /// - Returns: What is left if time is up, otherwise nothing.
    /// - Complexity: O(n) in observations. If nothing waits, that's less than a send takes.
    @available(*, noasync, message: "Await the asynchronous drain(within:), which doesn't block a thread.")
    @discardableResult
    public func drain(within duration: Duration) -> Unhandled {
        let messenger = messenger
        if messenger.isQuiet { return Unhandled([]) }
        return Unhandled(DrainRequest([drainSubject], within: duration).drain())
    }

    /// Suspends the task until everything that was sent before is handled, or time is up.
    ///
    /// If the task is cancelled, it's as if time were up. A task on the actor of a handler can wait for that handler, since it
    /// doesn't keep the actor busy. A loop that waits in its own body waits until time is up. The task goes on where it
    /// was, `isolation` is for the compiler to fill in. For all else, see the blocking form, which is for plain threads.
    @discardableResult
    public func drain(within duration: Duration, isolation: isolated (any Actor)? = #isolation) async -> Unhandled {
        let messenger = messenger
        if messenger.isQuiet { return Unhandled([]) }
        return Unhandled(await DrainRequest([drainSubject], within: duration).drain(isolation: isolation))
    }
}

/// Blocks the calling thread until a group of observables is quiet, or time is up: everything that was sent before is handled,
/// and so is what handlers sent on into the group.
///
/// ```swift
/// let left = drain([orders, invoices, mails], within: .seconds(5))
/// ```
///
/// The group was quiet at one moment before this returns. If others go on sending to it all the time, it never is, and time will be
/// up. What handlers send on by way of observables that aren't in the group, or of work of their own on queues, isn't waited
/// for. For all else, see ``Observable/drain(within:)``.
///
/// - Complexity: O(n) in observations, for each time that handlers sent on to the group.
@available(*, noasync, message: "Await the asynchronous drain(_:within:), which doesn't block a thread.")
@discardableResult
public func drain(_ observables: [any Observable], within duration: Duration) -> Unhandled {
    Unhandled(DrainRequest(observables.map { $0.drainSubject }, within: duration).drain())
}

/// Suspends the task until a group of observables is quiet, or time is up or the task is cancelled. For details, see the blocking
/// form, which is for plain threads.
@discardableResult
public func drain(
    _ observables: [any Observable], within duration: Duration, isolation: isolated (any Actor)? = #isolation
) async -> Unhandled {
    let subjects = observables.map { $0.drainSubject }
    return Unhandled(await DrainRequest(subjects, within: duration).drain(isolation: isolation))
}

extension Observable {

    var drainSubject: DrainSubject {
        let messenger = messenger, office = messenger.office
        return DrainSubject(
            offices: [Downstream(registrar: office, type: type(of: self))] + messenger.combinedOffices
        ) { [office] in office.countSends(of: Message.self, $0) }
    }
}

extension Messenger {

    /// Whether there's nothing to wait for. It may also be `false` if there isn't.
    fileprivate var isQuiet: Bool { office.isQuiet && combinedOffices.isEmpty }
}
