/// Objects that someone may have to look at later. They aren't kept alive.
struct RememberedObjects {

    private var references: [WeakReference] = []

    /// How many there may be before it's time to look which of them are still of interest.
    private var tolerated = Tuning.toleratedRemembered

    var isEmpty: Bool { references.isEmpty }

    /// Adds an object, and tells whether the caller has to look which ones are of interest, and to `replace` them. O(1).
    mutating func add(_ object: AnyObject) -> Bool {
        references.append(WeakReference(object))
        if references.count <= tolerated { return false }
        // One looks at a time.
        tolerated = .max
        return true
    }

    /// Those that live, each once. To ask for them retains them, and may release them for the last time. So don't do so under a lock.
    var living: [AnyObject] {
        var seen: Set<ObjectIdentifier> = []
        return references.compactMap(\.object).filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    /// Replaces all that are in a copy made before by those that are still of interest.
    mutating func replace(_ old: Self, by objects: [AnyObject]) {
        references.replaceSubrange(0..<old.references.count, with: objects.map { WeakReference($0) })
        tolerated = max(Tuning.toleratedRemembered, 2 * references.count)
    }
}
