import SwiftObserver

/// Runs a task in controlled threads: each part between two suspensions is a thread.
final class ControlledTask: TaskExecutor, @unchecked Sendable {

    private let name: String
    private let cancellation = Cancellation()

    init(_ name: String, _ act: @escaping @Sendable () async -> Void) {
        self.name = name
        Cancellation.$current.withValue(cancellation) {
            _ = Task(executorPreference: self) { await act() }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Explorer.shared.send(
            { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }, as: "task \(name)", to: .pool)
    }

    func cancel() { cancellation.cancel() }
}
