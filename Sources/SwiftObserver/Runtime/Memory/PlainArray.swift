/// A growing array of plain memory that usually has one element, and then allocates nothing.
///
/// Reading an element retains nothing. It isn't copied, so it's always unique.
struct PlainArray<Element: BitwiseCopyable>: ~Copyable {

    private(set) var count = 0

    private var first: Element?

    /// All but the first element. Elements that were removed may follow.
    ///
    /// An array and not a pointer with a `deinit`. If a structure has a `deinit` and only plain
    /// memory, a compiler (6.3) doesn't always call it in unoptimized code.
    private var others: [Element] = []

    init() {}

    subscript(index: Int) -> Element {
        @inline(__always)
        get {
            precondition(index < count)
            return index == 0 ? first.unsafelyUnwrapped : others[index - 1]
        }
        @inline(__always)
        set {
            precondition(index < count)
            if index == 0 { first = newValue } else { others[index - 1] = newValue }
        }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == 0 { first = element } else { appendOther(element) }
        count += 1
    }

    @inline(never)
    private mutating func appendOther(_ element: Element) {
        if others.count >= count {
            others[count - 1] = element
        } else {
            // Growing from one element to two, four and so on would take longer than the rest.
            if others.isEmpty { others.reserveCapacity(7) }
            others.append(element)
        }
    }

    /// Removes the last element. There must be one.
    @inline(__always)
    mutating func removeLast() -> Element {
        let last = self[count - 1]
        count -= 1
        return last
    }
}
