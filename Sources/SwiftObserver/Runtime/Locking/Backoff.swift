#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// For how many nanoseconds a thread that finds a mutex locked pauses before it tries again.
///
/// It does so a few times before it sleeps, since mutexes are held for less time than it takes to wake up. To try again
/// without a pause would be worse: whoever holds the mutex mostly wants it again soon, and when two threads take turns, the
/// mutex and all that it guards move from one processor to the other each time.
///
/// The thread doesn't yield its processor meanwhile. Where there are many threads, it would get it back milliseconds later.
enum Backoff: Int {
    case normal = 4000
    /// For what happens less often, and can wait.
    case long = 10000
    /// For mutexes under which blocks are sent to queues. Those who meet there take turns anyway.
    case short = 200

    var attempts: Int { self == .short ? Tuning.shortLockAttempts : Tuning.lockAttempts }

    @inline(never)
    func pause() {
        let start = Self.now
        // The number of looks is limited in case that the clock stands still.
        for _ in 0..<1000 where Self.now &- start >= Int64(rawValue) { return }
    }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
