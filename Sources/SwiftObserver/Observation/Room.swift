extension Observable {

    /// The number of messages that are pending, or wait for the slowest handler or loop.
    ///
    /// It's the largest of these numbers:
    ///
    /// - the pending messages for in-place handlers, as long as there are any in-place observations
    /// - the messages that wait for the slowest handler on a queue, an actor or another place
    /// - the messages that wait for the slowest loop
    ///
    /// For an in-place combined observation, the pending messages and the messages that wait for it
    /// are added up. For a combined observation with a limit on a queue, the messages of all its
    /// observables count.
    ///
    /// A message no longer waits once its handling has begun. The number is exact at one moment,
    /// and may change right after that. You can read it on any thread, including in handlers.
    ///
    /// Messages that wait elsewhere don't count. If transforms, buffers or messengers of your own
    /// pass on messages of this observable, the results wait for the observers of these objects,
    /// and count there. The handler of a combined observation, and a `combineLatest`, take messages
    /// from each of their observables. These messages count there until they begin to be combined,
    /// except for a moment in which one is passed on.
    ///
    /// - Complexity: O(n) in the number of observations of this observable.
    public var backlog: Int { messenger.office.backlog }

    /// Suspends the task until fewer messages wait than the limit.
    ///
    /// Call it before you send, so that you don't get ahead of the handlers:
    ///
    /// ```swift
    /// for color in colors {
    ///     await sky.room(below: 1000)
    ///     sky.send(color)
    /// }
    /// ```
    ///
    /// The number that counts is ``backlog``.
    ///
    /// **Order:** Waiters resume in FIFO order, including threads in
    /// ``waitForRoom(below:within:)``, even if there's already room enough for a later one. Room
    /// isn't reserved: if several senders send, together they may get ahead by one message each.
    /// Messages of ended observations no longer wait, so waiters resume when the observable is
    /// deallocated.
    ///
    /// **Re-entrance:** A handler must not block until a task has got room if the messages wait for
    /// that handler: both would wait forever.
    ///
    /// **Threads:** The task resumes in the isolation of the caller. The compiler fills in
    /// `isolation`. While there's room, this doesn't suspend the task. If nothing else in a loop
    /// suspends, call `await Task.yield()` there, or other tasks may not get a thread.
    ///
    /// **Errors:** If the limit is below 1, the program stops.
    ///
    /// - Returns: `false` if the task was cancelled before there was room, or before it asked, or
    ///   if the observable is closed, so that nothing more can be sent. Nothing is left behind
    ///   then. A loop `while await sky.room(below: 1000)` therefore ends with its task or its
    ///   observable.
    /// - Complexity: O(n) in the number of observations, to ask, and whenever messages are taken
    ///   out and there may be room. Nothing if no sender waits.
    @discardableResult
    public func room(below limit: Int, isolation: isolated (any Actor)? = #isolation) async -> Bool {
        await RoomRequest(messenger.office, below: limit).wait(isolation: isolation)
    }

    /// Blocks the calling thread until fewer messages wait than the limit, or time is up.
    ///
    /// It's ``room(below:isolation:)`` for threads that aren't tasks.
    ///
    /// ```swift
    /// guard sky.waitForRoom(below: 1000, within: .seconds(5)) else { throw SkyIsStuck() }
    /// sky.send(color)
    /// ```
    ///
    /// A monotonic clock measures the time. It doesn't advance while the machine sleeps. A duration
    /// of zero or less only checks. A duration of more than 292 years waits as long as necessary.
    ///
    /// **Re-entrance:** If a handler calls this, it can only wait for itself if the messages wait
    /// for that same handler, or for one on the same queue. The program stops with a message that
    /// says so. In work of your own on such a queue, a block that isn't a handler, this isn't
    /// detected: time runs out.
    ///
    /// **Errors:** If the limit is below 1, the program stops.
    ///
    /// - Returns: `false` if time was up before there was room, or if the observable is closed, so
    ///   that nothing more can be sent. Nothing is left behind then.
    @available(*, noasync, message: "Use room(below:), which doesn't block a thread.")
    public func waitForRoom(below limit: Int, within duration: Duration) -> Bool {
        RoomRequest(messenger.office, below: limit).wait(atMost: duration)
    }
}
