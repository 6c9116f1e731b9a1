/// The memory of some state and, right behind it, of the mutex that guards it, for a single owner who frees it.
///
/// It begins with a cache line, so what the state begins with is on another one than the mutex, if the state is larger than that.
/// Whoever holds the mutex then works while others try to lock it. Where that was left to chance, messages that eight threads sent
/// through one messenger took 1.3 times as long.
struct LockedMemory<State: ~Copyable> {

    let address: UnsafeMutableRawPointer

    /// Refers to memory that was created before.
    init(at address: UnsafeMutableRawPointer) { self.address = address }

    init(creating state: consuming State) {
        address = .allocate(byteCount: Self.offset + MemoryLayout<Mutex.Memory>.size, alignment: Self.cacheLine)
        (address + Self.offset).bindMemory(to: Mutex.Memory.self, capacity: 1).initialize(to: Mutex.memory)
        address.bindMemory(to: State.self, capacity: 1).initialize(to: state)
        mutex.initialize()
    }

    func free() {
        mutex.deinitialize()
        state.deinitialize(count: 1)
        address.deallocate()
    }

    var mutex: Mutex {
        @inline(__always)
        get { Mutex(at: (address + Self.offset).assumingMemoryBound(to: Mutex.Memory.self)) }
    }

    var state: UnsafeMutablePointer<State> {
        @inline(__always)
        get { address.assumingMemoryBound(to: State.self) }
    }

    /// How many bytes processors move at once, on most machines.
    private static var cacheLine: Int { 64 }

    /// Where the mutex is, which needs the alignment of a word.
    private static var offset: Int {
        @inline(__always)
        get { (MemoryLayout<State>.size + 7) & ~7 }
    }
}
