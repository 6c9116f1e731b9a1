/// A job that is posted once, and keeps itself alive until it's done.
///
/// `@unchecked Sendable` because nobody touches it between being posted and being run.
final class OneTimeJob: Job, @unchecked Sendable {

    private let act: @Sendable () -> Void

    /// The job itself, as long as it waits.
    private var selfReference: OneTimeJob?

    init(_ act: @escaping @Sendable () -> Void) { self.act = act }

    /// Returns what is to be released when all locks are.
    func post(to lane: Lane) -> Leftover { lane.leftover(lane.post(self) { selfReference = self }) }

    override func run(_ count: Int) -> AnyObject? {
        act()
        return selfReference.take()
    }
}
