extension Observable {

    /// Blocks the calling thread until everything that was sent before is handled.
    ///
    /// ```swift
    /// sky.send(.blue)
    /// let left = sky.drain(within: .seconds(5))
    /// if !left.isEmpty { print("These are stuck:\n\(left)") }
    /// ```
    ///
    /// *Handled* means that handlers have returned, whether they run in place or on a place, and
    /// that loops have asked for the next message. Transforms, buffers and combinations that
    /// observe this observable, and derived values, are drained with it, and so are their own
    /// observers. The drain doesn't wait for
    ///
    /// - messages that limits dropped, or that wait on a queue for observations that have ended.
    /// - messages that are sent after the call. It ends even while other threads continue to send.
    /// - messages that handlers send to other observables: for them, see ``drain(_:within:)``.
    /// - messages that wait in the origin of a transform: drain the origin.
    /// - promises that `then` and `map` make of a promise: drain them separately.
    ///
    /// A monotonic clock measures the time. It doesn't advance while the machine sleeps. A duration
    /// of zero or less only checks. A duration like `.seconds(Int64.max)` waits as long as
    /// necessary. A drain that timed out leaves nothing behind.
    ///
    /// **Re-entrance:** A handler that calls this on the thread for which it would wait could only
    /// wait until time is up. The program stops with a message that says so, unless the duration is
    /// zero. Two cases aren't known when the wait begins, so they aren't detected, and time runs
    /// out:
    ///
    /// - Messages for the handler's thread come from a transform that hasn't received them yet.
    /// - The caller is work of your own on the queue of a handler.
    ///
    /// - Returns: The observations that are left if time is up, otherwise none.
    /// - Complexity: O(n) in the number of observations.
    @available(*, noasync, message: "Await the asynchronous drain(within:), which doesn't block a thread.")
    @discardableResult
    public func drain(within duration: Duration) -> Unhandled {
        let messenger = messenger
        if messenger.isQuiet { return Unhandled([]) }
        return Unhandled(DrainRequest([drainSubject], within: duration).drain())
    }

    /// Suspends the task until everything that was sent before is handled.
    ///
    /// It returns what is left when time is up. A cancelled task stops waiting, as if time were up.
    /// A task on the actor of a handler can wait for that handler, since it doesn't keep the actor
    /// busy. A loop that drains in its own body waits until time is up.
    ///
    /// The task resumes in the isolation of the caller. Leave `isolation` to the compiler. For
    /// everything else, see ``drain(within:)``, which is for threads that aren't tasks.
    @discardableResult
    public func drain(within duration: Duration, isolation: isolated (any Actor)? = #isolation) async -> Unhandled {
        let messenger = messenger
        if messenger.isQuiet { return Unhandled([]) }
        return Unhandled(
            await DrainRequest([drainSubject], within: duration).drain(isolation: isolation))
    }
}

/// Blocks the calling thread until a group of observables is quiet.
///
/// ```swift
/// let left = drain([orders, invoices, mails], within: .seconds(5))
/// ```
///
/// *Quiet* means that at one moment, everything that was sent before was handled, including
/// messages that handlers sent to observables of the group. If other threads continue to send to
/// the group, there's no such moment, and time runs out. The drain doesn't wait for messages that
/// handlers send by way of observables outside the group, nor for work of their own on queues. For
/// everything else, see ``Observable/drain(within:)``.
///
/// - Returns: The observations that are left if time is up, otherwise none.
/// - Complexity: O(n) in the number of observations, each time that a message was sent to the group
///   meanwhile.
@available(*, noasync, message: "Await the asynchronous drain(_:within:), which doesn't block a thread.")
@discardableResult
public func drain(_ observables: [any Observable], within duration: Duration) -> Unhandled {
    Unhandled(DrainRequest(observables.map { $0.drainSubject }, isGroup: true, within: duration).drain())
}

/// Suspends the task until a group of observables is quiet.
///
/// It returns what is left when time is up or the task is cancelled. For details, see
/// ``drain(_:within:)``, which is for threads that aren't tasks.
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
            offices: [Downstream(registrar: messenger.office, type: type(of: self))] + messenger.combinedOffices,
            elsewhere: messenger.drainElsewhere)
    }
}

extension Messenger {

    /// `true` if nothing is pending. May be `false` spuriously.
    fileprivate var isQuiet: Bool { office.isQuiet && combinedOffices.isEmpty && drainElsewhere == nil }
}
