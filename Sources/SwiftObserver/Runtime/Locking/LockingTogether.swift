/// Takes the locks of all values. It waits without a limit only while it holds none of them.
///
/// A client may hold the lock of one value for long, inside of a change in place, and use another
/// value there. If this thread held that other lock meanwhile, both would wait forever. And threads
/// that use only the other value would wait for that change, too.
///
/// If it held nothing whenever it waits, it would need a moment at which all are free. With many
/// values that are often locked, there's hardly one. So after a failed attempt, it also waits for a
/// while for values that come after all that it holds. Two threads that do so can't wait for each
/// other. Threads that use a value that it holds wait for that time, too. Most attempts soon
/// succeed, so the time is short at first and doubles with each attempt.
///
/// It pauses and tries again, because not every system can wait for a mutex for a limited time.
///
/// - Parameter values: Each once, in the order of locks.
func lockTogether<Value>(
    _ values: [Value], by lock: (Value) -> Void, orTryBy tryLock: (Value) -> Bool, undoneBy unlock: (Value) -> Void
) {
    var awaited = values.indices.first, pauses = 0
    while let index = awaited {
        lock(values[index])
        awaited = tryToLockTogether(values, except: index, pauses: pauses, by: tryLock, undoneBy: unlock)
        if awaited != nil { unlock(values[index]) }
        pauses = min(2 * pauses + 1, Tuning.pausesBetweenLocks)
    }
}

/// Locks all values but one, and returns `nil`. If another one is locked, this locks none, and
/// returns the index of that one.
///
/// - Parameters:
///   - held: The index of the value that the thread has locked already.
///   - pauses: How often it may pause, and try again to lock a value that comes after that one. All
///     values share them.
func tryToLockTogether<Value>(
    _ values: [Value], except held: Int? = nil, pauses: Int = 0,
    by tryLock: (Value) -> Bool, undoneBy unlock: (Value) -> Void
) -> Int? {
    var pausesLeft = pauses
    for index in values.indices where index != held {
        while !tryLock(values[index]) {
            if let held, index > held, pausesLeft > 0 {
                pausesLeft -= 1
                Backoff.long.pause()
            } else {
                for other in 0..<index where other != held { unlock(values[other]) }
                return index
            }
        }
    }
    return nil
}

extension [Mutex] {

    /// Locks all, as the function of that name does.
    func lockTogether() {
        SwiftObserver.lockTogether(
            self, by: { $0.lock(orStop: .changeInsideChange) }, orTryBy: { $0.tryLock() }, undoneBy: { $0.unlock() })
    }

    /// Locks all, or none if one of them is locked.
    func tryToLockTogether() -> Bool {
        SwiftObserver.tryToLockTogether(self, by: { $0.tryLock() }, undoneBy: { $0.unlock() }) == nil
    }

    func unlock() { for mutex in self { mutex.unlock() } }
}
