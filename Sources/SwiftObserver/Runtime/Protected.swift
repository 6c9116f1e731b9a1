import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// State behind its lock.
///
/// The lock is a `pthread_mutex_t`, and this is the only file that knows it. Its address never
/// changes. A copy of this struct refers to the same state.
///
/// What runs under the lock must be code of this library: it decides, and returns whatever it removes, so that nothing
/// foreign runs or dies before the lock is released.
///
/// `@unchecked Sendable` because the state is only reached under the lock, but for parts that never change any more.
struct Protected<State: ~Copyable>: @unchecked Sendable {

    init(_ state: consuming State) { storage = .create(state) }

    /// Runs the closure while holding the lock.
    @inline(__always)
    func withLock<Result>(
        orStop misuse: Misuse = .lockInsideLock, courtesy: Courtesy = .usual, _ decide: (inout State) -> Result
    ) -> Result {
        storage.lock(orStop: misuse, courtesy: courtesy)
        defer { storage.unlock() }
        return decide(&storage.state.pointee)
    }

    /// Takes the lock until `unlock` is called on the same thread.
    ///
    /// Only `Record` needs this, for changes in place: there, code of others runs under the lock.
    func lock(orStop misuse: Misuse) { storage.lock(orStop: misuse) }

    /// Releases the lock that `lock` took.
    func unlock() { storage.unlock() }

    /// Reads a part of the state that never changes any more, without the lock.
    ///
    /// The pointer is there so that only that part is read. A key path could copy all of the state.
    @inline(__always)
    func constant<Value>(_ read: (UnsafePointer<State>) -> Value) -> Value { read(UnsafePointer(storage.state)) }

    /// Tells whether both are the same state behind the same lock.
    static func === (left: Protected, right: Protected) -> Bool {
        left.storage === right.storage
    }

    /// Identifies this state among all that are alive.
    var identity: ObjectIdentifier { ObjectIdentifier(storage) }

    fileprivate typealias Storage = LockedStorage<pthread_mutex_t, State>
    fileprivate let storage: Storage
}

/// A lock and, right behind it, the state. The lock guarantees exclusive access, so there's no need to check for that.
private final class LockedStorage<Head: LockHead, State: ~Copyable>: ManagedBuffer<Head, State> {

