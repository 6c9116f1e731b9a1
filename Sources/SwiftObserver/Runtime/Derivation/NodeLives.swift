import Dispatch

// The beginning and the end of a node's life. Neither uses recursion, because a graph can be deep.
extension AnyNode {

    /// Makes the node live, if it isn't, and keeps it live until `unpin`.
    ///
    /// If it gets live here, so do the nodes below, from the bottom up. The calling thread
    /// evaluates them. O(n) in nodes that get live, and in their sources.
    final func pin() {
        Propagation.run { pin(&$0) }
    }

    private final func pin(_ worklist: inout Worklist) {
        var path = [(node: self as AnyNode, areSourcesPinned: false)]
        while let (node, areSourcesPinned) = path.last {
            if !areSourcesPinned, node.pinIfLive(&worklist) {
                path.removeLast()
            } else if !areSourcesPinned {
                path[path.count - 1].areSourcesPinned = true
                for source in node.sources { if let node = source.node { path.append((node, false)) } }
            } else {
                EvaluatedNodes.checkStart()
                node.beginLife(&worklist)
                for source in node.sources { source.node?.unpin() }
                path.removeLast()
            }
        }
    }

    private final func pinIfLive(_ worklist: inout Worklist) -> Bool {
        withLock {
            if isLive { addPin(&worklist) }
            return isLive
        }
    }

    /// Pins the node. If its life was to end, its agenda waits for this thread.
    private final func addPin(_ worklist: inout Worklist) {
        pins += 1
        if isEnding, !agenda.isEmpty { worklist.add(self) }
        isEnding = false
    }

    /// Pins the node, and makes it live unless another thread has done that.
    ///
    /// Call this while all sources are live. The first item on the agenda is the first evaluation.
    /// If a source has evaluations on its agenda, it needs the outcomes of all of them.
    private final func beginLife(_ worklist: inout Worklist) {
        let locks = SourceLocks(of: self)
        locks.lock()
        lock()
        addPin(&worklist)
        if !isLive {
            retainedSelf = self
            let inputs = UnsafeMutablePointer<NodeInput>.allocate(capacity: sources.count)
            self.inputs = inputs
            var needs = Needs()
            for (index, source) in sources.enumerated() {
                let count = source.connect(Edge(to: self, at: index, inputs + index))
                if count > 0 { needs.add(index, count: count) }
            }
            agenda.appendEvaluation(needing: needs)
            worklist.add(self)
        }
        unlock()
        locks.unlock()
    }

    /// Ends what `pin` has begun.
    final func unpin() {
        let isLast = withLock {
            pins -= 1
            return pins == 0
        }
        if isLast { endIfNeedless() }
    }

    /// Ends the life of the node if nothing needs it, and then those of sources that only it
    /// needed.
    ///
    /// Call this whenever something that needed the node is gone. The library's own code holds no
    /// lock then, but the client may be inside of a change in place.
    ///
    /// So the thread itself may hold the lock of a source, and it mustn't wait. If this can't lock
    /// all sources, it tries again later.
    final func endIfNeedless() { endIfNeedless(attempts: 0) }

    private final func endIfNeedless(attempts: Int) {
        var nodes = SmallArray<AnyNode>()
        nodes.append(self)
        while let node = nodes.popLast() {
            guard node.beginEnd() else { continue }
            let locks = SourceLocks(of: node)
            guard locks.tryLock() else {
                node.endLater(attempts: attempts + 1)
                continue
            }
            guard let remains = node.endLife(locks) else { continue }
            remains.release()
            extendLifetime(remains)
            for source in node.sources { if let node = source.node { nodes.append(node) } }
        }
    }

    /// Tries again on a queue. After some attempts, it waits for the locks there.
    ///
    /// Many ends may have to wait, so they share the queue on which they wait. No code of clients
    /// runs there: it could hold up all ends. So that queue is never the last to retain the node,
    /// or what remains of the life.
    private final func endLater(attempts: Int) {
        if attempts <= Tuning.attemptsToEnd {
            let pause = DispatchTimeInterval.microseconds(10 << min(attempts, 12))
            return DispatchQueue(label: "SwiftObserver.derivation").asyncAfter(deadline: .now() + pause) {
                self.endIfNeedless(attempts: attempts)
            }
        }
        let node = Unmanaged.passRetained(self)
        queueOfEnds.async {
            let remains = node._withUnsafeGuaranteedRef { $0.waitToEnd() }
            DispatchQueue(label: "SwiftObserver.derivation").async {
                let node = node.takeRetainedValue()
                guard let remains = remains?.takeRetainedValue() else { return }
                remains.release()
                extendLifetime(remains)
                for source in node.sources { source.node?.endIfNeedless() }
                extendLifetime(node)
            }
        }
    }

