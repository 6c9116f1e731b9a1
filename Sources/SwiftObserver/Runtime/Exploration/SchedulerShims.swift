#if EXPLORE
    import struct Dispatch.DispatchTime
    import enum Dispatch.DispatchTimeoutResult
    import Synchronization

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Darwin)
        import Darwin
    #endif

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

    // MARK: - Locks

    func pthread_mutex_init(
        _ mutex: UnsafeMutablePointer<pthread_mutex_t>, _ attributes: UnsafeMutablePointer<pthread_mutexattr_t>
    ) -> Int32 {
        scheduler?.didCreate(lock: mutex)
        return System.pthread_mutex_init(mutex, attributes)
    }

    func pthread_mutex_destroy(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 {
        scheduler?.willDestroy(lock: mutex)
        return System.pthread_mutex_destroy(mutex)
    }

    func pthread_mutex_lock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 {
        scheduler?.willLock(mutex)
        return System.pthread_mutex_lock(mutex)
    }

    /// Fails if another thread was interrupted while it holds the lock.
    func pthread_mutex_trylock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 {
        if scheduler?.willTryLock(mutex) == false { return EBUSY }
        return System.pthread_mutex_trylock(mutex)
    }

    func pthread_mutex_unlock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 {
        defer { scheduler?.didUnlock(mutex) }
        return System.pthread_mutex_unlock(mutex)
    }

    /// A clock on which a second passes at each look, so that nobody waits for real.
    @discardableResult
    func clock_gettime(_: clockid_t, _ time: UnsafeMutablePointer<timespec>) -> Int32 {
        looksAtClock += 1
        time.pointee = timespec(tv_sec: looksAtClock, tv_nsec: 0)
        return 0
    }

    /// Only who may go on counts this up.
    private nonisolated(unsafe) var looksAtClock = 0

    private enum System {
        #if canImport(Glibc)
            static let pthread_mutex_init = Glibc.pthread_mutex_init
            static let pthread_mutex_destroy = Glibc.pthread_mutex_destroy
            static let pthread_mutex_lock = Glibc.pthread_mutex_lock
            static let pthread_mutex_trylock = Glibc.pthread_mutex_trylock
            static let pthread_mutex_unlock = Glibc.pthread_mutex_unlock
        #elseif canImport(Musl)
            static let pthread_mutex_init = Musl.pthread_mutex_init
            static let pthread_mutex_destroy = Musl.pthread_mutex_destroy
            static let pthread_mutex_lock = Musl.pthread_mutex_lock
            static let pthread_mutex_trylock = Musl.pthread_mutex_trylock
            static let pthread_mutex_unlock = Musl.pthread_mutex_unlock
        #elseif canImport(Darwin)
            static let pthread_mutex_init = Darwin.pthread_mutex_init
            static let pthread_mutex_destroy = Darwin.pthread_mutex_destroy
            static let pthread_mutex_lock = Darwin.pthread_mutex_lock
            static let pthread_mutex_trylock = Darwin.pthread_mutex_trylock
            static let pthread_mutex_unlock = Darwin.pthread_mutex_unlock
        #endif
    }

    // MARK: - Atomics and weak references

    /// An atomic. As only one thread runs at a time, plain memory does, and the orderings don't matter.
    struct Atomic<Value: AtomicRepresentable>: ~Copyable, @unchecked Sendable {

        private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        private let number = scheduler?.newAtomic()

        init(_ value: consuming Value) { self.value.initialize(to: value) }
        deinit { value.deallocate() }

        func load(ordering _: AtomicLoadOrdering) -> Value {
            schedulingPoint(.atomicLoad, on: number)
            return value.pointee
        }

        func store(_ new: Value, ordering _: AtomicStoreOrdering) {
            schedulingPoint(.atomicStore, on: number)
            storeWithoutStep(new)
        }

        func storeWithoutStep(_ new: Value) { value.pointee = new }
        func loadWithoutStep() -> Value { value.pointee }

        func exchange(_ new: Value, ordering _: AtomicUpdateOrdering) -> Value {
            schedulingPoint(.atomicExchange, on: number)
            defer { value.pointee = new }
            return value.pointee
        }
    }

    extension Atomic where Value: FixedWidthInteger {

        func bitwiseOr(_ other: Value, ordering _: AtomicUpdateOrdering) -> (oldValue: Value, newValue: Value) {
            update { $0 | other }
        }

        func bitwiseAnd(_ other: Value, ordering _: AtomicUpdateOrdering) -> (oldValue: Value, newValue: Value) {
            update { $0 & other }
        }

        func wrappingAdd(_ other: Value, ordering _: AtomicUpdateOrdering) -> (oldValue: Value, newValue: Value) {
            update { $0 &+ other }
        }

        private func update(_ change: (Value) -> Value) -> (oldValue: Value, newValue: Value) {
            schedulingPoint(.atomicExchange, on: number)
            let old = value.pointee
            value.pointee = change(old)
            return (old, value.pointee)
        }
    }

    extension Atomic where Value: Equatable {

        func compareExchange(
            expected: Value, desired: Value, successOrdering _: AtomicUpdateOrdering,
            failureOrdering _: AtomicLoadOrdering
        ) -> (exchanged: Bool, original: Value) {
            schedulingPoint(.atomicExchange, on: number)
            let original = value.pointee
            if original == expected { value.pointee = desired }
            return (original == expected, original)
        }
    }

    /// Marks a step that no name of the system stands for.
    func schedulingPoint(_ step: Step, on atomic: Int? = nil) { scheduler?.willStep(step, on: atomic) }

    // MARK: - Releases

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

    // MARK: - Queues

    /// A queue whose blocks are run by the scheduler.
    public final class DispatchQueue: @unchecked Sendable {

        package let label: String
        package let isConcurrent: Bool

        /// Guarded by the only lock under which queues are marked.
        private var specifics: [ObjectIdentifier: Any] = [:]

        public init(label: String, attributes: Attributes = .serial) {
            self.label = label
            isConcurrent = attributes == .concurrent
        }

        public enum Attributes { case serial, concurrent }

        public func async(execute block: @escaping @Sendable () -> Void) { scheduler?.send(block, to: self) }

        func getSpecific<Value>(key: DispatchSpecificKey<Value>) -> Value? {
            specifics[ObjectIdentifier(key)] as? Value
        }

        func setSpecific<Value>(key: DispatchSpecificKey<Value>, value: Value) {
            specifics[ObjectIdentifier(key)] = value
        }
    }

    final class DispatchSpecificKey<Value>: Sendable {}

    // MARK: - Semaphores

    /// A semaphore for which the scheduler lets a thread wait. There, time is up at once, or never.
    final class DispatchSemaphore: @unchecked Sendable {

        private var value: Int
        private let number = scheduler?.newAtomic()

        init(value: Int) { self.value = value }

        func signal() {
            schedulingPoint(.atomicExchange, on: number)
            value += 1
        }

        func wait(timeout: DispatchTime) -> DispatchTimeoutResult {
            schedulingPoint(.atomicExchange, on: number)
            if value == 0 {
                guard timeout == .distantFuture else { return .timedOut }
                scheduler?.wait { [self] in value > 0 }
            }
            value -= 1
            return .success
        }
    }

    // MARK: - Tasks

    /// Stands in for tasks of the language. Each part of a task, from one suspension to the next, is a block of its own.
    struct Task {

        @discardableResult
        init(@_implicitSelfCapture operation: sending @escaping @isolated(any) () async -> Void) {
            _ = _Concurrency.Task(executorPreference: Tasks.shared, operation: operation)
        }

        static func detached(@_implicitSelfCapture operation: sending @escaping @isolated(any) () async -> Void) {
            _ = _Concurrency.Task.detached(executorPreference: Tasks.shared, operation: operation)
        }

        static var isCancelled: Bool {
            schedulingPoint(.atomicLoad)
            return Cancellation.current?.isCancelled ?? false
        }
    }

    /// Runs the parts of tasks as blocks on a concurrent queue, whose number of threads is limited.
    private final class Tasks: TaskExecutor {

        static let shared = Tasks()
        private let queue = DispatchQueue(label: "task", attributes: .concurrent)

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
    }

    /// Stands in for the cancellation of a task, which would hold a lock that the scheduler doesn't know.
    package final class Cancellation: @unchecked Sendable {

        @TaskLocal package static var current: Cancellation?

        fileprivate private(set) var isCancelled = false
        private var handler: (@Sendable () -> Void)?

        package init() {}

        package func cancel() {
            schedulingPoint(.atomicExchange)
            let handler = exchangeHandler(with: nil)
            isCancelled = true
            handler?()
        }

        /// Returns what was there.
        fileprivate func exchangeHandler(with new: (@Sendable () -> Void)?) -> (@Sendable () -> Void)? {
            defer { handler = isCancelled ? nil : new }
            return isCancelled ? new : handler
        }
    }

    func withTaskCancellationHandler<Result>(
        operation: () async -> Result, onCancel handler: @escaping @Sendable () -> Void,
        isolation: isolated (any Actor)? = #isolation
    ) async -> Result {
        schedulingPoint(.atomicExchange)
        Cancellation.current?.exchangeHandler(with: handler)?()
        let result = await operation()
        schedulingPoint(.atomicExchange)
        _ = Cancellation.current?.exchangeHandler(with: nil)
        return result
    }
#endif
