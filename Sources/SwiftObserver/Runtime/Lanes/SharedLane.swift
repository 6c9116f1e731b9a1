import Dispatch

/// What all lanes of one place share. If the place is no queue, it's a `PlaceLane`. If it is one, this is stored with the queue,
/// so it doesn't refer to that.
///
/// `@unchecked Sendable` because nothing of it changes but the state, which has a lock.
class SharedLane: DeferredTask, @unchecked Sendable {

    /// No other lock is taken while this one is held.
    final let state: Protected<LaneState>

    /// Does the jobs on a queue. It's made once and enqueued again for each time, so posting makes none. It refers to the state
    /// and not to this, which would keep itself alive.
    final let block: (@convention(block) @Sendable () -> Void)?

    /// - Parameter enqueuesAfterUnlocking: Whether blocks are enqueued after unlocking. Then they're made each time.
    init(enqueuesAfterUnlocking: Bool) {
        let state = Protected(LaneState(enqueuesAfterUnlocking: enqueuesAfterUnlocking))
        self.state = state
        if enqueuesAfterUnlocking { block = nil } else { block = { state.doJobs() } }
    }

    /// Where jobs are done, if that's no queue. A queue says so itself.
    var destination: Unfinished.Destination { .inPlace }

    /// What all lanes of the queue share.
    static func of(_ queue: DispatchQueue) -> SharedLane {
        creation.withLock { _ in
            if let lane = queue.getSpecific(key: key.value) { return lane }
            let lane = SharedLane(enqueuesAfterUnlocking: false)
            queue.setSpecific(key: key.value, value: lane)
            return lane
        }
    }

    /// Under which this is created for queues, so that each queue gets one. No other lock is taken meanwhile.
    private static let creation = Protected(false)

    /// Wrapped because not all versions of Dispatch say that keys are `Sendable`.
    private static let key = UncheckedSendable(DispatchSpecificKey<SharedLane>())
}
