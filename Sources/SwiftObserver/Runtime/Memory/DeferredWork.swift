/// Work that decisions under a lock leave to be done without any: objects to release, and tasks of the library.
///
/// Whoever decides adds to it. Whoever has released the last lock finishes it, before the call of the client returns.
///
/// INVARIANTS
/// - A decision under a lock releases no object whose last reference it could hold, since its destructor may be code of a client. It
///   moves the object in here.
/// - All tasks are done before anything is released, right where the work is finished: whoever sends relies on it when that returns.
/// - Releases run on a trampoline. A dropped message may send another one in its destructor, and so drop the next one that does that, and so on.
/// - Debug builds stop if work is finished under a lock of the library, or never.
struct DeferredWork: ~Copyable {

    /// The only item, or the list of all. Mostly, that needs no memory apart.
    private var item: Item?

    init() {}

    #if DEBUG
        deinit { assert(item == nil, "Work is left that was never finished.") }
    #endif

    var isEmpty: Bool {
        @inline(__always)
        get { item == nil }
    }

    /// Releases an object by letting go of it.
    @inline(__always)
    mutating func release(_ object: AnyObject?) { if let object { add(.object(object)) } }

    /// Releases a value, if there's more to it than memory.
    mutating func release<Value>(holding value: Value) {
        if !_isPOD(Value.self) { add(.object(Holder(value))) }
    }

    /// Performs a task behind those of `perform`, in one order with what is released. Mostly, it releases what it keeps.
    @inline(__always)
    mutating func performLater(_ keeper: DeferredTask) { add(.keeper(keeper)) }

    /// Performs a task, before anything is released. If it's the one that was added last, it's performed once.
    ///
    /// So a message that goes to many observers on one actor enqueues one block there.
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

    /// Does everything, which may run code of clients. Call this without a lock.
    @inline(never)
    mutating func finish() {
        Mutex.assertNoneIsHeld()
        // Items are taken out before they're finished, so that nothing keeps an object beyond the trampoline.
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

/// Something that is deferred until no lock is held: to release what is kept here, or to do something else.
///
/// A base class and not a protocol, because inboxes have base classes anyway.
class DeferredTask: @unchecked Sendable {

    /// Does what was deferred, which may run code of clients. It's called without a lock.
    func performDeferredTask() {}
}
