#if EXPLORE
    // What a scheduler must know of, in the explorer's own build: each lock, atomic, weak reference, queue and task. Most of
    // it shadows the system's declarations of the same names, so the runtime uses it without saying so.

    /// Decides at each step of the runtime which thread goes on.
    package protocol Scheduler: AnyObject, Sendable {
        func didCreate(lock: UnsafeRawPointer)
        func willDestroy(lock: UnsafeRawPointer)

        /// Returns when the calling thread may take the lock.
        func willLock(_ lock: UnsafeRawPointer)

        /// Tells whether the calling thread may take the lock right now.
        func willTryLock(_ lock: UnsafeRawPointer) -> Bool
        func didUnlock(_ lock: UnsafeRawPointer)

        /// A number for a new atomic.
        func newAtomic() -> Int

        /// Returns when the calling thread may do the step.
        func willStep(_ step: Step, on atomic: Int?)

        func send(_ block: @escaping @Sendable () -> Void, to queue: DispatchQueue)

        /// Returns when the condition holds. Only who may go on changes that.
        func wait(until condition: @escaping () -> Bool)
    }

    /// What a thread is about to do.
    package enum Step: String, Sendable {
        case atomicLoad = "load"
        case atomicStore = "store"
        case atomicExchange = "exchange"
        case weakLoad = "load a weak reference"
        case release = "release"
    }

    /// Who schedules the runtime. It's set once, before anything else happens.
    package nonisolated(unsafe) var scheduler: (any Scheduler)?

    /// Whether the scenario has someone who looks at all observables. Else, what they need is no step, since that would double the
    /// number of schedules. It's set before the scenario begins.
    package nonisolated(unsafe) var isWatchingExplored = false

    /// Marks a step that no name of the system stands for.
    func schedulingPoint(_ step: Step, on atomic: Int? = nil) { scheduler?.willStep(step, on: atomic) }

    /// Marks the release of something that may die with it. If there's nothing to release, it's no step.
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
