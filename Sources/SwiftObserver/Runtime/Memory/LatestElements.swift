/// The latest elements that were appended, up to a number.
struct LatestElements<Element> {

    private let limit: Int

    /// All elements, as a ring once there are as many as allowed.
    private var ring: [Element] = []

    /// Where the oldest element is.
    private var first = 0

    init(_ limit: Int) { self.limit = limit }

    /// The elements, oldest first. O(n).
    var elements: [Element] { Array(ring[first...] + ring[..<first]) }

    /// Adds an element, and returns the one that made room for it.
    mutating func append(_ new: Element) -> Element? {
        if ring.count < limit {
            ring.append(new)
            return nil
        }
        var old = new
        swap(&ring[first], &old)
        first = (first + 1) % limit
        return old
    }
}
