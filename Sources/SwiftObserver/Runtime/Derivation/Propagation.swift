import Dispatch

/// The nodes that one thread has to look at, and those that its change has locked.
///
/// Each propagating thread has such a list. A node can be on several of them. The first thread that
/// comes to it does what is ready, and leaves what isn't to the thread that makes it ready.
struct Propagation: ~Copyable {

    private var worklist = Worklist()

    /// The nodes that a change has reached.
    var reached = ReachedNodes()

    /// Unlocks these nodes. Call `releaseReached` when all other locks are released, too.
    mutating func unlockReached() { reached.unlock(&worklist) }

    /// Releases the nodes, which may be the last to retain objects of clients.
    mutating func releaseReached() { reached = ReachedNodes() }

    /// Evaluates nodes, and delivers their updates, until no node on the list is ready.
    ///
    /// If other threads made too many of the changes, a new queue does the rest.
    mutating func run() { if !worklist.isEmpty { EvaluatedNodes.setAside { runAll() } } }

    private mutating func runAll() {
        while !worklist.isBudgetSpent {
            guard let node = worklist.next() else { return }
            node._withUnsafeGuaranteedRef { $0.doReady(&worklist) }
        }
        if !worklist.isEmpty { Self.handOver(worklist.rest) }
    }

    /// Evaluates nodes on a new queue.
    static func handOver(_ nodes: [AnyNode]) {
        DispatchQueue(label: "SwiftObserver.derivation").async {
            run { worklist in for node in nodes { worklist.add(node) } }
        }
    }

    /// Evaluates what the closure adds, and the nodes that are ready after that.
    static func run(_ add: (inout Worklist) -> Void) {
        var propagation = Propagation()
        add(&propagation.worklist)
        propagation.run()
    }

    /// Evaluates one node, and those that are ready after that.
    static func run(from node: AnyNode) {
        run { $0.add(node) }
    }

    /// Evaluates one node whose observers merge updates, at the place of one of them.
    static func runAtObserver(of node: AnyNode) {
        run {
            $0.beginTurn(of: node)
            $0.add(node)
        }
    }

    /// Does the actions of one node, and leaves everything else to a new queue.
    static func runActions(of node: AnyNode) {
        var worklist = Worklist()
        EvaluatedNodes.setAside { node.doReady(&worklist, onlyActions: true) }
        if !worklist.isEmpty { handOver(worklist.rest) }
    }

    /// Evaluates one node, and those that are ready after that, when all letters of an office are
    /// delivered for which this thread is on duty. The node has noted that office.
    static func run(from node: AnyNode, behindLettersOf office: PostOffice) {
        let place = BehindLine(of: office, type(of: node)), identity = ObjectIdentifier(office)
        let marker = Marker(at: place) {
            _ = node.withLock { node.markedOffices.remove(identity) }
            run(from: node)
        }
        if !place.add(marker) { marker.reach() }
    }
}
