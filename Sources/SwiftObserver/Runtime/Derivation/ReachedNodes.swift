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
    private var edges = PlainArray<Edge>()

    /// The locked nodes, in order.
    ///
    /// A node may end as soon as it's unlocked, and its function may capture the client's objects.
    /// Since variables are still locked then, the last reference must not be released there.
    private var nodes = RetainedList<AnyNode>()

    /// Adds edges of a locked variable or combination.
    mutating func add(_ edges: borrowing Edges) { for index in 0..<edges.count { push(edges[index]) } }

    /// Locks all nodes that the edges lead to, and puts the change on their agendas.
    ///
    /// The variables and combinations must be locked.
    mutating func lock(onBehalfOf author: AnyObject) {
        while edges.count > 0 {
            let first = pop()
            var needs = Needs()
            needs.add(first.index)
            nodes.append(.fromOpaque(first.target))
            first.withTarget { node in
                node.lock()
                if !node.dependents.isEmpty { add(node.dependents) }
                while edges.count > 0, edges[0].target == first.target { needs.add(pop().index) }
                node.agenda.appendEvaluation(needing: needs, author: node.readsAuthors ? AgendaAuthor(author) : nil)
            }
        }
    }

    /// Unlocks all nodes. The worklist gets those that are ready, or wait for earlier changes.
    mutating func unlock(_ worklist: inout Worklist) {
        for index in 0..<nodes.count {
            nodes[index]._withUnsafeGuaranteedRef { node in
                if node.isReady || node.agenda.count > 1 { worklist.add(node) }
                node.unlock()
            }
        }
    }

    // MARK: - Heap

    private mutating func push(_ edge: Edge) {
        edges.append(edge)
        var index = edges.count - 1
        while index > 0, isLess(index, than: (index - 1) / 2) {
            exchange(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func pop() -> Edge {
        let last = edges.removeLast()
        if edges.count == 0 { return last }
        let first = edges[0]
        edges[0] = last
        var index = 0
        while true {
            var least = 2 * index + 1
            if least >= edges.count { return first }
            if least + 1 < edges.count, isLess(least + 1, than: least) { least += 1 }
            if !isLess(least, than: index) { return first }
            exchange(index, least)
            index = least
        }
    }

    private mutating func exchange(_ index: Int, _ other: Int) {
        let edge = edges[index]
        edges[index] = edges[other]
        edges[other] = edge
    }

    private func isLess(_ index: Int, than other: Int) -> Bool { Edge.precedes(edges[index], edges[other]) }
}