    private final func waitToEnd() -> Unmanaged<NodeRemains>? {
        guard beginEnd() else { return nil }
        let locks = SourceLocks(of: self)
        locks.lock()
        return endLife(locks).map(Unmanaged.passRetained)
    }

    /// `true` if nothing needs the node. Call this under the lock.
    private final var isNeedless: Bool { isLive && pins == 0 && dependents.isEmpty && !office.isObserved }

    /// Returns whether the node can stop being live. If a thread is busy there, that thread looks
    /// again when it's done.
    ///
    /// If a node that was to end is needed again, its agenda waits for this thread. It may be
    /// inside of a change in place, so it leaves the agenda to a queue.
    private final func beginEnd() -> Bool {
        let (isReady, canEnd) = withLock {
            let wasEnding = isEnding
            isEnding = isNeedless
            return (wasEnding && !isEnding && self.isReady, isEnding && !isBusy)
        }
        if isReady { Propagation.handOver([self]) }
        return canEnd
    }

    /// Removes all edges from the sources, which are locked, and unlocks these.
    ///
    /// Returns `nil` if the node is needed or busy.
    private final func endLife(_ locks: SourceLocks) -> NodeRemains? {
        lock()
        guard isNeedless, !isBusy, let inputs = inputs.take() else {
            unlock()
            locks.unlock()
            return nil
        }
        for (index, source) in sources.enumerated() { source.disconnect(Edge(to: self, at: index, inputs + index)) }
        let remains = NodeRemains(
            inputs: inputs, count: sources.count, latest: latest.take(), node: retainedSelf.take(),
            actions: agenda.removeAll())
        isEnding = false
        mayMerge = false
        hasMergedValues = false
        unlock()
        locks.unlock()
        return remains
    }
}

/// The queue on which nodes wait for the locks of their sources, to end their lives.
private let queueOfEnds = DispatchQueue(label: "SwiftObserver.ends")

/// The parts of a life that has ended. They're released without a lock, because that runs code of
/// clients.
///
/// `@unchecked Sendable` because it never changes, and only one thread releases the parts.
private final class NodeRemains: @unchecked Sendable {

    private let inputs: UnsafeMutablePointer<NodeInput>
    private let count: Int
    private let latest: AnySlot?
    private let node: AnyNode?
    private let actions: [AgendaAction]

    init(
        inputs: UnsafeMutablePointer<NodeInput>, count: Int, latest: AnySlot?, node: AnyNode?, actions: [AgendaAction]
    ) {
        self.inputs = inputs
        self.count = count
        self.latest = latest
        self.node = node
        self.actions = actions
    }

    /// Performs the actions that are left, and frees the inputs.
    func release() {
        for action in actions { action.actAfterEnd() }
        inputs.deinitialize(count: count).deallocate()
    }
}

extension NodeSource {

    /// Adds an edge to a node that gets live, and initializes its input. Call this while both are
    /// locked.
    ///
    /// Returns the number of outcomes to come.
    fileprivate func connect(_ edge: Edge) -> Int {
        edge.input.initialize(to: NodeInput(from: office))
        switch self {
        case .root(let root, _):
            edge.input.pointee.slot = root.copyToSlot()
            root.record.edges.append(edge)
            return 0
        case .node(let node):
            edge.input.pointee.slot = node.latest
            node.dependents.append(edge)
            return node.agenda.evaluations
        }
    }

    /// Removes an edge. Call this while both are locked.
    fileprivate func disconnect(_ edge: Edge) {
        switch self {
        case .root(let root, _): root.record.edges.remove(edge)
        case .node(let node): node.dependents.remove(edge)
        }
    }
}

/// The locks of all sources of a node, in the order of locks.
private struct SourceLocks {

    private let ofRoots: [Mutex]
    private let ofNodes: [Mutex]

    init(of node: AnyNode) {
        var found: Set<ObjectIdentifier> = []
        let sources = node.sources.filter { found.insert($0.identity).inserted }
        ofRoots = sources.compactMap(\.root).sorted { $0.lockRank < $1.lockRank }.map(\.mutex)
        ofNodes = sources.compactMap(\.node).sorted(by: AnyNode.precedes).map(\.mutex)
    }

    /// No thread waits for a root while it holds the lock of a node.
    func lock() {
        ofRoots.lockTogether()
        for mutex in ofNodes { mutex.lock(orStop: .lockInsideLock) }
    }

    /// Locks all, or none if one of them is locked.
    func tryLock() -> Bool { (ofRoots + ofNodes).tryToLockTogether() }

    func unlock() { (ofRoots + ofNodes).unlock() }
}
