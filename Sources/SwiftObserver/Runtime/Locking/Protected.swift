/// State behind its lock. A copy of this struct refers to the same state.
///
/// Only code of this library runs under the lock: it decides, and returns what it removed. So no code of a client runs, and
/// nothing dies, before the lock is released. There are two exceptions, both with values of variables: changes in place, and
/// comparisons that failed too often without the lock.
///
/// `@unchecked Sendable` because the state is only reached under the lock, but for parts that never change any more.
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
    /// `PublishedState` needs this for changes in place, in which code of clients runs, and to hold the locks of several values at
    /// once. `GatheredTuples` needs it because a closure that returns a generic tuple is slow.
    func lock(orStop misuse: Misuse) { storage.mutex.lock(orStop: misuse) }

    /// Releases the lock that `lock` took.
    func unlock() { storage.mutex.unlock() }

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

    private typealias Storage = LockedStorage<State>
    private let storage: Storage
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

    /// The state, for a caller that has taken the lock by `lock`.
    var assumingLocked: State {
        @inline(__always)
        get { storage.state.pointee }
        @inline(__always)
        nonmutating _modify { yield &storage.state.pointee }
    }
}
