/// The place after everything that is on the agenda of a node.
private struct BehindAgenda: MarkedPlace {

    let node: AnyNode

    func add(_ marker: Marker) -> Bool {
        node.withLock {
            if node.agenda.isEmpty { return false }
            node.agenda.append(MarkerAtNode(marker))
            return true
        }
    }

    /// The marker stays on the agenda. When it's reached, nobody waits for it.
    func remove(_ marker: Marker) {}

    /// The thread in the function, or the one that delivers messages of a source before that.
    ///
    /// If the node waits for nodes below, it's the thread that these wait for.
    var handlingThread: ThreadID? {
        var open = [node], found: Set<ObjectIdentifier> = []
        while let node = open.popLast() {
            guard found.insert(ObjectIdentifier(node)).inserted else { continue }
            let (thread, awaited) = node.withLock { node.threadOrAwaited }
            if let thread { return thread }
            open += awaited
        }
        return nil
    }

    /// The derived value itself, as long as its function has something to do.
    var unfinished: [Unfinished] {
        let (isDone, waiting) = node.withLock { (node.agenda.isEmpty, node.agenda.evaluations) }
        if isDone { return [] }
        return [
            Unfinished(
                observable: node.observableType, observer: .object(node.observableType), destination: .inPlace,
                waiting: waiting)
        ]
    }
}

/// Reaches a marker when everything before it is done.
private final class MarkerAtNode: AgendaAction, @unchecked Sendable {

    private let marker: Marker

    init(_ marker: Marker) { self.marker = marker }

    override func act() -> (() -> Void)? { { [marker] in marker.reach() } }
}

extension DrainElsewhere {

    /// Waits for the nodes and all that depend on them, and then for their observers.
    static func behind(_ nodes: any DrainedNodes) -> DrainElsewhere {
        DrainElsewhere(
            wait: { barrier in
                for node in AnyNode.all(from: nodes.firstNodes) {
                    barrier.wait(for: BehindAgenda(node: node)) {
                        node.office.drain($0, DrainRoute(to: node.observableType))
                    }
                    if node.withLock({ node.mayMerge && !node.agenda.isEmpty }) { Propagation.handOver([node]) }
                }
            }, position: { nodes.position })
    }
}

/// The nodes with which a drain of an observable begins.
protocol DrainedNodes: Sendable {

    /// The live nodes, without those that depend on them.
    var firstNodes: [AnyNode] { get }

    /// A number that grows with each change, or always 0 if group drains can't contain the nodes.
    var position: Int { get }
}

extension AnyNode {

    /// The thread that must continue before the first item is done, or the sources for which that
    /// item waits. Call this under the lock.
    fileprivate final var threadOrAwaited: (ThreadID?, [AnyNode]) {
        if let busyThread { return (busyThread, []) }
        guard let inputs, let first = agenda.first else { return (nil, []) }
        // Not lazy: that would ask twice, and another thread may go off duty in between.
        var thread: ThreadID?, awaited: [AnyNode] = []
        first.pointee.needs.forEach { index, count in
            if inputs[index].hasArrived(count) {
                thread = thread ?? sources[index].office.deliveringThread
            } else if let node = sources[index].node {
                awaited.append(node)
            }
        }
        return awaited.isEmpty ? (thread, []) : (nil, awaited)
    }
}

extension AnyNode: DrainedNodes {

    final var firstNodes: [AnyNode] { [self] }
    final var position: Int { 0 }
}

extension AnyNode {

    /// The nodes and all live nodes that depend on them, each once.
    fileprivate static func all(from nodes: [AnyNode]) -> [AnyNode] {
        var all: [AnyNode] = [], found: Set<ObjectIdentifier> = [], open = nodes
        while let node = open.popLast() {
            guard found.insert(ObjectIdentifier(node)).inserted else { continue }
            all.append(node)
            open += node.withLock { node.dependents.targets }
        }
        return all
    }
}
