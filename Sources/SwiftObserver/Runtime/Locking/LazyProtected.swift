import Synchronization

/// State guarded by a lock, both created when first needed.
///
/// `@unchecked Sendable` because the state is only reached under its lock, except for parts that
/// never change, and because the address is atomic.
struct LazyProtected<State: ~Copyable>: ~Copyable, @unchecked Sendable {

    private typealias Memory = LockedMemory<State>

    /// The address of the memory, which this value owns.
    ///
    /// It's set once, by an initializer or by the exchange in `create`. All loads acquire. They
    /// pair with that exchange, which releases, so a thread that finds the address finds the memory
    /// initialized. On AArch64, that's `ldar`, and `casal` or a loop of `ldaxr` and `stlxr`.
    private let address: Atomic<UnsafeMutableRawPointer?>

    init() { address = Atomic(nil) }

    /// Creates the state immediately.
    init(_ state: consuming State) {
        address = Atomic(Memory(creating: state).address)
    }

    deinit {
        if let address = address.load(ordering: .acquiring) { Memory(at: address).free() }
    }

    /// Runs the closure while holding the lock.
    ///
    /// Stops the program if there's no state, or if this thread already holds the lock.
    @inline(__always)
    func withLock<Result>(_ decide: (inout State) -> Result) -> Result {
        guard let address = address.load(ordering: .acquiring) else { preconditionFailure("No state was created.") }
        return withLock(at: address, decide)
    }

    /// Runs the closure while holding the lock or, if there's no state, returns the alternative.
    @inline(__always)
    func withLock<Result>(
        orElse alternative: @autoclosure () -> Result, backoff: Backoff = .normal, _ decide: (inout State) -> Result
    ) -> Result {
        guard let address = address.load(ordering: .acquiring) ?? addressAfterFence else { return alternative() }
        return withLock(at: address, backoff: backoff, decide)
    }

    /// The address, loaded again after a sequentially consistent fence.
    ///
    /// Thread A writes x, executes a fence, and loads the address. Thread B creates the state,
    /// executes a fence, and reads x. Either A finds the state, or B reads what A wrote, as if both
    /// had taken the lock. Without the fences, each could miss the other, because a load may happen
    /// before an earlier store: on x86, and on AArch64 unless the store releases. The fence pairs
    /// with the fences in `create` and `addressBeforeFence`.
    private var addressAfterFence: UnsafeMutableRawPointer? {
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        return address.load(ordering: .acquiring)
    }

    /// Runs the closure while holding the lock, and creates the state if there's none.
    @inline(__always)
    func withLock<Result>(
        creating state: @autoclosure () -> State, backoff: Backoff = .normal, _ decide: (inout State) -> Result
    ) -> Result {
        withLock(at: addressBeforeFence ?? create(state()), backoff: backoff, decide)
    }

    /// The address, followed by a sequentially consistent fence before the caller's later reads.
    ///
    /// Thread A writes x, finds no state, and takes no lock. Thread B creates the state. Thread C
    /// finds the state, takes the lock, and reads x. Finding the state orders C after B, but not
    /// after A. The fence of A and this one do. This fence pairs with the one in
    /// `addressAfterFence`, as the one in `create` does.
    private var addressBeforeFence: UnsafeMutableRawPointer? {
        @inline(__always)
        get {
            guard let address = address.load(ordering: .acquiring) else { return nil }
            atomicMemoryFence(ordering: .sequentiallyConsistent)
            return address
        }
    }

    /// Reads a part of the state that never changes, without the lock.
    ///
    /// Returns `nil` if there's no state.
    @inline(__always)
    func constant<Value>(_ read: (UnsafePointer<State>) -> Value?) -> Value? {
        guard let address = address.load(ordering: .acquiring) else { return nil }
        return read(UnsafePointer(Memory(at: address).state))
    }

    @inline(__always)
    private func withLock<Result>(
        at address: UnsafeMutableRawPointer, backoff: Backoff = .normal, _ decide: (inout State) -> Result
    ) -> Result {
        let memory = Memory(at: address)
        memory.mutex.lock(orStop: .lockInsideLock, backoff: backoff)
        defer { memory.mutex.unlock() }
        return decide(&memory.state.pointee)
    }

    /// Creates the state, or returns the state that another thread has created first.
    ///
    /// A failed exchange acquires, because it returns memory that another thread has initialized.
    @inline(never)
    private func create(_ state: consuming State) -> UnsafeMutableRawPointer {
        let new = Memory(creating: state)
        let (isOurs, theirs) = address.compareExchange(
            expected: nil, desired: new.address, successOrdering: .acquiringAndReleasing, failureOrdering: .acquiring)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        guard !isOurs, let theirs else { return new.address }
        new.free()
        return theirs
    }
}
