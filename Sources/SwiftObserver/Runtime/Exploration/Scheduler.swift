#if EXPLORE
    // In the explorer's build, a scheduler controls each lock, atomic, weak reference, queue and
    // task. Most declarations here shadow the system's declarations of the same names, so the
    // runtime uses them without mentioning them.

    /// Decides at each step of the runtime which thread runs next.
    package protocol Scheduler: AnyObject, Sendable {
        func didCreate(lock: UnsafeRawPointer)
        func willDestroy(lock: UnsafeRawPointer)

        /// Returns when the calling thread may take the lock.
        func willLock(_ lock: UnsafeRawPointer)

        /// Returns whether the calling thread may take the lock right now.
        func willTryLock(_ lock: UnsafeRawPointer) -> Bool
        func didUnlock(_ lock: UnsafeRawPointer)

        /// Returns a number for a new atomic.
        func newAtomic() -> Int

        /// Returns when the calling thread may perform the step.
        func willStep(_ step: Step, on atomic: Int?)

        func send(_ block: @escaping @Sendable () -> Void, to queue: DispatchQueue)

        /// Returns when the condition holds. Only the thread that may run changes that.
        func wait(until condition: @escaping () -> Bool)
    }

    /// The next action of a thread.
    package enum Step: String, Sendable {
        case atomicLoad = "load"
        case atomicStore = "store"
        case atomicExchange = "exchange"
        case weakLoad = "load a weak reference"
        case release = "release"
    }

    /// The scheduler of the runtime. Set once, before anything else happens.
    package nonisolated(unsafe) var scheduler: (any Scheduler)?

    /// `true` if a thread of the scenario inspects all observables. Set before the scenario begins.
    ///
    /// Otherwise, operations that only inspections need aren't steps. They would double the number
    /// of schedules.
    package nonisolated(unsafe) var isWatchingExplored = false

    /// Marks a step that no declaration of the system stands for.
    func schedulingPoint(_ step: Step, on atomic: Int? = nil) { scheduler?.willStep(step, on: atomic) }

    /// Marks the release of an object that it may deallocate. Releasing nothing isn't a step.
    func extendLifetime<Value>(_ value: Value?) {
        if value != nil { schedulingPoint(.release) }
        Swift.extendLifetime(value)
    }

    func extendLifetime<One, Other>(_ values: (One?, Other?)) {
        if values.0 != nil || values.1 != nil { schedulingPoint(.release) }
        Swift.extendLifetime(values)
    }

    func withExtendedLifetime<Value>(_ value: Value?, _ act: () -> Void) {
        act()
        extendLifetime(value)
    }
#endif
