#if canImport(Glibc)
    import Glibc
    import Synchronization

    /// Counts the calls of system functions by threads.
    ///
    /// The functions below replace the system's only if the linker gets the flags that
    /// Package.swift sets for release builds of this repository. They must not allocate, lock or be
    /// initialized lazily: they run before and inside everything else.
    enum CallCounter {

        static func count(_ counting: Counting, _ body: () -> Void) -> Calls {
            allocations.store(0, ordering: .relaxed)
            locks.store(0, ordering: .relaxed)
            allocatedBytes.store(0, ordering: .relaxed)
            keptBytes.store(0, ordering: .relaxed)
            let everyone = UInt.max, who = counting == .allThreads ? everyone : UInt(pthread_self())
            counted.store(who, ordering: .sequentiallyConsistent)
            body()
            counted.store(0, ordering: .sequentiallyConsistent)
            return Calls(
                allocations: Double(allocations.load(ordering: .relaxed)),
                locks: Double(locks.load(ordering: .relaxed)),
                bytes: Double(allocatedBytes.load(ordering: .relaxed)),
                keptBytes: Double(keptBytes.load(ordering: .relaxed)))
        }
    }

    /// The thread that counts, zero for none, or the highest number for all threads.
    private let counted = Atomic<UInt>(0)
    private let allocations = Atomic(0), locks = Atomic(0), allocatedBytes = Atomic(0), keptBytes = Atomic(0)

    private var isCounted: Bool {
        @inline(__always)
        get {
            let who = counted.load(ordering: .relaxed)
            return who != 0 && (who == UInt.max || who == UInt(pthread_self()))
        }
    }

    // MARK: - Memory

    @_silgen_name("__libc_malloc") private func systemMalloc(_: Int) -> UnsafeMutableRawPointer?
    @_silgen_name("__libc_calloc") private func systemCalloc(_: Int, _: Int) -> UnsafeMutableRawPointer?
    @_silgen_name("__libc_realloc")
    private func systemRealloc(_: UnsafeMutableRawPointer?, _: Int) -> UnsafeMutableRawPointer?
    @_silgen_name("__libc_memalign") private func systemMemalign(_: Int, _: Int) -> UnsafeMutableRawPointer?
    @_silgen_name("__libc_free") private func systemFree(_: UnsafeMutableRawPointer?)
    @_silgen_name("malloc_usable_size") private func usableSize(_: UnsafeMutableRawPointer?) -> Int

    /// The bytes of a block with its header, if the allocator has one that fits exactly.
    ///
    /// The actual size depends on what was freed before, also by other threads.
    private func size(ofRequest bytes: Int) -> Int { max(32, (bytes + 8 + 15) & ~15) }

    /// The bytes of a block with its header.
    private func size(of block: UnsafeMutableRawPointer?) -> Int {
        block == nil ? 0 : usableSize(block) + 8
    }

    /// A block that isn't larger than requested.
    ///
    /// An array fills its block. The allocator doesn't split a block if too little would be left.
    /// Such larger blocks depend on what other threads freed, and would affect when and to what
    /// size the array grows.
    private func exactBlock(_ bytes: Int) -> UnsafeMutableRawPointer? {
        let block = systemMalloc(bytes)
        // Large blocks may be whole pages.
        if bytes > 65_536 || size(of: block) <= size(ofRequest: bytes) { return block }
        let exact = exactBlock(bytes)
        systemFree(block)
        return exact
    }

    @inline(__always)
    private func allocated(_ block: UnsafeMutableRawPointer?, _ bytes: Int) -> UnsafeMutableRawPointer? {
        if isCounted {
            allocations.add(1, ordering: .relaxed)
            allocatedBytes.add(size(ofRequest: bytes), ordering: .relaxed)
            keptBytes.add(size(of: block), ordering: .relaxed)
        }
        return block
    }

    @inline(__always)
    private func willFree(_ block: UnsafeMutableRawPointer?) {
        if isCounted { keptBytes.subtract(size(of: block), ordering: .relaxed) }
    }

    @_cdecl("counted_malloc") public func countedMalloc(_ size: Int) -> UnsafeMutableRawPointer? {
        allocated(isCounted ? exactBlock(size) : systemMalloc(size), size)
    }

    @_cdecl("counted_calloc") public func countedCalloc(_ count: Int, _ size: Int) -> UnsafeMutableRawPointer? {
        allocated(systemCalloc(count, size), count &* size)
    }

    @_cdecl("counted_realloc")
    public func countedRealloc(_ block: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
        willFree(block)
        return allocated(systemRealloc(block, size), size)
    }

    @_cdecl("counted_aligned_alloc") public func countedAlignedAlloc(_ alignment: Int, _ size: Int)
        -> UnsafeMutableRawPointer?
    {
        allocated(systemMemalign(alignment, size), size)
    }

    @_cdecl("counted_posix_memalign")
    public func countedPosixMemalign(
        _ block: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ alignment: Int, _ size: Int
    ) -> Int32 {
        guard let memory = allocated(systemMemalign(alignment, size), size) else { return ENOMEM }
        block.pointee = memory
        return 0
    }

    @_cdecl("counted_free") public func countedFree(_ block: UnsafeMutableRawPointer?) {
        willFree(block)
        systemFree(block)
    }

    // MARK: - Locks

    private typealias Lock = @convention(c) (UnsafeMutableRawPointer?) -> Int32

    /// The system's lock functions, after the first lookup. Looking them up twice does no harm.
    private let foundLock = Atomic<UInt>(0), foundTrylock = Atomic<UInt>(0)

    @inline(__always)
    private func system(_ found: borrowing Atomic<UInt>, _ name: StaticString) -> Lock {
        var address = found.load(ordering: .relaxed)
        if address == 0 {
            // RTLD_NEXT, which is a macro that Swift doesn't import.
            let next = UnsafeMutableRawPointer(bitPattern: -1), name = UnsafeRawPointer(name.utf8Start)
            address = UInt(bitPattern: dlsym(next, name.assumingMemoryBound(to: CChar.self)))
            found.store(address, ordering: .relaxed)
        }
        return unsafeBitCast(address, to: Lock.self)
    }

    @_cdecl("counted_pthread_mutex_lock") public func countedLock(_ mutex: UnsafeMutableRawPointer?) -> Int32 {
        if isCounted { locks.add(1, ordering: .relaxed) }
        return system(foundLock, "pthread_mutex_lock")(mutex)
    }

    @_cdecl("counted_pthread_mutex_trylock") public func countedTrylock(_ mutex: UnsafeMutableRawPointer?) -> Int32 {
        let code = system(foundTrylock, "pthread_mutex_trylock")(mutex)
        if code == 0, isCounted { locks.add(1, ordering: .relaxed) }
        return code
    }
#endif
