/// The values that all roots of a node had together at one moment.
struct Snapshot {

    private(set) var versions: [Int] = []
    private(set) var slots: [AnySlot] = []

    /// Takes a snapshot without waiting for anything but changes in place.
    ///
    /// Usually, each root is locked for itself. If none has changed when all are copied, all values
    /// were current together. Otherwise, those that have changed are copied again. If that fails
    /// again and again, all roots are locked at once.
    init(of plan: ReadPlan) {
        versions.reserveCapacity(plan.roots.count)
        slots.reserveCapacity(plan.roots.count)
        for root in plan.roots {
            root.lock()
            versions.append(root.record.version)
            slots.append(root.copyToSlot())
            root.unlock()
        }
        for _ in 0..<Tuning.unlockedSnapshots { if !copyChanged(plan) { return } }
        plan.roots.map(\.mutex).lockTogether()
        versions = plan.versions
        var removed = plan.roots.map { $0.copyToSlot() }
        swap(&slots, &removed)
        for root in plan.roots { root.unlock() }
        withExtendedLifetime(removed) {}
    }

    /// Copies the values that have changed. Returns whether there were any.
    ///
    /// If there were none, all values were current when this began: versions only grow.
    private mutating func copyChanged(_ plan: ReadPlan) -> Bool {
        var wereAny = false
        for (index, record) in plan.records.enumerated() where record.version != versions[index] {
            let root = plan.roots[index]
            root.lock()
            versions[index] = record.version
            var removed = root.copyToSlot()
            swap(&slots[index], &removed)
            root.unlock()
            withExtendedLifetime(removed) {}
            wereAny = true
        }
        return wereAny
    }
}
