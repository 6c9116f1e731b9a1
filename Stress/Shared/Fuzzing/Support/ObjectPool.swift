import StressSupport

/// A number of places for objects, which all threads share.
final class ObjectPool<Item: AnyObject & Sendable>: Sendable {

    private let places: [Guarded<Item?>]

    init(_ count: Int) { places = (0..<count).map { _ in Guarded(nil) } }

    /// Picks an object, or `nil` if all places are empty.
    func pick(_ random: inout SplitMix64) -> Item? {
        let first = random.below(places.count)
        for offset in places.indices {
            if let item = places[(first + offset) % places.count].withLock({ $0 }) { return item }
        }
        return nil
    }

    /// Puts an object, or `nil`, in a place. The previous one is released after unlocking.
    func put(_ item: Item?, _ random: inout SplitMix64) { put(item, at: random.below(places.count)) }

    /// Empties all places, beginning with a random one.
    func clear(_ random: inout SplitMix64) {
        let first = random.below(places.count)
        for offset in places.indices { put(nil, at: (first + offset) % places.count) }
    }

    private func put(_ item: Item?, at index: Int) {
        var item = item
        places[index].withLock { swap(&$0, &item) }
    }
}
