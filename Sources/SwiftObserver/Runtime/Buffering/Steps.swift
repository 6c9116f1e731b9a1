import Synchronization

/// How far a consumer has got, which is whoever takes elements out and handles them, one after the other.
///
/// One number says it: twice as many as were begun, less one while one is being handled. So it's odd as long as something is handled,
/// and each question about the consumer is a comparison.
///
/// INVARIANTS
/// - Only the consumer changes the number, and it never decreases.
/// - The consumer stores the number and then loads the alarm. Who waits stores the alarm and then loads the number.
/// - The consumer stores an odd number and then looks whether the observation has ended. Who ends it marks that and then loads the number.
///
/// All of these are sequentially consistent. Else both sides could read what was there before, and nobody would tell who waits, or a
/// handler would begin unseen behind the end. On AArch64, they're `stlr` and `ldar`, on x86 the stores are `xchg`.
struct Steps: ~Copyable, Sendable {

    private let step = Atomic(0)

    /// From which step on the consumer is to tell that someone waits.
    private let alarm = Atomic(Int.max)

    private var current: Int { step.load(ordering: .sequentiallyConsistent) }

    /// How many elements were begun, including those that are done, and whether something is being handled.
    var progress: (begun: Int, isBusy: Bool) {
        let step = current
        return ((step + 1) / 2, step % 2 != 0)
    }

    /// Whether something is being handled.
    var isBusy: Bool { progress.isBusy }

    /// Whether so many elements are done.
    func areDone(_ count: Int) -> Bool { current >= 2 * count }

    /// Begins the next element, or several that are handled at once, whether the latest one is done or not. Returns whether
    /// someone waits for that. This is for the consumer.
    @inline(__always)
    func begin(_ count: Int = 1) -> Bool { advance(to: ((latest + 1) | 1) + 2 * (count - 1)) }

    /// Tells that all that was begun is done. Returns whether someone waits for that. This is for the consumer.
    @inline(__always)
    @discardableResult
    func finish() -> Bool { advance(to: (latest + 1) & ~1) }

    @inline(__always)
    private func advance(to next: Int) -> Bool {
        step.store(next, ordering: .sequentiallyConsistent)
        return next >= alarm.load(ordering: .sequentiallyConsistent)
    }

    /// What the consumer itself has stored last. This is for the consumer.
    var latest: Int {
        @inline(__always)
        get {
            #if EXPLORE
                step.loadWithoutStep()
            #else
                step.load(ordering: .relaxed)
            #endif
        }
    }

    /// From which step on fewer elements wait than the limit, of those that came in so far. None if it's 0. If more come in, it's too early.
    static func step(below limit: Int, of accepted: Int) -> Int {
        limit > 0 ? 2 * max(0, accepted - limit + 1) - 1 : .max
    }

    /// Lets the consumer tell when it reaches a step.
    func setAlarm(_ step: Int) { alarm.store(step, ordering: .sequentiallyConsistent) }
}
