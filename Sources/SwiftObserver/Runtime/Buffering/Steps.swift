import Synchronization

/// The progress of a consumer, which takes elements out and handles them one after the other.
///
/// One number says it: the *step*. It's twice the number of elements that were begun, minus one as
/// long as the last of them is being handled. So each question about the consumer is a comparison.
/// The elements are entries of an inbox, letters, or elements of a feed.
///
/// ```
///   element        1       2       3       4
///                +---+   +---+   +---+   +---+
///   step       0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8
///                +---+   +---+   +---+   +---+
///   In a box, the element is being handled. At 4, two are done, and the third hasn't begun.
/// ```
///
/// The consumer stores an odd step when it begins an element, or the last of several that it
/// handles at once. It stores an even step when it pauses. Other steps are skipped.
///
/// A block on a lane pauses at the end of `run`. A delivering thread pauses when it ends or
/// renews its lease. A loop stores no even step: `FeedState` itself knows which loops are busy.
/// So `isBusy` has no meaning for a feed.
///
/// INVARIANTS
/// - Only the consumer changes the step, and it never decreases.
/// - The consumer stores the step and then loads the alarm.
/// - For room, and for a marker in an inbox or a feed, the alarm is stored before the step is
///   loaded.
/// - A marker after letters may load the step first, and doesn't load it again. A delivering thread
///   that misses the alarm takes the marker under the lock of the office, at the end of a lease.
///   While a marker is left, a thread stays on duty, or letters for a queue are left.
/// - A block, or a delivering thread, stores an odd step and then loads the marks of the
///   observation. The thread that ends the observation sets the mark and then loads the step.
///
/// All of these accesses are sequentially consistent. Otherwise, both sides could read the old
/// values. Then a waiter would never be notified, or a handler would begin unseen after the end. On
/// AArch64, they're `stlr` and `ldar`. On x86, the stores are `xchg`.
struct Steps: ~Copyable, Sendable {

    private let step = Atomic(0)

    /// The step from which on the consumer must notify a waiter.
    private let alarm = Atomic(Int.max)

    private var current: Int { step.load(ordering: .sequentiallyConsistent) }

    /// The number of elements that were begun, done or not, and whether one is being handled.
    var progress: (begun: Int, isBusy: Bool) {
        let step = current
        return ((step + 1) / 2, step % 2 != 0)
    }

    /// `true` if something is being handled.
    var isBusy: Bool { progress.isBusy }

    /// Returns whether that many elements are done.
    func areDone(_ count: Int) -> Bool { current >= 2 * count }

    /// Begins the next element, or several that are handled at once. Only for the consumer.
    ///
    /// The latest one may be done or not. Returns whether something waits for that.
    @inline(__always)
    func begin(_ count: Int = 1) -> Bool { advance(to: ((latest + 1) | 1) + 2 * (count - 1)) }

    /// Marks everything that was begun as done. Only for the consumer.
    ///
    /// Returns whether something waits for that.
    @inline(__always)
    @discardableResult
    func finish() -> Bool { advance(to: (latest + 1) & ~1) }

    @inline(__always)
    private func advance(to next: Int) -> Bool {
        step.store(next, ordering: .sequentiallyConsistent)
        return next >= alarm.load(ordering: .sequentiallyConsistent)
    }

    /// The step that the consumer itself has stored last. Only for the consumer.
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

    /// The step from which on fewer elements wait than the limit, of the ones so far.
    ///
    /// There is none if the limit is 0. If more elements come in, it's too early.
    static func step(below limit: Int, of accepted: Int) -> Int {
        limit > 0 ? 2 * max(0, accepted - limit + 1) - 1 : .max
    }

    /// Sets the step from which on the consumer must notify a waiter.
    func setAlarm(_ step: Int) { alarm.store(step, ordering: .sequentiallyConsistent) }
}
