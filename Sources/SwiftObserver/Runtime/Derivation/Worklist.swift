/// The nodes that one propagating thread has to look at, oldest first.
///
/// Generic, so that nodes can add to it although it consists of nodes.
struct Worklist<Node: AnyObject> {

    private var nodes = SmallArray<Node>()
    private var index = 0

    /// The number of changes of other threads for which this thread may still evaluate nodes.
    private var budget = Tuning.deliveryBudget

    var isEmpty: Bool { index == nodes.count }

    var isBudgetSpent: Bool { budget <= 0 }

    mutating func add(_ node: Node) { nodes.append(node) }

    /// The nodes that this thread has looked at, as soon as one of them had to wait for a source.
    private var seen: Set<ObjectIdentifier>?

    /// Adds a source for which a node waits, unless this thread has looked at it or will.
    ///
    /// Otherwise, a thread would look at a source once for each path to it. If the source wasn't
    /// ready, the thread that makes it ready has it on its own list.
    mutating func addAwaited(_ node: Node) {
        if seen == nil { seen = Set(nodes.map { ObjectIdentifier($0) }) }
        if seen?.insert(ObjectIdentifier(node)).inserted == true { nodes.append(node) }
    }

    /// Returns the next node, if there is one.
    mutating func next() -> Node? {
        if isEmpty { return nil }
        defer { index += 1 }
        return nodes[index]
    }

    /// Counts an item that is about to be done, if another thread made the change.
    mutating func count(_ item: Agenda.Item) { if item.thread != .current { budget -= 1 } }

    /// The rest of the list, with a new budget.
    var rest: Worklist {
        var rest = Worklist()
        for node in nodes[index...] { rest.add(node) }
        return rest
    }
}

extension Worklist: Sendable where Node: Sendable {}
