#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A pthread mutex that checks for errors, at a fixed address.
///
/// Only this file depends on that kind of mutex.
struct Mutex {

    /// The type of the memory at the address.
    typealias Memory = pthread_mutex_t

    private let address: UnsafeMutablePointer<Memory>

    /// Memory for a mutex, which must be initialized in its final place.
    static var memory: Memory { Memory() }

    init(at address: UnsafeMutablePointer<Memory>) { self.address = address }

    func initialize() {
        // Not a static constant, for the same reason as in `ThreadLocalWord`.
        var attributes = pthread_mutexattr_t()
        Misuse.check(pthread_mutexattr_init(&attributes), "pthread_mutexattr_init")
        Misuse.check(
            pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_ERRORCHECK)), "pthread_mutexattr_settype")
        Misuse.check(pthread_mutex_init(address, &attributes), "pthread_mutex_init")
        pthread_mutexattr_destroy(&attributes)
    }

    func deinitialize() { Misuse.check(pthread_mutex_destroy(address), "pthread_mutex_destroy") }

    @inline(__always)
    func lock(orStop misuse: Misuse, backoff: Backoff = .normal) {
        if pthread_mutex_trylock(address) != 0 { waitForLock(orStop: misuse, backoff) }
        Self.countHeld(adding: 1)
    }

    /// Takes the lock if no thread holds it, including this one.
    func tryLock() -> Bool {
        if pthread_mutex_trylock(address) != 0 { return false }
        Self.countHeld(adding: 1)
        return true
    }

    @inline(never)
    private func waitForLock(orStop misuse: Misuse, _ backoff: Backoff) {
        for _ in 0..<backoff.attempts {
            backoff.pause()
            if pthread_mutex_trylock(address) == 0 { return }
        }
        let code = pthread_mutex_lock(address)
        if code != 0 { misuse.stop(afterLockReturned: code) }
    }

    @inline(__always)
    func unlock() {
        let code = pthread_mutex_unlock(address)
        if code != 0 { Misuse.stop(afterUnlockReturned: code) }
        Self.countHeld(adding: -1)
    }
}

/// Mutexes are in the order of their addresses.
extension Mutex: Comparable {
    static func < (left: Mutex, right: Mutex) -> Bool { left.address < right.address }
}

// Debug builds count the locks that a thread holds, to stop where client code could run under one.
extension Mutex {

    #if DEBUG
        private static let heldByThread = ThreadLocalWord()
    #endif

    // ThreadSanitizer would take `+=` for a change of the constant, and thus for a data race.
    @inline(__always)
    private static func countHeld(adding change: Int) {
        #if DEBUG
            heldByThread.value = UInt(bitPattern: Int(bitPattern: heldByThread.value) + change)
        #endif
    }

    @inline(__always)
    static func assertNoneIsHeld() {
        #if DEBUG
            assert(heldByThread.value == 0, "This may run client code, but a lock is held.")
        #endif
    }

    /// Runs a closure that may call client code although the thread holds locks.
    @inline(__always)
    static func settingAside<Result>(_ act: () -> Result) -> Result {
        let locks = LocksSetAside()
        defer { locks.takeBack() }
        return act()
    }

    /// The locks of a thread that don't count for now, because client code may run under them.
    struct LocksSetAside {

        #if DEBUG
            private let count: UInt
        #endif

        @inline(__always)
        init() {
            #if DEBUG
                count = heldByThread.value
                heldByThread.value = 0
            #endif
        }

        @inline(__always)
        func takeBack() {
            #if DEBUG
                heldByThread.value = count
            #endif
        }
    }
}

/// The nanoseconds that a thread pauses before it tries again to lock a busy mutex.
///
/// It does so a few times before it sleeps, because a mutex is held for less time than a wake-up
/// takes. Trying again without a pause would be worse. The holder usually needs the mutex again
/// soon. If two threads take turns, the mutex and everything that it guards move from one processor
/// to the other each time.
///
/// The thread doesn't yield its processor meanwhile. If there are many threads, it would get the
/// processor back milliseconds later.
enum Backoff: Int {
    case normal = 4000
    /// For locking that happens less often and can wait.
    case long = 5000
    /// For mutexes under which blocks are enqueued. Threads that meet there take turns anyway.
    case short = 200

    var attempts: Int { self == .short ? Tuning.shortLockAttempts : Tuning.lockAttempts }

    @inline(never)
    func pause() {
        let start = Self.now
        // The number of readings is limited in case the clock stands still.
        for _ in 0..<1000 where Self.now &- start >= Int64(rawValue) { return }
    }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
