/// The numbers by which the runtime bounds what it does at once. They were found by measuring.
///
/// They're smaller in the explorer's build, so that small scenarios reach what is beyond them, too.
enum Tuning {

    /// How often a thread that finds a mutex locked pauses and tries again before it sleeps.
    static var lockAttempts: Int { explored(as: 1, else: 6) }

    /// The same with short pauses.
    static var shortLockAttempts: Int { explored(as: 1, else: 10) }

    /// How many letters of other threads a thread delivers before it hands over to a queue.
    static var deliveryBudget: Int { explored(as: 2, else: 1000) }

    /// How many jobs a block on a queue or an actor does before it lets other work there go on.
    static var laneBudget: Int { explored(as: 2, else: 1000) }

    /// How many runs of jobs may wait on a lane before those that were posted in vain are dropped.
    static var toleratedRuns: Int { explored(as: 2, else: 32) }

    /// To how many lanes a message is posted under the lock of the office. That takes some microseconds a lane.
    static var lanesUnderLock: Int { explored(as: 2, else: 64) }

    /// The capacity up to which an empty list of observations is kept.
    static var keptListCapacity: Int { explored(as: 4, else: 16) }

    /// How many times as many slots as observations a list may have when one starts, before it's replaced by a smaller one.
    static var listSlack: Int { 16 }

    /// The capacity from which the memory of a list of observations is freed on another thread.
    static var largeListCapacity: Int { explored(as: 8, else: 4096) }

    /// How many gaps a list of observations may have, beyond as many as there are observations, before it's compacted.
    static var toleratedGaps: Int { explored(as: 1, else: 8) }

    /// How many observations of a receiver are searched one by one, without a look at the observable's side.
    static var fewObservations: Int { explored(as: 2, else: 16) }

    /// How much a post office remembers of what observations have left that have ended, before it's looked what of that is idle.
    static var toleratedRemembered: Int { explored(as: 2, else: 8) }

    /// How often values are compared without a lock before they're compared under it.
    static var unlockedComparisons: Int { explored(as: 1, else: 8) }

    /// How many destructors of a chain run within each other.
    static var nestedReleases: UInt { UInt(explored(as: 1, else: 16)) }

    /// Into how many parts the directory of offices is divided.
    static var directoryParts: Int { explored(as: 1, else: 16) }

    /// How many bytes the elements of a segment take at most, unless a single element takes more.
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
