import Dispatch

/// Runs an actor on a queue of its own, so that what blocks there takes no thread from the tests.
final class QueueExecutor: SerialExecutor {
    let queue = DispatchQueue(label: "actor")
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
