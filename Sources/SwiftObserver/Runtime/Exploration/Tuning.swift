/// Limits on the work that the runtime does at once, found by measuring.
///
/// They're smaller in the explorer's build, so that small scenarios also reach the code beyond
/// them.
enum Tuning {

    /// How often a thread pauses and tries again to lock a busy mutex before it sleeps.
    static var lockAttempts: Int { explored(as: 1, else: 6) }

    /// How often a thread tries again with short pauses, before it sleeps.
    static var shortLockAttempts: Int { explored(as: 1, else: 10) }

    /// The number of foreign letters that a thread delivers before it hands over to a queue.
    static var deliveryBudget: Int { explored(as: 2, else: 1000) }

    /// The number of postings after which a block takes no more batches, so that other work can
    /// run.
    ///
    /// The block finishes the batch that reaches this number. No batch has a bound.
    static var laneBudget: Int { explored(as: 2, else: 1000) }

    /// The number of runs of jobs that may wait on a lane before the lane drops void postings.
    static var toleratedRuns: Int { explored(as: 2, else: 32) }

    /// The number of lanes to which a message is posted under the lock of the office.
    ///
    /// Each lane takes some microseconds.
    static var lanesUnderLock: Int { explored(as: 2, else: 64) }

    /// The capacity up to which an empty list of observations is kept.
    static var keptListCapacity: Int { explored(as: 4, else: 16) }

    /// The number of slots per observation above which a list is replaced by a smaller one.
    ///
    /// The list is replaced when an observation starts.
    static var listSlack: Int { 16 }

    /// The capacity from which the memory of a list of observations is freed on another thread.
    static var largeListCapacity: Int { explored(as: 8, else: 4096) }

    /// The gaps that a list may have, beyond its number of observations, before it's compacted.
    static var toleratedGaps: Int { explored(as: 1, else: 8) }

    /// The number of observations up to which a receiver searches only its own list.
    static var fewObservations: Int { explored(as: 2, else: 16) }

    /// The number of objects that an office remembers after observations ended.
    ///
    /// Above that, the office checks which of them are idle.
    static var toleratedRemembered: Int { explored(as: 2, else: 8) }

    /// How often values are compared without a lock before they're compared under it.
    static var unlockedComparisons: Int { explored(as: 1, else: 8) }

    /// The number of changes for which a thread evaluates a node before it delivers the updates.
    static var evaluationsInARow: Int { explored(as: 2, else: 16) }

    /// How often variables are copied one at a time before all are locked at once.
    static var unlockedSnapshots: Int { explored(as: 1, else: 8) }

    /// How often a thread pauses while it holds some values and waits for others, in one attempt to
    /// lock all.
    ///
    /// Together, the pauses take about ten milliseconds.
    static var pausesBetweenLocks: Int { explored(as: 1, else: 2000) }

    /// How often queues try to lock all sources of a node whose life ends, before one waits.
    ///
    /// With growing pauses, the attempts take about eighty milliseconds.
    static var attemptsToEnd: Int { explored(as: 1, else: 12) }

    /// The number of nested destructors in a chain.
    static var nestedReleases: UInt { UInt(explored(as: 1, else: 16)) }

    /// The number of parts of the directory of offices.
    static var directoryParts: Int { explored(as: 1, else: 16) }

    /// The maximum size of a segment's elements in bytes, unless a single element is larger.
    static var segmentSize: Int { explored(as: 16, else: 8192) }

    @inline(__always)
    private static func explored(as small: Int, else usual: Int) -> Int {
        #if EXPLORE
            small
        #else
            usual
        #endif
    }
}
