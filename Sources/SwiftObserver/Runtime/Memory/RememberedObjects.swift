/// Weak references to objects that may still be busy after an observation ended.
struct RememberedObjects {

    private var references: [WeakReference] = []

    /// The number of objects above which it's time to check which are still of interest.
    private var tolerated = Tuning.toleratedRemembered

    var isEmpty: Bool { references.isEmpty }

    /// Adds an object. Returns whether the caller must now check all objects and `replace` them.
    /// O(1).
    mutating func add(_ object: AnyObject) -> Bool {
        references.append(WeakReference(object))
        if references.count <= tolerated { return false }
        // Only one caller at a time checks.
        tolerated = .max
        return true
    }

    /// The living objects, each once. Don't ask for them under a lock.
    ///
    /// Asking retains the objects, and may then release the last reference to one.
    var living: [AnyObject] {
        var seen: Set<ObjectIdentifier> = []
        return references.compactMap(\.object).filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    /// Replaces the objects of an earlier copy by the objects that are still of interest.
    mutating func replace(_ old: Self, by objects: [AnyObject]) {
        references.replaceSubrange(0..<old.references.count, with: objects.map { WeakReference($0) })
        tolerated = max(Tuning.toleratedRemembered, 2 * references.count)
    }
}
