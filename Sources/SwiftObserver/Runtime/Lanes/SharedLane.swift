import Dispatch

/// The state that all lanes of one place share. If the place is no queue, it's a `PlaceLane`.
///
/// If the place is a queue, this is stored with the queue, and so doesn't refer to it.
///
/// `@unchecked Sendable` because it's immutable, apart from the state, which a lock guards.
class SharedLane: DeferredTask, @unchecked Sendable {

    /// No other lock is taken while this one is held.
    final let state: Protected<LaneState>

    /// Does the jobs on a queue.
    ///
    /// It's made once and enqueued again each time, so posting makes no block. It refers to the
    /// state and not to this object, which would keep itself alive.
    final let block: (@convention(block) @Sendable () -> Void)?

    /// - Parameter enqueuesAfterUnlocking: Whether blocks are enqueued after unlocking. Then
    ///   they're made each time.
    init(enqueuesAfterUnlocking: Bool) {
        let state = Protected(LaneState(enqueuesAfterUnlocking: enqueuesAfterUnlocking))
        self.state = state
        if enqueuesAfterUnlocking { block = nil } else { block = { state.doJobs() } }
    }

    /// Where jobs are done, if the place isn't a queue. `Lane` knows the label of a queue.
    var destination: Unfinished.Destination { .inPlace }

    /// Returns what all lanes of the queue share.
    static func of(_ queue: DispatchQueue) -> SharedLane {
        creation.withLock { _ in
            if let lane = queue.getSpecific(key: key.value) { return lane }
            let lane = SharedLane(enqueuesAfterUnlocking: false)
            queue.setSpecific(key: key.value, value: lane)
            return lane
        }
    }

    /// The lock under which this is created for queues, so that each queue has only one.
    ///
    /// No other lock is taken while this one is held.
    private static let creation = Protected(false)

    /// Wrapped because not all versions of Dispatch declare that keys are `Sendable`.
    private static let key = UncheckedSendable(DispatchSpecificKey<SharedLane>())
}
