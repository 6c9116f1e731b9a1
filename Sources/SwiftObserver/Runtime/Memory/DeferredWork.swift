/// Work that decisions under a lock leave for later: objects to release, and library tasks.
///
/// A function that decides under a lock adds work. The thread that released the last lock finishes
/// the work, before the client's call returns.
///
/// INVARIANTS
/// - A decision under a lock releases no object whose last reference it could hold, because the
///   destructor may be client code. It moves the object into this struct.
/// - The thread that finishes the work first does the tasks of `perform`. Releases and tasks of
///   `performLater` follow, in the order in which they were added. A sender relies on the tasks of
///   `perform` when its call returns.
/// - Releases run on a trampoline. A dropped message may send in its destructor, and so drop
///   another message that does the same, and so on.
/// - Debug builds stop if work is finished under a lock of the library, or never finished.
struct DeferredWork: ~Copyable {

    /// The only item, or the list of all items. Usually, there's one, which needs no extra memory.
    private var item: Item?

    init() {}

    #if DEBUG
        deinit { assert(item == nil, "Deferred work was never finished.") }
    #endif

    var isEmpty: Bool {
        @inline(__always)
        get { item == nil }
    }

    /// Adds an object to be released.
    @inline(__always)
    mutating func release(_ object: AnyObject?) { if let object { add(.object(object)) } }

    /// Adds a value to be released, unless it's plain memory.
    mutating func release<Value>(holding value: Value) {
        if !_isPOD(Value.self) { add(.object(Holder(value))) }
    }

    /// Adds a task that follows the tasks of `perform`, in one order with the releases.
    ///
    /// Usually, the task releases objects that it keeps.
    @inline(__always)
    mutating func performLater(_ keeper: DeferredTask) { add(.keeper(keeper)) }

    /// Adds a task that is performed before anything is released.
    ///
    /// If it's the task that was added last, it's performed once. So a message for many observers
    /// on one actor enqueues one block there.
    @inline(__always)
    mutating func perform(_ task: DeferredTask) {
        if case .task(let last) = item, last === task { return }
        add(.task(task))
    }

    @inline(__always)
    private mutating func add(_ new: Item) { if isEmpty { item = new } else { addToOthers(new) } }

    @inline(never)
    private mutating func addToOthers(_ new: Item) {
        guard case .list(let list) = item else {
            item = .list(List([item, new]))
            return
        }
        if case .task(let task) = new, case .task(let last)?? = list.items.last, last === task { return }
        list.items.append(new)
    }

    /// Does everything, which may run client code. Call this without a lock.
    @inline(never)
    mutating func finish() {
        Mutex.assertNoneIsHeld()
        // Items are taken out before they're finished, so that nothing retains an object longer
        // than the trampoline.
        guard case .list(let list) = item else {
            item.take()?.finish()
            return
        }
        item = nil
        for index in list.items.indices where list.items[index]?.isTask == true { list.items[index].take()?.finish() }
        for index in list.items.indices { list.items[index].take()?.finish() }
    }

    private enum Item {
        case object(AnyObject)
        case keeper(DeferredTask)
        case task(DeferredTask)
        case list(List)

        var isTask: Bool { if case .task = self { true } else { false } }

        consuming func finish() {
            if case .task(let task) = self { return task.performDeferredTask() }
            Trampoline.deferred.perform(consume self) {
                if case .keeper(let keeper) = $0 { keeper.performDeferredTask() }
            }
        }
    }

    private final class List {
        var items: [Item?]
        init(_ items: [Item?]) { self.items = items }
    }

    private final class Holder<Value> {
        private let value: Value
        init(_ value: Value) { self.value = value }
    }
}

/// A task that waits until no lock is held, for example to release the objects that it keeps.
///
/// A base class and not a protocol, because inboxes have base classes anyway. `@unchecked Sendable`
/// because it has no state. Each subclass takes care of its own.
class DeferredTask: @unchecked Sendable {

    /// Performs the task, which may run client code. Called without a lock.
    func performDeferredTask() {}
}
