#if EXPLORE
    /// A stand-in for Swift's tasks.
    ///
    /// Each part of a task, from one suspension to the next, is a block of its own.
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

    /// Runs the parts of tasks as blocks on a concurrent queue with a limited number of threads.
    private final class Tasks: TaskExecutor {

        static let shared = Tasks()
        private let queue = DispatchQueue(label: "task", attributes: .concurrent)

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
    }

    /// A stand-in for the cancellation of a task.
    ///
    /// Real cancellation would hold a lock that the scheduler doesn't control.
    ///
    /// `@unchecked Sendable` because only one thread runs at a time.
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

        /// Stores a handler and returns the previous one, or the new one after the cancellation.
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
