import Synchronization

/// A derived value in the graph of what depends on what, without its type.
///
/// Sources are given at the beginning, so the graph has no cycles. A node is *live* while it's
/// observed, or another live node depends on it. Only live nodes have edges.
///
/// `@unchecked Sendable` because its lock guards what changes.
class AnyNode: @unchecked Sendable {

    /// The values from which the value is computed.
    private(set) final var sources: [NodeSource]

    /// 1 more than the height of the highest source.
    final let height: Int

    /// Delivers the updates.
    final let office: NodeOffice

    /// The type of the derived value, for reports.
    final let observableType: Any.Type

    /// Under this lock, those of the node's office and of what is above it in the graph are taken.
    private final let lockOfNode = Protected(())

    // The lock guards these.

    /// The work that is left, in the order of changes. Empty unless the node is live.
    @exclusivity(unchecked)
    final var agenda = Agenda()

    /// The edges from the sources, if the node is live.
    @exclusivity(unchecked)
    final var edges: [AnyEdge]?

    /// The edges to live nodes that depend on this one.
    @exclusivity(unchecked)
    final var dependents: [AnyEdge] = []

    /// The thread that does the first item of the agenda.
    @exclusivity(unchecked)
    final var busyThread: ThreadID?

    final var isBusy: Bool { busyThread != nil }

    /// The number of threads that keep the node live for a moment.
    @exclusivity(unchecked)
    final var pins = 0

    /// `true` if nothing needed the node when a thread looked. Nothing on the agenda is done then.
    ///
    /// A busy thread looks again. A thread that pins the node resets this.
    @exclusivity(unchecked)
    final var isEnding = false

    /// `true` if an observer has asked for authors.
    @exclusivity(unchecked)
    final var readsAuthors = false

    /// The result of the latest evaluation for a read, and the number of all such evaluations.
    @exclusivity(unchecked)
    final var memo: Memo?
    @exclusivity(unchecked)
    final var memoCount = 0

    init(of sources: [NodeSource], office: NodeOffice, observableType: Any.Type) {
        self.sources = sources
        self.observableType = observableType
        self.office = office
        height = 1 + (sources.lazy.map(\.height).max() ?? 0)
        office.node = WeakReference(self)
    }

    deinit {
        var released: [NodeSource] = []
        swap(&sources, &released)
        Trampoline.release(consume released)
    }

    final func tryLock() -> Bool { lockOfNode.tryLock() }
    final func lock() { lockOfNode.lock(orStop: .lockInsideLock) }
    final func unlock() { lockOfNode.unlock() }

    final func withLock<Result>(_ decide: () -> Result) -> Result { lockOfNode.withLock { _ in decide() } }

    final var isLive: Bool { edges != nil }

    /// `true` if a thread must do the first item of the agenda, and none does.
    final var isReady: Bool {
        guard !isBusy, let edges else { return false }
        return agenda.isReady { edges[$0].arrived }
    }

    /// Does the items of the agenda that are ready, one after the other. Call this without a lock.
    ///
    /// - Parameter worklist: Gets the nodes to look at after that.
    func doReady(_ worklist: inout Worklist<AnyNode>) {}

    /// Connects a node that gets live with this source. Call this while both are locked.
    func connect(to target: AnyNode, at index: Int) -> AnyEdge { preconditionFailure("A node has a type.") }

    /// Removes the value, since the node is no longer live. Returns what is to be released.
    func removeValue() -> AnyObject? { nil }

    /// Calls the function with values of the sources.
    func evaluate(_ slots: [AnySlot]) -> AnySlot { preconditionFailure("A node has a type.") }

    /// Nodes are locked in this order.
    static func precedes(_ left: AnyNode, _ right: AnyNode) -> Bool {
        left.height == right.height
            ? ObjectIdentifier(left) < ObjectIdentifier(right) : left.height < right.height
    }
}

/// A connection from a source to a live node that depends on it, without the type of values.
///
/// It belongs to one life of the node. When the node stops being live, it's removed from both ends.
/// A thread that still has it may append outcomes, which nobody reads.
///
/// `@unchecked Sendable` because the lock of the target guards what has arrived, and the rest
/// belongs to the thread that is busy there.
class AnyEdge: @unchecked Sendable {

    final let target: AnyNode

    /// The index of the source among those of the target.
    final let index: Int

    /// The number of outcomes that arrived and weren't taken. The lock of the target guards it.
    @exclusivity(unchecked)
    fileprivate(set) final var arrived = 0

    fileprivate init(to target: AnyNode, at index: Int) {
        self.target = target
        self.index = index
    }

    /// The value of the source, for the thread that is busy with the target.
    var slot: AnySlot { preconditionFailure("An edge has a type.") }

