import StressSupport

/// Some places for objects that all threads share.
final class ObjectPool<Item: AnyObject & Sendable>: Sendable {

    private let places: [Guarded<Item?>]

    init(_ count: Int) { places = (0..<count).map { _ in Guarded(nil) } }

    /// Some object, unless all places are empty.
    func pick(_ random: inout SplitMix64) -> Item? {
        let first = random.below(places.count)
        for offset in places.indices {
            if let item = places[(first + offset) % places.count].withLock({ $0 }) { return item }
        }
        return nil
    }

    /// Puts an object, or nothing, in a place. What was there before is let go of, after unlocking.
    func put(_ item: Item?, _ random: inout SplitMix64) { put(item, at: random.below(places.count)) }

    /// Empties all places, beginning with any.
    func clear(_ random: inout SplitMix64) {
        let first = random.below(places.count)
        for offset in places.indices { put(nil, at: (first + offset) % places.count) }
    }

    private func put(_ item: Item?, at index: Int) {
        var item = item
        places[index].withLock { swap(&$0, &item) }
    }
}
