/// Takes the locks of all values. It holds none of them while it waits for another one.
///
/// A client may hold the lock of one value for long, inside of a change in place, and use another
/// value there. If this thread held that other lock meanwhile, both would wait forever. And threads
/// that use only the other value would wait for that change, too.
func lockTogether<Value>(
    _ values: [Value], by lock: (Value) -> Void, orTryBy tryLock: (Value) -> Bool, undoneBy unlock: (Value) -> Void
) {
    var awaited = values.indices.first
    while let index = awaited {
        lock(values[index])
        awaited = tryToLockTogether(values, except: index, by: tryLock, undoneBy: unlock)
        if awaited != nil { unlock(values[index]) }
    }
}

/// Locks all values but one, and returns `nil`. If another one is locked, this locks none, and
/// returns the index of that one.
func tryToLockTogether<Value>(
    _ values: [Value], except held: Int? = nil, by tryLock: (Value) -> Bool, undoneBy unlock: (Value) -> Void
) -> Int? {
    for index in values.indices where index != held && !tryLock(values[index]) {
        for other in values[..<index].indices where other != held { unlock(values[other]) }
        return index
    }
    return nil
}
