/// The memory of a mutex and, after it, of the state that it guards. Neither ever moves.
///
/// The mutex guarantees exclusive access to the state, so no exclusivity checks are needed.
final class LockedStorage<State: ~Copyable>: ManagedBuffer<Mutex.Memory, State> {

    static func create(_ state: consuming State) -> LockedStorage {
        let storage = unsafeDowncast(create(minimumCapacity: 1) { _ in Mutex.memory }, to: LockedStorage.self)
        storage.state.initialize(to: state)
        storage.mutex.initialize()
        return storage
    }

    deinit {
        mutex.deinitialize()
        state.deinitialize(count: 1)
    }

    var mutex: Mutex {
        @inline(__always)
        get { withUnsafeMutablePointerToHeader { Mutex(at: $0) } }
    }

    var state: UnsafeMutablePointer<State> {
        @inline(__always)
        get { withUnsafeMutablePointerToElements { $0 } }
    }
}
