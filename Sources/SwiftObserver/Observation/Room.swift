extension Observable {

    /// How many messages wait: in line to be delivered in place, or for the slowest handler on a queue or an actor or the
    /// slowest loop, whichever are more. For a combined observation in place, both are added up. For one with a limit on
    /// a queue, the messages of all its observables count. The line counts as long as someone observes in place.
    ///
    /// What has begun to be handled doesn't wait any more. The number is exact for one moment, and may be another one right
    /// after that. To ask is fine on any thread, also in handlers.
    ///
    /// What waits elsewhere doesn't count: messages that transforms, buffers and messengers of your own made of those of this
    /// observable wait for the observers of these, and have a backlog there. The handler of a combined observation, and a
    /// `combineLatest`, take messages from each of their observables. These wait there until they begin to be combined,
    /// but for a moment in which one is passed on.
    ///
    /// - Complexity: O(n) in observations of this observable.
    public var backlog: Int { messenger.office.backlog }

    /// Waits until fewer messages wait than that, so that who sends doesn't get ahead of who handles.
    ///
    /// ```swift
    /// for color in colors {
    ///     await sky.room(below: 1000)
    ///     sky.send(color)
    /// }
    /// ```
    ///
    /// What counts is ``backlog``. If several wait, also with ``waitForRoom(below:within:)``, they go on in the order of
    /// asking, even where there would be room enough for one behind. Nobody keeps room for who goes on: if several send, all of them together may get
    /// ahead by one message each. When observations end, their messages don't wait any more. So who waits goes on when the
    /// observable dies.
    ///
    /// A handler must not block until a task has got room in this way if it's that handler for which messages wait: both would
    /// wait forever.
    ///
    /// If the limit is below 1, the program stops. The task goes on where it was, `isolation` is for the compiler to fill in.
    ///
    /// While there's room, this doesn't suspend the task. If nothing else in a loop does, call `await Task.yield()` there, or other
    /// tasks may not get a thread.
    ///
    /// - Returns: `false` if the task was cancelled before there was room, or before it asked, or if the observable is
    ///   closed, so that nothing more can be sent. So a loop `while await sky.room(below: 1000)` ends with its task or its
    ///   observable. Nothing is left behind then.
    /// - Complexity: O(n) in observations, to ask and whenever messages are taken out and there may be room. Nothing if nobody
    ///   waits.
    @discardableResult
    public func room(below limit: Int, isolation: isolated (any Actor)? = #isolation) async -> Bool {
        await RoomRequest(messenger.office, below: limit).wait(isolation: isolation)
    }

    /// Blocks the calling thread until fewer messages wait than that, or time is up. This is ``room(below:isolation:)`` for
    /// plain threads.
    ///
    /// ```swift
    /// guard sky.waitForRoom(below: 1000, within: .seconds(5)) else { throw SkyIsStuck() }
    /// sky.send(color)
    /// ```
    ///
    /// If a handler calls it and the messages that wait are for that same handler, or for one on the same queue, it could only wait
    /// for itself. Then it stops the program with a message that says so. So it does if the limit is below 1. Work of your own on
    /// such a queue, a block that isn't a handler, is not noticed: there, time is just up.
    ///
    /// The time is taken by the clock that doesn't go on while the machine sleeps. A duration of zero or less only looks. One of
    /// more than 292 years is as long as it takes.
    ///
    /// - Returns: `false` if time was up before there was room, or if the observable is closed, so that nothing more can be
    ///   sent. There's nothing left behind then.
    @available(*, noasync, message: "Use room(below:), which doesn't block a thread.")
    public func waitForRoom(below limit: Int, within duration: Duration) -> Bool {
        RoomRequest(messenger.office, below: limit).wait(atMost: duration)
    }
}
