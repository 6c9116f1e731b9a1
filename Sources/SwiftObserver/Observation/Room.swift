import Dispatch

extension Observable {

    /// How many messages wait: in line to be delivered in place, or for the slowest handler on a queue or an actor or the
    /// slowest loop, whichever are more.
    ///
    /// What has begun to be handled doesn't wait any more. The number is exact for one moment, and may be another one right
    /// after that.
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
    /// asking. Nobody keeps room for who goes on: if several send, all of them together may get ahead by one message each.
    /// When observations end, their messages don't wait any more.
    ///
    /// To wait inside a handler for messages that wait for that same handler isn't sensible: it would wait for itself.
    ///
    /// - Parameter limit: At least 1. Otherwise the program stops.
    /// - Returns: `false` if the task was cancelled before there was room. There's nothing left behind then.
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
    /// Where it could only wait for itself, because a handler of the same observable calls it or one on the queue of such a
    /// handler, it stops the program with a message that says so. So it does if the limit is below 1.
    ///
    /// - Parameter duration: By the clock that doesn't go on while the machine sleeps. Zero or less only looks. What is more
    ///   than 292 years is as long as it takes.
    /// - Returns: `false` if time was up before there was room. There's nothing left behind then.
    @available(*, noasync, message: "Use room(below:), which doesn't block a thread.")
    public func waitForRoom(below limit: Int, within duration: Duration) -> Bool {
        RoomRequest(messenger.office, below: limit).wait(atMost: duration)
    }
}
