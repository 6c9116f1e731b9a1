import Synchronization

/// How many of the elements that a consumer took out at once wait there, for those who don't consume them.
///
/// The consumer alone counts, without a lock. Someone who waits for room sets what they wait for, and only then reads the
/// count. The consumer sets the count, and only then reads what is waited for. All four are sequentially consistent: else
/// both could read what was there before, and who waits would not be told. On AArch64, they're `stlr` and `ldar`, on x86 the
/// stores are `xchg`.
struct WaitingCount: ~Copyable, Sendable {

    private let taken = Atomic(0)
    private let wanted = Atomic(0)

    /// How many elements wait.
    var count: Int { taken.load(ordering: .sequentiallyConsistent) }

    /// Sets how many wait, and tells whether someone waits for there to be no more. This is for the consumer.
    @inline(__always)
    func publish(_ count: Int) -> Bool {
        #if EXPLORE
            // Steps only matter where someone waits for room.
            if !isRoomExplored { return publishUnexplored(count) }
        #endif
        taken.store(count, ordering: .sequentiallyConsistent)
        return count < wanted.load(ordering: .sequentiallyConsistent)
    }

    /// Sets the number below which someone waits for the count to fall, or 0 if nobody does.
    func want(below limit: Int) { wanted.store(limit, ordering: .sequentiallyConsistent) }

    #if EXPLORE
        private func publishUnexplored(_ count: Int) -> Bool {
            taken.storeWithoutStep(count)
            return false
        }
    #endif
}
