/// The live nodes that a change reaches, locked in the order of height and identity.
///
/// Edges lead from lower nodes to higher ones. So taking the least edge again and again visits all
/// nodes in the order of their locks, although the graph isn't known in advance. All edges to one
/// node follow each other.
///
/// No thread may see part of a change, so all nodes stay locked until the change is on the agenda
/// of each. If nodes were locked one at a time, two changes could be on two agendas in different
/// order, and a node that depends on both would mix them.
struct ReachedNodes: ~Copyable {

    /// The edges to follow, as a heap with the least one first.
    private var edges: [AnyEdge] = []

    /// The locked nodes, in order.
    private(set) var nodes: SmallArray<AnyNode> = SmallArray()

    /// Adds edges of a locked variable or combination.
    mutating func add(_ edges: [AnyEdge]) { for edge in edges { push(edge) } }

    /// Locks all nodes that the edges lead to, and puts the change on their agendas.
    ///
    /// The variables and combinations must be locked.
    mutating func lock(onBehalfOf author: AnyObject) {
        while let first = pop() {
            let node = first.target
            node.lock()
            nodes.append(node)
            for edge in node.dependents { push(edge) }
            var needs = SmallArray<Agenda.Need>()
            needs.append(Agenda.Need(source: first.index, count: 1))
            while let next = edges.first, next.target === node {
                _ = pop()
                needs.append(Agenda.Need(source: next.index, count: 1))
            }
            node.agenda.appendEvaluation(needing: needs, author: node.readsAuthors ? WeakReference(author) : nil)
        }
    }

    /// Unlocks all nodes. The worklist gets those that are ready, or wait for earlier changes.
    ///
    /// A node may end as soon as it's unlocked, and its function may capture the client's objects.
    /// Since variables are still locked, the last reference must not be released here.
    ///
    /// - Returns: The nodes, to be released when all locks are.
    consuming func unlock(_ worklist: inout Worklist<AnyNode>) -> SmallArray<AnyNode> {
        for node in nodes {
            if node.isReady || node.agenda.count > 1 { worklist.add(node) }
            node.unlock()
        }
        return nodes
    }

    // MARK: - Heap

    private mutating func push(_ edge: AnyEdge) {
        edges.append(edge)
        var index = edges.count - 1
        while index > 0, isLess(index, than: (index - 1) / 2) {
            edges.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func pop() -> AnyEdge? {
        guard let first = edges.first, let last = edges.popLast() else { return nil }
        if edges.isEmpty { return first }
        edges[0] = last
        var index = 0
        while true {
            var least = 2 * index + 1
            if least >= edges.count { return first }
            if least + 1 < edges.count, isLess(least + 1, than: least) { least += 1 }
            if !isLess(least, than: index) { return first }
            edges.swapAt(index, least)
            index = least
        }
    }

    private func isLess(_ index: Int, than other: Int) -> Bool {
        AnyNode.precedes(edges[index].target, edges[other].target)
    }
}
