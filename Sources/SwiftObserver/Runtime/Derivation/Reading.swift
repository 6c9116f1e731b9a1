// Reading a derived value.
extension AnyNode {

    /// Calls the closure with the value, if it's remembered. Call this under the lock.
    ///
    /// If the node is live and has nothing left to do, it knows all changes that have returned.
    /// Otherwise, a memo does if no root has changed since.
    @inline(__always)
    final func withKnown<Result>(_ read: (AnySlot) -> Result) -> Result? {
        if agenda.isEmpty, let latest { return read(latest) }
        // The memo stays here as long as the lock is held, so it needn't be retained.
        return memo.map(Unmanaged.passUnretained)?._withUnsafeGuaranteedRef { $0.isCurrent ? read($0.slot) : nil }
    }

    /// Reads the value when it isn't remembered. Call this without a lock.
    @inline(never)
    final func readSlowly() -> AnySlot {
        // Before the snapshot: inside of a change of several variables, it could deadlock.
        EvaluatedNodes.checkRead(of: self)
        if let known = withLock({ plan }) { return read(unsafeDowncast(known, to: ReadPlan.self)) }
        let new = ReadPlan(for: self)
        withLock { plan = new }
        return read(new)
    }

    /// Evaluates the node, and the nodes below as far as needed, for a snapshot of the roots.
    private final func read(_ plan: ReadPlan) -> AnySlot {
        let snapshot = Snapshot(of: plan)
        var slots = snapshot.slots, stamps = snapshot.versions
        for (node, sources) in zip(plan.nodes, plan.sources) {
            let memo = node.findMemo(of: sources, slots, stamps)
            slots.append(memo.slot)
            stamps.append(memo.number)
        }
        let sources = plan.sources[plan.nodes.count]
        return findMemo(of: sources, slots, stamps, plan.records, versions: snapshot.versions).slot
    }

    /// The latest memo, if it was made from the same sources, or a new one.
    ///
    /// - Parameters:
    ///   - sources: The indices of the sources.
    ///   - slots: The values of all that the node may depend on.
    ///   - stamps: Their versions and numbers.
    ///   - records: The records of all roots, if this node is the one to be read.
    ///   - versions: Their versions.
    private final func findMemo(
        of sources: [Int], _ slots: [AnySlot], _ stamps: [Int], _ records: [ValueRecord] = [], versions: [Int]? = nil
    ) -> Memo {
        let known = withLock { memo }
        let hasSameSources = known.map { $0.stamps.elementsEqual(sources.lazy.map { stamps[$0] }) } ?? false
        if let known, hasSameSources, versions.map(known.isFor) ?? true { return known }
        let slot: AnySlot
        if let known, hasSameSources {
            slot = known.slot
        } else {
            EvaluatedNodes.checkRead(of: self)
            slot = evaluateForRead(SourceValues(sources.map { slots[$0] }))
        }
        lock()
        let removed = memo
        memoCount += 1
        let number = hasSameSources ? known?.number : nil
        let new = Memo(
            slot, number: number ?? memoCount, from: sources.map { stamps[$0] }, records, versions: versions)
        memo = new
        unlock()
        withExtendedLifetime(removed) {}
        return new
    }
}
