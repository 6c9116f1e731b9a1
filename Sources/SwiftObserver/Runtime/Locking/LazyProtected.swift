import Synchronization

/// State behind its lock that is created when somebody needs it first.
///
/// `@unchecked Sendable` because the state is only reached under its lock, but for parts that never change, and the address
/// is atomic.
struct LazyProtected<State: ~Copyable>: ~Copyable, @unchecked Sendable {

    private typealias Memory = LockedMemory<State>

    /// The address of the memory, which belongs to us. It's set once, by an initializer or by the
    /// exchange in `create`.
    ///
    /// All loads acquire: they pair with that exchange, which releases, so whoever finds the address finds the memory
    /// initialized. On AArch64, that's `ldar`, and `casal` or a loop of `ldaxr` and `stlxr`.
    private let address: Atomic<UnsafeMutableRawPointer?>

    init() { address = Atomic(nil) }

    /// Creates the state right away.
    init(_ state: consuming State) {
        address = Atomic(Memory(creating: state).address)
    }

    deinit {
        if let address = address.load(ordering: .acquiring) { Memory(at: address).free() }
    }

    /// Runs the closure while holding the lock. Stops the program if there is no state, or if this thread has the lock.
    @inline(__always)
    func withLock<Result>(_ decide: (inout State) -> Result) -> Result {
        guard let address = address.load(ordering: .acquiring) else { preconditionFailure("There's no state.") }
        return withLock(at: address, decide)
    }

    /// Runs the closure while holding the lock or, as long as there's no state, returns what is there instead.
    @inline(__always)
    func withLock<Result>(
        orElse alternative: @autoclosure () -> Result, backoff: Backoff = .normal, _ decide: (inout State) -> Result
    ) -> Result {
        guard let address = address.load(ordering: .acquiring) ?? addressAfterFence else { return alternative() }
        return withLock(at: address, backoff: backoff, decide)
    }

    /// The address, loaded again after a sequentially consistent fence.
    ///
    /// Thread A: write x, fence, load the address. Thread B: create the state, fence, read x. Either A finds the state, or B
    /// reads what A wrote, as if both had taken the lock. Without the fences, both could miss each other, since a load may
    /// happen before an earlier store: on x86, and on AArch64 unless the store releases. Pairs with the fences in `create`
    /// and `addressBeforeFence`.
    private var addressAfterFence: UnsafeMutableRawPointer? {
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        return address.load(ordering: .acquiring)
    }

    /// Runs the closure while holding the lock, and creates the state if it isn't there.
    @inline(__always)
    func withLock<Result>(
        creating state: @autoclosure () -> State, backoff: Backoff = .normal, _ decide: (inout State) -> Result
    ) -> Result {
        withLock(at: addressBeforeFence ?? create(state()), backoff: backoff, decide)
    }

    /// The address, with a sequentially consistent fence before whatever the caller reads later.
    ///
    /// Thread A writes x, finds no state, and takes no lock. Thread B creates the state. Thread C finds that, takes the lock,
    /// and reads x. To find the state orders C behind B, but not behind A: A's fence and this one do. Pairs with the fence in
    /// `addressAfterFence`, as the one in `create` does.
    private var addressBeforeFence: UnsafeMutableRawPointer? {
        @inline(__always)
        get {
            guard let address = address.load(ordering: .acquiring) else { return nil }
            atomicMemoryFence(ordering: .sequentiallyConsistent)
            return address
        }
    }

    /// Reads a part of the state that never changes, without the lock. It's `nil` as long as there's no state.
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

    /// Creates the state, unless another thread is faster: then it's the state of that one.
    ///
    /// A failed exchange acquires, since it returns the memory that another thread has initialized.
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
