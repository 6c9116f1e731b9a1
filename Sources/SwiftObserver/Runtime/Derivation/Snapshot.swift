/// The values that all roots of a node had together at one moment.
struct Snapshot {

    let versions: [Int]
    let slots: [AnySlot]

    /// Takes a snapshot without waiting for anything but changes in place.
    ///
    /// Usually, each root is locked for itself. If none has changed since, all values were current
    /// together. If that fails again and again, all roots are locked at once.
    init(of plan: ReadPlan) {
        for _ in 0..<Tuning.unlockedSnapshots {
            let (versions, slots) = Self.copyOneByOne(plan.roots)
            if plan.areCurrent(versions) {
                self.init(versions: versions, slots: slots)
                return
            }
        }
        for root in plan.roots { root.lock() }
        self.init(versions: plan.versions, slots: plan.roots.map { $0.copyToSlot() })
        for root in plan.roots { root.unlock() }
    }

    private init(versions: [Int], slots: [AnySlot]) {
        self.versions = versions
        self.slots = slots
    }

    private static func copyOneByOne(_ roots: [any Root]) -> ([Int], [AnySlot]) {
        var versions: [Int] = [], slots: [AnySlot] = []
        for root in roots {
            root.lock()
            versions.append(root.record.version)
            slots.append(root.copyToSlot())
            root.unlock()
        }
        return (versions, slots)
    }
}

extension AnyNode {

    /// Evaluates the node, and the nodes below as far as needed, for a snapshot of the roots.
    final func read(_ plan: ReadPlan) -> AnySlot {
        let snapshot = Snapshot(of: plan)
        var known: [ObjectIdentifier: (slot: AnySlot, stamp: Int)] = [:]
        for (index, root) in plan.roots.enumerated() {
            known[ObjectIdentifier(root.record)] = (snapshot.slots[index], snapshot.versions[index])
        }
        for node in plan.nodes + [self] {
            let sources = node.sources.compactMap { known[$0.identity] }
            let versions = node === self ? snapshot.versions : nil
            let memo = node.findMemo(from: sources.map(\.stamp), versions: versions) { sources.map(\.slot) }
            known[ObjectIdentifier(node)] = (memo.slot, memo.number)
        }
        guard let result = known[ObjectIdentifier(self)] else { preconditionFailure("A node is part of its own plan.") }
        return result.slot
    }

    /// The latest memo, if it was made from the same sources, or a new one.
    private func findMemo(from stamps: [Int], versions: [Int]?, _ slots: () -> [AnySlot]) -> Memo {
        let known = withLock { memo }
        let isCurrent = known?.stamps == stamps
        if let known, isCurrent, versions == nil || known.versions == versions { return known }
        let slot: AnySlot
        if let known, isCurrent {
            slot = known.slot
        } else {
            EvaluatedNodes.checkRead(of: self)
            slot = evaluate(slots())
        }
        lock()
        let removed = memo
        memoCount += 1
        let number = isCurrent ? known?.number : nil
        let new = Memo(slot, number: number ?? memoCount, from: stamps, versions: versions)
        memo = new
        unlock()
        withExtendedLifetime(removed) {}
        return new
    }
}
