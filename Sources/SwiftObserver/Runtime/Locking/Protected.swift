/// State guarded by a lock. A copy of this struct refers to the same state.
///
/// Only library code runs under the lock: it decides, and returns what it removed. So no client
/// code runs, and nothing is deallocated, before the lock is released. There are two exceptions,
/// both for values of variables: in-place changes with the `==` at their end, and comparisons that
/// failed too often without the lock.
///
/// `@unchecked Sendable` because the state is only reached under the lock, except for parts that no
/// longer change.
struct Protected<State: ~Copyable>: @unchecked Sendable {

    init(_ state: consuming State) { storage = .create(state) }

    /// Runs the closure while holding the lock.
    @inline(__always)
    func withLock<Result>(
        orStop misuse: Misuse = .lockInsideLock, backoff: Backoff = .normal, _ decide: (inout State) -> Result
    ) -> Result {
        storage.mutex.lock(orStop: misuse, backoff: backoff)
        defer { storage.mutex.unlock() }
        return decide(&storage.state.pointee)
    }

    /// Takes the lock until `unlock` is called on the same thread.
    ///
    /// `PublishedState` needs this for in-place changes, which run client code, and to hold the
    /// locks of several values at once. `GatheredTuples` needs it because a closure that returns a
    /// generic tuple is slow.
    func lock(orStop misuse: Misuse) { storage.mutex.lock(orStop: misuse) }

    /// Releases the lock that `lock` took.
    func unlock() { storage.mutex.unlock() }

    /// Reads a part of the state that no longer changes, without the lock.
    ///
    /// The closure gets a pointer so that only that part is read. A key path could copy the whole
    /// state.
    @inline(__always)
    func constant<Value>(_ read: (UnsafePointer<State>) -> Value) -> Value { read(UnsafePointer(storage.state)) }

    /// Returns whether both refer to the same state and lock.
    static func === (left: Protected, right: Protected) -> Bool {
        left.storage === right.storage
    }

    /// The lock itself. It doesn't keep the state alive.
    var mutex: Mutex { storage.mutex }

    /// Identifies this state among all states that are alive.
    var identity: ObjectIdentifier { ObjectIdentifier(storage) }

    private typealias Storage = LockedStorage<State>
    private let storage: Storage
}

extension Protected {

    /// A copy of the state.
    func copy(orStop misuse: Misuse = .lockInsideLock) -> State {
        withLock(orStop: misuse) { $0 }
    }

    /// Replaces the state and returns the previous one.
    func exchange(_ state: State) -> State {
        var other = state
        withLock { swap(&$0, &other) }
        return other
    }

    /// The state, for a caller that has taken the lock by `lock`.
    var assumingLocked: State {
        @inline(__always)
        get { storage.state.pointee }
        @inline(__always)
        nonmutating _modify { yield &storage.state.pointee }
    }
}
