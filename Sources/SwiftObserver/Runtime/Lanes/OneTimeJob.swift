/// A job that is posted once, and keeps itself alive until it's done.
///
/// `@unchecked Sendable` because the reference is only changed under the lock of the lane, or when
/// the job is no longer there.
final class OneTimeJob: Job, @unchecked Sendable {

    private let act: @Sendable () -> Void

    /// The job itself, as long as it waits.
    private var selfReference: OneTimeJob?

    init(_ act: @escaping @Sendable () -> Void) { self.act = act }

    /// Posts the job if the closure returns `true`, which runs under the lock of the lane.
    func post(to lane: Lane, _ work: inout DeferredWork, if isNeeded: () -> Bool) {
        lane.post(self, &work) { _, _ in
            guard isNeeded() else { return false }
            selfReference = self
            return true
        }
    }

    override func run(_ count: Int) -> AnyObject? {
        act()
        return selfReference.take()
    }
}