    static func create(_ state: consuming State) -> LockedStorage {
        let storage = unsafeDowncast(create(minimumCapacity: 1) { _ in Head() }, to: LockedStorage.self)
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

    // Neither the lock nor the state ever moves, so these stay valid for as long as the storage lives.

    private var mutex: UnsafeMutablePointer<pthread_mutex_t> {
        @inline(__always)
        get {
            withUnsafeMutablePointerToHeader {
                (UnsafeMutableRawPointer($0) + Head.distance).assumingMemoryBound(to: pthread_mutex_t.self)
            }
        }
    }

    var state: UnsafeMutablePointer<State> {
        @inline(__always)
        get { withUnsafeMutablePointerToElements { $0 } }
    }

    @inline(__always)
    final func lock(orStop misuse: Misuse, courtesy: Courtesy = .usual) {
        if pthread_mutex_trylock(mutex) != 0 { waitForLock(orStop: misuse, courtesy) }
    }

    @inline(never)
    private final func waitForLock(orStop misuse: Misuse, _ courtesy: Courtesy) {
        for _ in 0..<courtesy.times {
            courtesy.wait()
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

/// What's in front of the state: the lock, possibly at a distance from whatever else is in memory.
private protocol LockHead {
    init()
    static var distance: Int { get }
}

extension pthread_mutex_t: LockHead {
    static var distance: Int { 0 }
}

/// A lock that shares its line of the processors' caches with nothing in front of it.
///
/// What other threads write all the time, like the count of weak references to an observer, can be anywhere in memory. In
/// that line, it would take the lock away from whoever uses it. Behind the lock is the state.
private struct DistantLock: LockHead {
    private var space: Space = (0, 0, 0, 0, 0, 0)
    private var mutex = pthread_mutex_t()
    private typealias Space = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
    static var distance: Int { MemoryLayout<Space>.size }
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
        get { storage.state.pointee }
        @inline(__always)
        nonmutating _modify { yield &storage.state.pointee }
    }
}

/// How many nanoseconds a thread that finds a lock taken waits before it tries again.
///
/// It does so a few times before it sleeps, since locks are held for less time than it takes to wake up. To try again and
/// again without a pause would be worse: who has the lock mostly wants it again soon, and between two threads that
/// take turns, the lock and all that's under it goes from processor to processor each time.
///
/// The thread must not offer its processor to others meanwhile. Where there are many others, it would get it back only
/// after milliseconds.
enum Courtesy: Int {
    case usual = 4000
    /// For what happens less often than the usual, and can wait.
    case great = 10000
    /// For locks under which blocks are sent to queues. Those who meet there take turns anyway.
    case brief = 200

    #if EXPLORE
        fileprivate var times: Int { 1 }
    #else
        fileprivate var times: Int { self == .brief ? 10 : 6 }
    #endif

    @inline(never)
    fileprivate func wait() {
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

/// State behind its lock that isn't there before somebody needs it.
struct LateProtected<State: ~Copyable>: ~Copyable, @unchecked Sendable {

    private typealias Storage = LockedStorage<DistantLock, State>

    /// The address of the storage, which belongs to us. It's set once.
    private let address: Atomic<UnsafeRawPointer?>

    init() { address = Atomic(nil) }

    /// Creates the state right away.
    init(_ state: consuming State) {
        address = Atomic(UnsafeRawPointer(Unmanaged.passRetained(Storage.create(state)).toOpaque()))
    }

    deinit {
        if let address = address.load(ordering: .acquiring) { Unmanaged<Storage>.fromOpaque(address).release() }
    }

    /// Runs the closure while holding the lock. Call this only when it's sure that there is a state.
    @inline(__always)
    func withLock<Result>(_ decide: (inout State) -> Result) -> Result {
        guard let address = address.load(ordering: .acquiring) else { preconditionFailure("There's no state.") }
        return withLock(at: address, decide)
    }

    /// Runs the closure while holding the lock or, as long as there's no state, returns what is there instead.
    @inline(__always)
    func withLock<Result>(
        orElse alternative: @autoclosure () -> Result, courtesy: Courtesy = .usual, _ decide: (inout State) -> Result
    ) -> Result {
        guard let address = address.load(ordering: .acquiring) ?? addressAfterFence else { return alternative() }
        return withLock(at: address, courtesy: courtesy, decide)
    }

    /// The address, read after all that this thread has written is there for everyone to see.
    ///
    /// So, of two threads, one of which writes something and then finds no state, while the other creates the state and
    /// then reads, the second one reads what was written. If both took the lock, it would be the same.
    private var addressAfterFence: UnsafeRawPointer? {
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        return address.load(ordering: .acquiring)
    }

    /// Runs the closure while holding the lock, and creates the state if it isn't there.
    @inline(__always)
    func withLock<Result>(
        creating state: @autoclosure () -> State, courtesy: Courtesy = .usual, _ decide: (inout State) -> Result
    ) -> Result {
        withLock(at: addressBeforeFence ?? create(state()), courtesy: courtesy, decide)
    }

    /// The address, before this thread reads what is there of others for it to see.
    ///
    /// The fence pairs with the one in `addressAfterFence`, as the one in `create` does. Without it, three threads could go
    /// wrong: one writes something and then finds no state, the second creates the state, and the third finds that, takes
    /// the lock, and still reads what was there before the first one wrote. To find what another thread has created orders
    /// this one behind the creation, but not behind the one that came too early for it.
    private var addressBeforeFence: UnsafeRawPointer? {
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
        return Unmanaged<Storage>.fromOpaque(address)._withUnsafeGuaranteedRef { read(UnsafePointer($0.state)) }
    }

    @inline(__always)
    private func withLock<Result>(
        at address: UnsafeRawPointer, courtesy: Courtesy = .usual, _ decide: (inout State) -> Result
    ) -> Result {
        Unmanaged<Storage>.fromOpaque(address)._withUnsafeGuaranteedRef { storage in
            storage.lock(orStop: .lockInsideLock, courtesy: courtesy)
            defer { storage.unlock() }
            return decide(&storage.state.pointee)
        }
    }

    /// Creates the state, unless someone else is faster: then it's that one's state.
    @inline(never)
    private func create(_ state: consuming State) -> UnsafeRawPointer {
        let new = Unmanaged.passRetained(Storage.create(state)), newAddress = UnsafeRawPointer(new.toOpaque())
        let (isOurs, theirs) = address.compareExchange(
            expected: nil, desired: newAddress, successOrdering: .acquiringAndReleasing, failureOrdering: .acquiring)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        guard !isOurs, let theirs else { return newAddress }
        new.release()
        return theirs
    }
}

/// Identifies the calling thread for as long as it lives.
struct ThreadID: Equatable, Sendable {

    private let value: UInt

    init(_ value: UInt) { self.value = value }

    static var current: ThreadID {
        @inline(__always)
        get {
            #if canImport(Glibc)
                ThreadID(UInt(pthread_self()))
            #else
                ThreadID(UInt(bitPattern: pthread_self()))
            #endif
        }
    }
}
