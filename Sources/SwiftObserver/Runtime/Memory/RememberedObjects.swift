/// Objects that someone may have to look at later, each once. They aren't kept alive.
struct RememberedObjects<Object: AnyObject> {

    private var entries: [Entry] = []
    private var latestNumber = 0

    /// How many objects there may be before it's time to look which of them are still of interest.
    private var tolerated = Tuning.toleratedRemembered

    private struct Entry {
        let identity: ObjectIdentifier
        let reference: WeakReference

        /// Another one each time that the object is added.
        let number: Int

        /// On behalf of whom it was added.
        let owner: ObjectIdentifier?

        func object() -> Object? { reference.object as? Object }
    }

    var isEmpty: Bool { entries.isEmpty }

    /// Adds an object, and tells whether there are so many that it's time to remove some. O(n), with n being small mostly.
    mutating func add(_ object: Object, of owner: ObjectIdentifier? = nil) -> Bool {
        latestNumber += 1
        let new = Entry(
            identity: ObjectIdentifier(object), reference: WeakReference(object), number: latestNumber, owner: owner)
        if let index = entries.firstIndex(where: { $0.identity == new.identity }) {
            // What was at this address may have died, so it's another object.
            entries[index] = new
            return false
        }
        entries.append(new)
        return entries.count > tolerated
    }

    /// Removes those that are in a copy made before, unless they were added again since.
    mutating func remove(_ others: Self) {
        let numbers = Set(others.entries.map(\.number))
        entries.removeAll { numbers.contains($0.number) }
        tolerated = max(Tuning.toleratedRemembered, 2 * entries.count)
    }

    /// The objects that live, all or those of one owner. To ask for them retains them, so don't do so under a lock.
    func living(of owner: ObjectIdentifier? = nil) -> [Object] {
        entries.filter { owner == nil || $0.owner == owner }.compactMap { $0.object() }
    }

    /// Those that have died, or that are of no interest any more as the closure says. Don't ask for them under a lock.
    func outdated(_ isOutdated: (Object) -> Bool) -> Self {
        var copy = self
        copy.entries.removeAll { entry in entry.object().map { !isOutdated($0) } ?? false }
        return copy
    }
}
