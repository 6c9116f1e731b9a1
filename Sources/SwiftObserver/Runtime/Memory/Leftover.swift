/// Objects that are left over from what happened under a lock, and may only be released without any.
///
/// An object of a client is released by letting go of it. An object of the library that is a `LeftoverKeeper` is told to
/// release what it keeps, or to do what is left to be done. So whoever carries this out of the lock needs but one reference, and mostly no memory apart.
struct Leftover {

    private var object: AnyObject?

    /// What the object is. To ask the object for its class would take longer.
    private var kind = Kind.object

    private enum Kind: UInt8 {
        case object, keeper

        /// A keeper that acts, rather than to release something.
        case actor

        /// A keeper of several of all kinds.
        case list
    }

    init() {}

    /// Something that is released by letting go of it.
    init(_ object: AnyObject) { self.object = object }

    init(keptBy keeper: LeftoverKeeper) {
        object = keeper
        kind = .keeper
    }

    /// Something to be done.
    init(actedOnBy keeper: LeftoverKeeper) {
        object = keeper
        kind = .actor
    }

    private init(_ list: Leftovers) {
        object = list
        kind = .list
    }

    var isEmpty: Bool {
        @inline(__always)
        get { object == nil }
    }

    /// Whether something is to be done.
    fileprivate var isAction: Bool { kind == .actor }

    /// Adds what's left over elsewhere.
    @inline(__always)
    mutating func add(_ other: Leftover) {
        if other.isEmpty { return }
        if isEmpty { self = other } else { addToOthers(other) }
    }

    @inline(never)
    private mutating func addToOthers(_ other: Leftover) {
        let list = asList ?? Leftovers([self])
        list.append(other)
        self = Leftover(list)
    }

    fileprivate var asList: Leftovers? {
        kind == .list ? object.map { unsafeDowncast($0, to: Leftovers.self) } : nil
    }

    /// Releases what is left over, which may run code of clients. Call this without a lock.
    ///
    /// A dropped message may send another one in its destructor, and so drop the next one that does that, and so on. What is to
    /// be done is done right here: whoever sends relies on it when this returns.
    @inline(never)
    mutating func release() {
        if isEmpty { return }
        var leftover = Leftover()
        swap(&leftover, &self)
        if leftover.kind.rawValue >= Kind.actor.rawValue { return leftover.releaseWhatIsKept() }
        // Consumed, so that nothing keeps the object beyond the trampoline.
        Trampoline.leftovers.perform(consume leftover) { $0.releaseWhatIsKept() }
    }

    /// Does what is to be done before the object is released.
    private func releaseWhatIsKept() {
        if kind != .object, let object { unsafeDowncast(object, to: LeftoverKeeper.self).releaseLeftover() }
    }
}

/// Something that keeps what is left over, until it's told to release that.
///
/// A base class and not a protocol, because inboxes have base classes anyway.
class LeftoverKeeper: @unchecked Sendable {

    /// Releases what is left over, which may run code of clients. It's called without a lock.
    func releaseLeftover() {}
}

private final class Leftovers: LeftoverKeeper, @unchecked Sendable {

    private var all: [Leftover]

    init(_ all: [Leftover]) { self.all = all }

    /// Takes lists apart, so that nothing to be done is hidden in one.
    func append(_ leftover: Leftover) { all += leftover.asList?.all ?? [leftover] }

    /// Does what is to be done before it releases anything, since that runs code of clients.
    override func releaseLeftover() {
        for index in all.indices where all[index].isAction { all[index].release() }
        for index in all.indices { all[index].release() }
    }
}

/// A value that is left over, and is released together with this object.
final class LeftoverValue<Value> {
    private let value: Value
    init(_ value: Value) { self.value = value }
}
