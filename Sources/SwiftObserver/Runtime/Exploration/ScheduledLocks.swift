#if EXPLORE
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Darwin)
        import Darwin
    #endif

    func pthread_mutex_init(
        _ mutex: UnsafeMutablePointer<pthread_mutex_t>, _ attributes: UnsafeMutablePointer<pthread_mutexattr_t>
    ) -> Int32 {
        scheduler?.didCreate(lock: mutex)
        return System.pthread_mutex_init(mutex, attributes)
    }

    func pthread_mutex_destroy(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 {
        scheduler?.willDestroy(lock: mutex)
        return System.pthread_mutex_destroy(mutex)
    }

    func pthread_mutex_lock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 {
        scheduler?.willLock(mutex)
        return System.pthread_mutex_lock(mutex)
    }

    /// Fails if a thread that was interrupted holds the lock.
    func pthread_mutex_trylock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 {
        if scheduler?.willTryLock(mutex) == false { return EBUSY }
        return System.pthread_mutex_trylock(mutex)
    }

    func pthread_mutex_unlock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 {
        defer { scheduler?.didUnlock(mutex) }
        return System.pthread_mutex_unlock(mutex)
    }

    /// A clock that advances by a second with each call, so that no thread waits in real time.
    @discardableResult
    func clock_gettime(_: clockid_t, _ time: UnsafeMutablePointer<timespec>) -> Int32 {
        looksAtClock += 1
        time.pointee = timespec(tv_sec: looksAtClock, tv_nsec: 0)
        return 0
    }

    /// Only the thread that the scheduler lets run increments this.
    private nonisolated(unsafe) var looksAtClock = 0

    private enum System {
        #if canImport(Glibc)
            static let pthread_mutex_init = Glibc.pthread_mutex_init
            static let pthread_mutex_destroy = Glibc.pthread_mutex_destroy
            static let pthread_mutex_lock = Glibc.pthread_mutex_lock
            static let pthread_mutex_trylock = Glibc.pthread_mutex_trylock
            static let pthread_mutex_unlock = Glibc.pthread_mutex_unlock
        #elseif canImport(Musl)
            static let pthread_mutex_init = Musl.pthread_mutex_init
            static let pthread_mutex_destroy = Musl.pthread_mutex_destroy
            static let pthread_mutex_lock = Musl.pthread_mutex_lock
            static let pthread_mutex_trylock = Musl.pthread_mutex_trylock
            static let pthread_mutex_unlock = Musl.pthread_mutex_unlock
        #elseif canImport(Darwin)
            static let pthread_mutex_init = Darwin.pthread_mutex_init
            static let pthread_mutex_destroy = Darwin.pthread_mutex_destroy
            static let pthread_mutex_lock = Darwin.pthread_mutex_lock
            static let pthread_mutex_trylock = Darwin.pthread_mutex_trylock
            static let pthread_mutex_unlock = Darwin.pthread_mutex_unlock
        #endif
    }
#endif
