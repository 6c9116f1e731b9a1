/// A derived value in the graph of what depends on what.
///
/// Sources are given at the beginning, so the graph has no cycles. A node is *live* while it's
/// observed, or another live node depends on it. Only live nodes have edges.
///
/// Values are in slots, so that only a subclass knows their type: see `DerivedNode`. Generic code
/// that isn't specialized would take many times as long.
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

    /// The values that have arrived from the sources, one after the other, if the node is live.
    @exclusivity(unchecked)
    final var inputs: UnsafeMutablePointer<NodeInput>?

    /// The node itself, if it's live. Until that ends, sources refer to the node.
    @exclusivity(unchecked)
    final var retainedSelf: AnyNode?

    /// The edges to live nodes that depend on this one.
    @exclusivity(unchecked)
    final var dependents = Edges()

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

    /// `true` if there was an observer that merges updates.
    @exclusivity(unchecked)
    final var mayMerge = false

    /// `true` if changes were merged into the first item of the agenda, and one of them gave a
    /// source a new value.
    @exclusivity(unchecked)
    final var hasMergedValues = false

    /// The offices behind whose letters a marker looks at this node again.
    ///
    /// One marker is enough for all changes meanwhile. If there were one for each, all of them
    /// would be added again behind each later letter.
    @exclusivity(unchecked)
    final var markedOffices: Set<ObjectIdentifier> = []

    /// `true` if an observer has asked for authors.
    @exclusivity(unchecked)
    final var readsAuthors = false

    /// `true` if the derived value is being closed, or was.
    @exclusivity(unchecked)
    final var isClosing = false

    /// `true` if the node says nothing more to its observers.
    @exclusivity(unchecked)
    final var isClosed = false

    /// The result of the latest evaluation for a read, and the number of memos until now.
    @exclusivity(unchecked)
    final var memo: Memo?
    @exclusivity(unchecked)
    final var memoCount = 0

    /// The `ReadPlan`, once there was a read that had to evaluate. Its type uses this one.
    @exclusivity(unchecked)
    final var plan: AnyObject?

    /// The value after all items of the agenda that are done, if the node is live.
    ///
    /// `nil` before the first evaluation. Only the busy thread writes it, and so can read it
    /// without the lock.
    @exclusivity(unchecked)
    final var latest: AnySlot?

    init(of sources: [NodeSource], office: NodeOffice, observableType: Any.Type) {
        self.sources = sources
        self.observableType = observableType
        self.office = office
        height = 1 + (sources.lazy.map(\.height).max() ?? 0)
        office.belong(to: self)
    }

    deinit {
        var released: [NodeSource] = []
        swap(&sources, &released)
        Trampoline.release(consume released)
        Trampoline.release(plan.take())
    }

    final var mutex: Mutex { lockOfNode.mutex }
    final func lock() { lockOfNode.lock(orStop: .lockInsideLock) }
    final func unlock() { lockOfNode.unlock() }

    final func withLock<Result>(_ decide: () -> Result) -> Result { lockOfNode.withLock { _ in decide() } }

    final var isLive: Bool { inputs != nil }

    /// `true` if a thread must do the first item of the agenda, and none does.
    final var isReady: Bool {
        guard !isBusy, let inputs else { return false }
        return agenda.isReady(at: inputs)
    }

    // MARK: - For the subclass

    /// Calls the function with these values of the sources. Call this without a lock.
    func evaluateForRead(_ values: consuming SourceValues) -> AnySlot { preconditionFailure("A node has a type.") }

    /// Does the same with the values that have arrived. Returns `nil` if the result equals the
    /// latest. Only for the busy thread.
    func evaluateForChange() -> AnySlot? { preconditionFailure("A node has a type.") }

    /// Posts the update from one value to another. Call this under the lock.
    func post(
        from old: AnySlot, to new: AnySlot, as author: AnyObject?, _ work: inout DeferredWork
    ) -> Delivery { preconditionFailure("A node has a type.") }

    /// Performs a delivery that `post` has returned.
    func perform(_ delivery: Delivery, from old: AnySlot, to new: AnySlot, as author: AnyObject?) {}

    /// Nodes are locked in this order.
    static func precedes(_ left: AnyNode, _ right: AnyNode) -> Bool {
        left.height == right.height
            ? ObjectIdentifier(left) < ObjectIdentifier(right) : left.height < right.height
    }
}

extension AnyNode {

    /// The values that have arrived, for the busy thread.
    final var arrivedValues: SourceValues {
        guard let inputs else { preconditionFailure("The node isn't live.") }
        return SourceValues(inputs, count: sources.count)
    }
}

extension Edge {

    init(to target: AnyNode, at index: Int, _ input: UnsafeMutablePointer<NodeInput>) {
        self.init(
            target: Unmanaged.passUnretained(target).toOpaque(), height: target.height, index: index, input: input)
    }

    /// Calls the closure with the live node, which isn't retained for that.
    @inline(__always)
    func withTarget<Result>(_ act: (AnyNode) -> Result) -> Result {
        Unmanaged<AnyNode>.fromOpaque(target)._withUnsafeGuaranteedRef(act)
    }
}

extension Edges {

    /// The nodes that depend on the source, retained.
    var targets: [AnyNode] {
        var targets: [AnyNode] = []
        for index in 0..<count { self[index].withTarget { targets.append($0) } }
        return targets
    }
}

/// A value from which a derived value is computed.
enum NodeSource {

    /// A variable or a combination, and the object to keep alive.
    case root(Root, AnyObject)

    /// Another derived value.
    case node(AnyNode)

    var height: Int { if case .node(let node) = self { node.height } else { 0 } }

    var node: AnyNode? { if case .node(let node) = self { node } else { nil } }
    var root: Root? { if case .root(let root, _) = self { root } else { nil } }

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

/// The office of a derived value. It lets the node end when it has no observers.
final class NodeOffice: PostOffice, @unchecked Sendable {

    /// The node, which retains the office.
    ///
    /// No weak reference, because that would make each retain of the node slower.
    private var reference = ObserverReference()

    private let givenName: String?

    init(named name: String?) {
        givenName = name
        super.init()
    }

    /// Leaves the directory here: the name is gone when the base class's destructor runs.
    deinit { leaveDirectory() }

    override var name: String? { givenName }

    /// `true` if there ever was an observation, or the derived value was closed.
    ///
    /// Only for the busy thread, under the lock of the node. Observations start under that lock or
    /// on the busy thread, except for placeholders, which ignore messages.
    var mayBeObserved: Bool {
        @inline(__always)
        get { state.constant { _ in true } == true }
    }

    /// The sources, which the graph of a watched program shows.
    override var combinedSources: [CombinedSource] {
        (node?.sources ?? []).map { CombinedSource(office: $0.office, type: $0.observableType) }
    }

    override func unregister(_ observation: AnyObservation, because reason: EndReason) {
        super.unregister(observation, because: reason)
        node?.endIfNeedless()
    }

    /// Makes this the office of a node. Only for the initializer of the node.
    func belong(to node: AnyNode) { _ = reference.pin(node) }

    private var node: AnyNode? { reference.observer.map { unsafeDowncast($0, to: AnyNode.self) } }
}
