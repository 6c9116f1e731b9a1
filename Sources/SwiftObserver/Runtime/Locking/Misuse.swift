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
        SwiftObserver: a thread accessed the value of a variable that it was changing in place, as in \
        `variable.value.modify { variable.value }`. Read the value into a constant before the change, or compute the \
        new value first and then assign it: `variable.value = newValue`.
        """

    /// A variable was changed in place across a suspension, so another thread ended the change.
    case changeAcrossAwait = """
        SwiftObserver: an in-place change of a variable spanned an `await` and ended on another thread, as in \
        `await fill(&variable.value)`. Copy the value, change the copy, and then assign it: `variable.value = copy`.
        """

    /// A client passed one variable to `change` in two ways.
    case variableTwiceInChange = """
        SwiftObserver: `change` was called with the same variable twice, or with a combined variable and another one \
        that contains the same variable. Pass each variable once. Change parts of a combined variable through it, as \
        in `change(size, title) { size, title in size.left += 1 }`.
        """

    /// A client read a derived value while it was changing several variables, which are locked.
    case readInsideChange = """
        SwiftObserver: a derived value had to be computed inside of `change`. Variables are locked there, so no \
        function can run. Read the derived value, or observe it, before the change.
        """

    /// The function of a derived value changed what the value depends on.
    case changeInsideDerivation = """
        SwiftObserver: the function of a derived value changed a variable that the value depends on. Change the \
        variable elsewhere, for example in a handler, or make the new value part of what the function returns.
        """

    /// The function of a derived value read that same value.
    case readInsideDerivation = """
        SwiftObserver: the function of a derived value read the value of that same derived value. A function may only \
        use its arguments, and other values that don't depend on its own.
        """

    /// A derived value was created from something that isn't a value of the library.
    case sourceWithoutValue = """
        SwiftObserver: a derived value was created from a source that isn't a variable, a derived value, or a view of \
        one of these. For another observable, first keep its latest value in a variable: \
        `observer.observe(other) { variable <- $0 }`.
        """

    /// A thread took a lock that it already holds, which no use of the library should cause.
    case lockInsideLock = """
        SwiftObserver: a thread acquired a lock that it already holds. This is a defect of SwiftObserver; please \
        report it together with this stack trace.
        """

    /// A client asked for a buffer that holds no messages.
    case bufferOfNothing = """
        SwiftObserver: the limit passed to `buffering` is below 1, which would drop every message. Pass a limit of at \
        least 1, as in `.newest(1)`, or `.unbounded`.
        """

    /// A client asked for batches without messages.
    case batchOfNothing = """
        SwiftObserver: the size passed to `batches(upTo:)` is below 1. Pass at least 1, as in \
        `observe(messenger).on(queue).batches(upTo: 1)`.
        """

    /// A client asked for less than one first or latest message, or for empty chunks.
    case countBelowOne = """
        SwiftObserver: `prefix`, `replay` or `chunks` was called with a number below 1, which leaves no message. Pass \
        at least 1, as in `prefix(1)`.
        """

    /// A client asked to drop a negative number of messages.
    case countBelowZero = """
        SwiftObserver: `dropFirst` was called with a number below 0. Pass at least 0: `dropFirst(0)` drops nothing.
        """

    /// An operator was given a duration of zero or below.
    case durationOfNothing = """
        SwiftObserver: the duration of an operator is zero or negative. Pass a longer one, as in \
        `debounce(for: .milliseconds(1))`, or remove the operator.
        """

    /// A client asked for room that can't exist: fewer waiting messages than none.
    case roomForNothing = """
        SwiftObserver: `room` or `waitForRoom` was called with a number below 1, for which there's never room. To wait \
        until no message waits, pass 1, as in `room(below: 1)`.
        """

    /// A thread waits for room although it would have to handle the waiting messages itself.
    case roomForItself = """
        SwiftObserver: a handler called `waitForRoom` on its own observable, or on one with a handler on the same \
        queue. The waiting messages can't be handled before this handler returns, so the call would deadlock. Wait on \
        another thread, or before sending, outside of handlers.
        """

    /// A thread waits for messages that it would have to handle itself.
    case drainForItself = """
        SwiftObserver: a handler called `drain` or `close` on its own observable, or on one with a handler in the same \
        place, like a queue or an actor. Pending messages can't be handled before this handler returns, so the call \
        would block until its timeout. Drain on another thread, or in a task of its own: \
        `Task { await sky.drain(within: .seconds(5)) }`. To close without waiting, use `close(within: .zero)`.
        """

    /// An observer returns another receiver each time that it's asked for one.
    case newReceiver = """
        SwiftObserver: an observer returned a different `receiver` on the second access. The first one was deallocated \
        at once, which ended its observations. Store the receiver, and always return the same one: \
        `let receiver = Receiver()`.
        """

    /// A client with only a view tried to end observations that belong to other clients, too.
    case viewOfSharedObserver = """
        SwiftObserver: `stopObserving` or `stopObservingAndWait` was called on `FreeObserver.shared` with a view. That \
        would end all free observations of the original, including those of other clients, which a view must not do. \
        Keep the handle of your observation and end only that: `handle.stopObserving()`. Or use an observer of your \
        own: `let observer = FreeObserver()`.
        """

    /// A client asked for a mark while watching is off, so nothing records what begins after it.
    case markWithoutWatch = """
        SwiftObserver: `Watch.mark()` was called while watching is off, so nothing would record the observations that \
        start after it. Call `Watch.start()` first.
        """

    /// A client set a limit for watching that nothing or everything exceeds.
    case limitOfNothing = """
        SwiftObserver: the limits for watching are invalid. `slow` and `backlog` must be greater than zero, `stuck` \
        must be at least `slow`, and `names` must not be negative, as in \
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
