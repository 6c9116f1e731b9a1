/// The nodes that one propagating thread has to look at, oldest first.
struct Worklist: ~Copyable {

    /// The nodes that this thread has looked at, and those that are left from `index` on.
    private var nodes = RetainedList<AnyNode>()
    private var index = 0

    /// The number of changes of other threads for which this thread may still evaluate nodes.
    private var budget = Tuning.deliveryBudget

    /// The node that this thread may evaluate although its observers merge updates, since it runs
    /// at the place of one of them.
    private var nodeOfObserver: ObjectIdentifier?

    var isEmpty: Bool { index == nodes.count }

    var isBudgetSpent: Bool { budget <= 0 }

    /// Lets this thread evaluate the node once, at the place of an observer.
    mutating func beginTurn(of node: AnyNode) { nodeOfObserver = ObjectIdentifier(node) }

    func isTurn(of node: AnyNode) -> Bool { nodeOfObserver == ObjectIdentifier(node) }

    /// Notes that this thread evaluates the node.
    mutating func endTurn(of node: AnyNode) { if isTurn(of: node) { nodeOfObserver = nil } }

    mutating func add(_ node: AnyNode) { nodes.append(.passUnretained(node)) }

    /// The nodes that were on the list when one of them first had to wait for a source, and all
    /// sources that were added for that reason.
    private var seen: Set<UnsafeMutableRawPointer>?

    /// Adds a source for which a node waits, unless this thread has looked at it or will.
    ///
    /// Otherwise, a thread would look at a source once for each path to it. If the source wasn't
    /// ready, the thread that makes it ready has it on its own list.
    mutating func addAwaited(_ node: AnyNode) {
        if seen == nil { seen = Set((0..<nodes.count).map { nodes[$0].toOpaque() }) }
        let address = Unmanaged.passUnretained(node).toOpaque()
        if seen?.insert(address).inserted == true { add(node) }
    }

    /// Returns the next node, if there is one. The list retains it.
    mutating func next() -> Unmanaged<AnyNode>? {
        if isEmpty { return nil }
        index += 1
        return nodes[index - 1]
    }

    /// Counts an item that is about to be done, if another thread made the change.
    mutating func spend(on item: borrowing Agenda.Item) { if item.isForeign { budget -= 1 } }

    /// The nodes that are left.
    var rest: [AnyNode] { (index..<nodes.count).map { nodes[$0].takeUnretainedValue() } }
}
