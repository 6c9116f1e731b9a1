import SwiftObserver

/// An actor whose jobs run in controlled threads, one at a time, in any order.
actor ControlledActor {

    nonisolated let receiver = Receiver()
    private nonisolated let entrance = ActorExecutor()
    private nonisolated let token = Counted("actor")

    nonisolated var unownedExecutor: UnownedSerialExecutor { entrance.asUnownedSerialExecutor() }
}

private final class ActorExecutor: SerialExecutor {

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Explorer.shared.send(
            { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }, as: "actor", to: .actor(self))
    }
}
