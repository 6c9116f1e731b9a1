import Dispatch
import Foundation

/// Runs an actor on a queue of its own, so that blocking it takes no thread from other tests.
final class QueueExecutor: SerialExecutor {
    let queue = DispatchQueue(label: "actor")
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

/// An actor on a queue of its own. A task that visits it always suspends, while `Task.yield()` may
/// return at once.
actor Elsewhere {
    private nonisolated let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    func visit() {}
}

/// Runs each part of a task on a thread of its own. A suspended task thus resumes on another
/// thread.
final class ThreadForEachJob: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
