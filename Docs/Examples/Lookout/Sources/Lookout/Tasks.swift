import Synchronization

/// Tasks that run until `end` is called.
final class Tasks: Sendable {

    private let tasks = Mutex<[Task<Void, Never>]>([])

    func add(_ operation: @escaping @Sendable () async -> Void) {
        tasks.withLock { $0.append(Task { await operation() }) }
    }

    /// Cancels all tasks, and returns when they have ended.
    func end() async {
        let all = tasks.withLock { tasks in
            defer { tasks = [] }
            return tasks
        }
        for task in all { task.cancel() }
        for task in all { await task.value }
    }
}
