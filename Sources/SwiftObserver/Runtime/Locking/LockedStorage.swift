#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The memory of a mutex and, right behind it, of the state that the mutex guards. Neither ever moves.
///
/// The mutex is a pthread mutex of the kind that checks for errors, and this is the only file that knows it. It guarantees
/// exclusive access to the state, so there's no need to check for that.
final class LockedStorage<State: ~Copyable>: ManagedBuffer<pthread_mutex_t, State> {

    static func create(_ state: consuming State) -> LockedStorage {
        let storage = unsafeDowncast(create(minimumCapacity: 1) { _ in pthread_mutex_t() }, to: LockedStorage.self)
        storage.state.initialize(to: state)
        var attributes = pthread_mutexattr_t()
        Misuse.check(pthread_mutexattr_init(&attributes), "pthread_mutexattr_init")
        Misuse.check(
            pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_ERRORCHECK)), "pthread_mutexattr_settype")
        Misuse.check(pthread_mutex_init(storage.mutex, &attributes), "pthread_mutex_init")
        Misuse.check(pthread_mutexattr_destroy(&attributes), "pthread_mutexattr_destroy")
        return storage
    }

    deinit {
        Misuse.check(pthread_mutex_destroy(mutex), "pthread_mutex_destroy")
        state.deinitialize(count: 1)
    }

    private var mutex: UnsafeMutablePointer<pthread_mutex_t> {
        @inline(__always)
        get {
            withUnsafeMutablePointerToHeader { $0 }
        }
    }

    var state: UnsafeMutablePointer<State> {
        @inline(__always)
        get { withUnsafeMutablePointerToElements { $0 } }
    }

    @inline(__always)
    final func lock(orStop misuse: Misuse, backoff: Backoff = .normal) {
        if pthread_mutex_trylock(mutex) != 0 { waitForLock(orStop: misuse, backoff) }
    }

    @inline(never)
    private final func waitForLock(orStop misuse: Misuse, _ backoff: Backoff) {
        for _ in 0..<backoff.attempts {
            backoff.pause()
            if pthread_mutex_trylock(mutex) == 0 { return }
        }
        let code = pthread_mutex_lock(mutex)
        if code != 0 { misuse.stop(afterLockReturned: code) }
    }

    @inline(__always)
    final func unlock() {
        let code = pthread_mutex_unlock(mutex)
        if code != 0 { Misuse.stop(afterUnlockReturned: code) }
    }
}

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