    /// Takes out that number of outcomes. Call this under the lock of the target.
    func take(_ count: Int) {}

    /// Makes the outcomes that were taken the value of the source. Returns whether that's new.
    func apply() -> Bool { false }

    /// The edge with the type of values, which is that of its source.
    final func of<Value>(_: Value.Type) -> Edge<Value> { unsafeDowncast(self, to: Edge<Value>.self) }
}

/// An edge from a source that has values of one type.
final class Edge<Value>: AnyEdge, @unchecked Sendable {

    private let current: Slot<Value>

    /// New values, or `nil` for a change that left the value as it was.
    @exclusivity(unchecked)
    private var arrivals = SegmentedQueue<Value?>()

    @exclusivity(unchecked)
    private var taken = SegmentedQueue<Value?>()

    init(to target: AnyNode, at index: Int, _ value: Value?) {
        current = Slot(value)
        super.init(to: target, at: index)
    }

    /// Appends the outcome of a change. Call this under the lock of the target.
    func append(_ outcome: Value?) {
        arrivals.append(outcome)
        arrived += 1
    }

    override var slot: AnySlot { current }

    override func take(_ count: Int) {
        for _ in 0..<count { taken.append(arrivals.removeFirst()) }
        arrived -= count
    }

    override func apply() -> Bool {
        var isChanged = false
        while taken.count > 0 {
            if let new = taken.removeFirst() {
                current.value = new
                isChanged = true
            }
        }
        return isChanged
    }
}

/// The office of a derived value. It lets the node end when it has no observers.
final class NodeOffice: PostOffice, @unchecked Sendable {

    /// The node, which retains the office. Set once, at the beginning.
    fileprivate(set) var node = WeakReference(nil)

    deinit { leaveDirectory() }

    /// The sources, which the graph of a watched program shows.
    override var combinedSources: [CombinedSource] {
        guard let node = node.object else { return [] }
        return unsafeDowncast(node, to: AnyNode.self).sources.map {
            CombinedSource(office: $0.office, type: $0.observableType)
        }
    }

    override func unregister(_ observation: AnyObservation, because reason: EndReason) {
        super.unregister(observation, because: reason)
        if let node = node.object { unsafeDowncast(node, to: AnyNode.self).endIfNeedless() }
    }
}

/// A value from which a derived value is computed.
enum NodeSource {

    /// A variable or a combination, and the object to keep alive.
    case root(any Root, AnyObject)

    /// Another derived value.
    case node(AnyNode)

    var height: Int { if case .node(let node) = self { node.height } else { 0 } }

    var node: AnyNode? { if case .node(let node) = self { node } else { nil } }
    var root: (any Root)? { if case .root(let root, _) = self { root } else { nil } }

    /// The type of the observable.
    var observableType: Any.Type {
        switch self {
        case .root(_, let variable): type(of: variable)
        case .node(let node): node.observableType
        }
    }

    var office: PostOffice {
        switch self {
        case .root(let root, _): root.office
        case .node(let node): node.office
        }
    }

    /// Identifies the source among all sources that are alive.
    var identity: ObjectIdentifier {
        switch self {
        case .root(let root, _): ObjectIdentifier(root.record)
        case .node(let node): ObjectIdentifier(node)
        }
    }
}

/// The value of a variable or a combination, as a source of derived values.
protocol Root: Sendable {

    var record: ValueRecord { get }
    var office: PostOffice { get }

    /// Its place in the order of locks.
    var lockRank: (level: Int, identity: ObjectIdentifier) { get }
    func lock()
    func tryLock() -> Bool
    func unlock()

    /// Connects a node that gets live with this source. Call this while both are locked.
    func connect(to target: AnyNode, at index: Int) -> AnyEdge

    /// A copy of the value. Call this while it's locked.
    func copyToSlot() -> AnySlot
}

/// The version and the edges of a variable or a combination that derived values depend on.
///
/// `@unchecked Sendable` because the lock of the value guards what isn't atomic.
class ValueRecord: @unchecked Sendable {

    /// Counts the changes.
    ///
    /// It's stored under the lock of the value, before anything about the change is posted. So a
    /// thread that a message has told about the change finds the new version. The store releases,
    /// and loads are sequentially consistent, so that a reader that compares several versions loads
    /// them in order.
    private let atomicVersion = Atomic(0)

    final var version: Int {
        @inline(__always)
        get { atomicVersion.load(ordering: .sequentiallyConsistent) }
    }

    /// The edges to live nodes.
    @exclusivity(unchecked)
    final var edges: [AnyEdge] = []

    /// Counts a change. Call this under the lock of the value.
    @inline(__always)
    final func countChange() {
        atomicVersion.store(atomicVersion.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    }
}
