/// The latest elements that were appended, up to a limit.
struct LatestElements<Element> {

    private let limit: Int

    /// All elements, as a ring once the limit is reached.
    private var ring: [Element] = []

    /// The index of the oldest element.
    private var first = 0

    init(_ limit: Int) { self.limit = limit }

    /// The elements, oldest first. O(n).
    var elements: [Element] { Array(ring[first...] + ring[..<first]) }

    /// Adds an element, and exchanges it for the one that made room, if there is one.
    mutating func append(_ element: inout Element) {
        if ring.count < limit {
            ring.append(element)
        } else {
            swap(&ring[first], &element)
            first += 1
            if first == limit { first = 0 }
        }
    }
}
