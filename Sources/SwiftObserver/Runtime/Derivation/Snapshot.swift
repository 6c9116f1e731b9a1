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

    private static func copyOneByOne(_ roots: [Root]) -> ([Int], [AnySlot]) {
        var versions: [Int] = [], slots: [AnySlot] = []
        versions.reserveCapacity(roots.count)
        slots.reserveCapacity(roots.count)
        for root in roots {
            root.lock()
            versions.append(root.record.version)
            slots.append(root.copyToSlot())
            root.unlock()
        }
        return (versions, slots)
    }
}
