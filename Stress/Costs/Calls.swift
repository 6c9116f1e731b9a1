#if canImport(Glibc)
    import Glibc
    import Synchronization

    /// Counts what one thread asks of the system.
    ///
    /// The functions below stand in for those of the system only if the linker is told so, as `make stress` does.
    /// Nothing in them may allocate, lock or be initialized lazily: they run before and inside everything else. The
    /// counters belong to the one thread that counts.
    enum Calls {

        /// Runs the closure and tells how often it allocated memory and took a lock on this thread.
        static func count(_ body: () -> Void) -> (allocations: Int, locks: Int) {
            allocations = 0
            locks = 0
            counted.store(UInt(pthread_self()), ordering: .sequentiallyConsistent)
            body()
            counted.store(0, ordering: .sequentiallyConsistent)
            return (allocations, locks)
        }
    }

    /// The thread that counts.
    private let counted = Atomic<UInt>(0)
    @exclusivity(unchecked) nonisolated(unsafe) private var allocations = 0
    @exclusivity(unchecked) nonisolated(unsafe) private var locks = 0

    private var isCounted: Bool {
        @inline(__always)
        get { counted.load(ordering: .relaxed) == UInt(pthread_self()) }
    }

    @_silgen_name("__libc_malloc") private func systemMalloc(_: Int) -> UnsafeMutableRawPointer?
    @_silgen_name("__libc_calloc") private func systemCalloc(_: Int, _: Int) -> UnsafeMutableRawPointer?
    @_silgen_name("__libc_realloc")
    private func systemRealloc(_: UnsafeMutableRawPointer?, _: Int) -> UnsafeMutableRawPointer?
    @_silgen_name("__libc_memalign") private func systemMemalign(_: Int, _: Int) -> UnsafeMutableRawPointer?

    private typealias Lock = @convention(c) (UnsafeMutableRawPointer?) -> Int32

    /// The function that takes a lock, once it has been looked up. Finding it twice does no harm.
    private let foundLock = Atomic<UInt>(0)

    private func systemLock(_ mutex: UnsafeMutableRawPointer?) -> Int32 {
        var address = foundLock.load(ordering: .relaxed)
        if address == 0 {
            // RTLD_NEXT, which is a macro that Swift doesn't import.
            address = UInt(bitPattern: dlsym(UnsafeMutableRawPointer(bitPattern: -1), "pthread_mutex_lock"))
            foundLock.store(address, ordering: .relaxed)
        }
        return unsafeBitCast(address, to: Lock.self)(mutex)
    }

    @_cdecl("counted_malloc") public func countedMalloc(_ size: Int) -> UnsafeMutableRawPointer? {
        if isCounted { allocations += 1 }
        return systemMalloc(size)
    }

    @_cdecl("counted_calloc") public func countedCalloc(_ count: Int, _ size: Int) -> UnsafeMutableRawPointer? {
        if isCounted { allocations += 1 }
        return systemCalloc(count, size)
    }

    @_cdecl("counted_realloc")
    public func countedRealloc(_ block: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
        if isCounted { allocations += 1 }
        return systemRealloc(block, size)
    }

    @_cdecl("counted_aligned_alloc") public func countedAlignedAlloc(_ alignment: Int, _ size: Int)
        -> UnsafeMutableRawPointer?
    {
        if isCounted { allocations += 1 }
        return systemMemalign(alignment, size)
    }

    @_cdecl("counted_posix_memalign")
    public func countedPosixMemalign(
        _ block: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ alignment: Int, _ size: Int
    ) -> Int32 {
        if isCounted { allocations += 1 }
        guard let memory = systemMemalign(alignment, size) else { return ENOMEM }
        block.pointee = memory
        return 0
    }

    @_cdecl("counted_pthread_mutex_lock") public func countedLock(_ mutex: UnsafeMutableRawPointer?) -> Int32 {
        if isCounted { locks += 1 }
        return systemLock(mutex)
    }
#endif
