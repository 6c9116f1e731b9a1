#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A use of the library that can't be intended, and stops the program with an explanation.
enum Misuse: String {

    /// A thread accessed a variable's value from inside its change of that same value.
    case changeInsideChange = """
        SwiftObserver: the value of a variable was touched on the same thread while that thread was changing it in \
        place, as in `variable.value.modify { variable.value }`. Read what you need into a constant before the change, \
        or compute the new value first and then assign it: `variable.value = newValue`.
        """

    /// A variable was changed in place across a suspension, so another thread ended the change.
    case changeAcrossAwait = """
        SwiftObserver: a variable was being changed in place across an `await`, as in `await fill(&variable.value)`, and the \
        change ended on another thread. Copy the value, change the copy, and then assign it: `variable.value = copy`.
        """

    /// A thread took a lock that it already holds, which no use of the library should cause.
    case lockInsideLock = """
        SwiftObserver: a lock was taken again by the thread that already holds it. This is a defect of SwiftObserver; \
        please report it together with this stack trace.
        """

    /// A client asked for a buffer that holds no messages.
    case bufferOfNothing = """
        SwiftObserver: a limit below 1 was passed as `buffering`, which would drop every message. Buffer at least one \
        message, as in `.newest(1)`, or all of them: `.unbounded`.
        """

    /// A client asked for batches without messages.
    case batchOfNothing = """
        SwiftObserver: messages were to be observed in batches of less than 1. Let a batch have at least one message, as in \
        `observe(messenger).on(queue).batches(upTo: 1)`.
        """

    /// A client asked for less than one first or latest message, or for empty chunks.
    case countBelowOne = """
        SwiftObserver: `prefix`, `replay` or `chunks` was called with a number below 1, so no message would be left. Ask for at least \
        one, as in `prefix(1)`.
        """

    /// A client asked to drop a negative number of messages.
    case countBelowZero = """
        SwiftObserver: `dropFirst` was called with a number below 0. The least one can drop is nothing: `dropFirst(0)`.
        """

    /// An operator was given a duration of zero or below.
    case durationOfNothing = """
        SwiftObserver: an operator was given a duration of zero or below. Let it be longer, as in \
        `debounce(for: .milliseconds(1))`, or leave the operator out.
        """

    /// A client asked for room that can't exist: fewer waiting messages than none.
    case roomForNothing = """
        SwiftObserver: someone asked for room below a number that is less than 1, which there will never be. The least one \
        can ask for is that nothing waits: `room(below: 1)`.
        """

    /// A thread waits for room although it would have to handle the waiting messages itself.
    case roomForItself = """
        SwiftObserver: `waitForRoom` was called by a handler of the observable itself, or by one on the queue of such a \
        handler. The messages that wait can't be handled before it returns, so it would wait for itself. Wait on another \
        thread, or before sending, outside of handlers.
        """

    /// A thread waits for messages that it would have to handle itself.
    case drainForItself = """
        SwiftObserver: `drain` or `close` was called by a handler of the observable itself, or by one in the place of \
        such a handler, like a queue or an actor. What was sent can't be handled before that returns, so it would wait for itself until time is up. \
        Drain on another thread, or in a task of its own: `Task { await sky.drain(within: .seconds(5)) }`. To close \
        without waiting, use `close(within: .zero)`.
        """

    /// An observer returns another receiver each time that it's asked for one.
    case newReceiver = """
        SwiftObserver: an observer returned another `receiver` the second time that it was asked, so the first one died at once, \
        and all its observations with it. Store the receiver, and always return the same one: `let receiver = Receiver()`.
        """

    /// A client with only a view tried to end observations that belong to other clients, too.
    case viewOfSharedObserver = """
        SwiftObserver: `FreeObserver.shared` was to stop observing a view. That would end all free observations of the original, also those of \
        others, which a view must not. Keep the handle of your own observation and end that one, `handle.stopObserving()`, or observe with \
        an observer of your own: `let observer = FreeObserver()`.
        """

    /// A client asked for a mark while watching is off, so nothing records what begins after it.
    case markWithoutWatch = """
        SwiftObserver: `Watch.mark()` was called while watching is off, so nothing that begins from now on would be noted. Call \
        `Watch.start()` before.
        """

    /// A client set a limit for watching that nothing or everything exceeds.
    case limitOfNothing = """
        SwiftObserver: the limits for watching make no sense. `slow` and `backlog` must be more than zero, `stuck` no less than \
        `slow`, and `names` not negative, as in \
        `WatchLimits(slow: .milliseconds(100), stuck: .seconds(5), backlog: 1000, names: 200)`.
        """

    /// Stops the program.
    func stop(file: StaticString = #file, line: UInt = #line) -> Never {
        fatalError(rawValue, file: file, line: line)
    }

    /// Stops the program because a lock couldn't be taken.
    @inline(never)
    func stop(afterLockReturned code: Int32, file: StaticString = #file, line: UInt = #line) -> Never {
        if code == EDEADLK { fatalError(rawValue, file: file, line: line) }
        fatalError("SwiftObserver: pthread_mutex_lock failed with code \(code).", file: file, line: line)
    }

    /// Stops the program because a lock couldn't be released.
    @inline(never)
    static func stop(afterUnlockReturned code: Int32) -> Never {
        if code == EPERM { changeAcrossAwait.stop() }
        stop(becauseOf: "pthread_mutex_unlock", code)
    }

    /// Stops the program, in release builds too, if a function of the system reports a failure.
    @inline(__always)
    static func check(_ code: Int32, _ function: StaticString) {
        if code != 0 { stop(becauseOf: function, code) }
    }

    @inline(never)
    private static func stop(becauseOf function: StaticString, _ code: Int32) -> Never {
        fatalError("SwiftObserver: \(function) failed with code \(code).")
    }
}
