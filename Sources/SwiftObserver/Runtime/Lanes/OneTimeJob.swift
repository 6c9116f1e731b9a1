/// A job that is posted once, and keeps itself alive until it's done.
///
/// `@unchecked Sendable` because the reference is only changed under the lock of the lane, or when the job isn't there any
/// more.
final class OneTimeJob: Job, @unchecked Sendable {

    private let act: @Sendable () -> Void

    /// The job itself, as long as it waits.
    private var selfReference: OneTimeJob?

    init(_ act: @escaping @Sendable () -> Void) { self.act = act }

    /// Posts the job.
    ///
    /// - Parameter store: Stores under the lock of the lane what others are to know of it.
    func post(to lane: Lane, _ work: inout DeferredWork, storing store: () -> Void) {
        lane.post(self, &work) {
            selfReference = self
            store()
        }
    }

    override func run(_ count: Int) -> AnyObject? {
        act()
        return selfReference.take()
    }
}
