#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// State behind its lock.
///
/// The lock is a `pthread_mutex_t` that checks for errors, and this is the only file that knows it. Its address never
/// changes. A copy of this struct refers to the same state.
///
/// What runs under the lock must be code of this library: it decides, and returns whatever it removes, so that nothing
/// foreign runs or dies before the lock is released.
///
/// `@unchecked Sendable` because the state is only reached under the lock.
struct Protected<State: ~Copyable>: @unchecked Sendable {

    init(_ state: consuming State) { storage = Storage(state) }

    /// Runs the closure while holding the lock.
    @inline(__always)
    func withLock<Result>(orStop misuse: Misuse = .lockInsideLock, _ decide: (inout State) -> Result) -> Result {
        storage.lock(orStop: misuse)
        defer { storage.unlock() }
        return decide(&storage.state)
    }

    /// Takes the lock until `unlock` is called on the same thread.
    ///
    /// Only `Record` needs this, for changes in place: there, code of others runs under the lock.
    func lock(orStop misuse: Misuse) { storage.lock(orStop: misuse) }

    /// Releases the lock that `lock` took.
    func unlock() { storage.unlock() }

    /// Tells whether both are the same state behind the same lock.
    static func === (left: Protected, right: Protected) -> Bool {
        left.storage === right.storage
    }

    /// Identifies this state among all that are alive.
    var identity: ObjectIdentifier { ObjectIdentifier(storage) }

    // MARK: - The lock

    fileprivate let storage: Storage

    /// The state and its lock. The lock guarantees exclusive access, so there's no need to check for that.
    fileprivate final class Storage {

        private let mutex: UnsafeMutablePointer<pthread_mutex_t>

        @exclusivity(unchecked)
        var state: State

        init(_ state: consuming State) {
            self.state = state
            mutex = .allocate(capacity: 1)
            var attributes = pthread_mutexattr_t()
            Misuse.check(pthread_mutexattr_init(&attributes), "pthread_mutexattr_init")
            Misuse.check(
                pthread_mutexattr_settype(&attributes, .init(PTHREAD_MUTEX_ERRORCHECK)), "pthread_mutexattr_settype")
            Misuse.check(pthread_mutex_init(mutex, &attributes), "pthread_mutex_init")
            Misuse.check(pthread_mutexattr_destroy(&attributes), "pthread_mutexattr_destroy")
        }

        deinit {
            Misuse.check(pthread_mutex_destroy(mutex), "pthread_mutex_destroy")
            mutex.deallocate()
        }

        @inline(__always)
        final func lock(orStop misuse: Misuse) {
            let code = pthread_mutex_lock(mutex)
            if code != 0 { misuse.stop(afterLockReturned: code) }
        }

        @inline(__always)
        final func unlock() {
            let code = pthread_mutex_unlock(mutex)
            if code != 0 { Misuse.stop(afterUnlockReturned: code) }
        }
    }
}

extension Protected {

    /// A copy of the state.
    func copy(orStop misuse: Misuse = .lockInsideLock) -> State {
        withLock(orStop: misuse) { $0 }
    }

    /// Puts something else in place of the state and returns what was there.
    func exchange(_ state: State) -> State {
        var other = state
        withLock { swap(&$0, &other) }
        return other
    }

    /// The state. Touch it only between `lock` and `unlock`.
    var unlocked: State {
        @inline(__always)
        get { storage.state }
        @inline(__always)
        nonmutating _modify { yield &storage.state }
    }
}

/// Identifies the calling thread for as long as it lives.
struct ThreadID: Equatable, Sendable {

    private let value: UInt

    init(_ value: UInt) { self.value = value }

    static var current: ThreadID {
        @inline(__always)
        get {
            #if canImport(Darwin)
                ThreadID(UInt(bitPattern: pthread_self()))
            #else
                ThreadID(UInt(pthread_self()))
            #endif
        }
    }
}
