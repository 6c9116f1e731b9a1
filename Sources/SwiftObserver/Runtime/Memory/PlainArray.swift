/// A growing array of plain memory that usually has one element, and then needs no other memory.
///
/// Neither an empty one nor a small one costs a call of the runtime, as an `Array` does.
struct PlainArray<Element: BitwiseCopyable>: ~Copyable {

    private(set) var count = 0

    private var first: Element?

    /// All but the first element.
    private var others: UnsafeMutablePointer<Element>?
    private var capacity = 0

    init() {}

    deinit { others?.deallocate() }

    subscript(index: Int) -> Element {
        @inline(__always)
        get {
            precondition(index < count)
            return index == 0 ? first.unsafelyUnwrapped : others.unsafelyUnwrapped[index - 1]
        }
        @inline(__always)
        set {
            precondition(index < count)
            if index == 0 { first = newValue } else { others.unsafelyUnwrapped[index - 1] = newValue }
        }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == 0 { first = element } else { appendOther(element) }
        count += 1
    }

    @inline(never)
    private mutating func appendOther(_ element: Element) {
        if count > capacity { grow() }
        others.unsafelyUnwrapped[count - 1] = element
    }

    private mutating func grow() {
        let new = UnsafeMutablePointer<Element>.allocate(capacity: max(7, 2 * capacity))
        if let others {
            new.update(from: others, count: capacity)
            others.deallocate()
        }
        others = new
        capacity = max(7, 2 * capacity)
    }

    /// Removes the last element. There must be one.
    @inline(__always)
    mutating func removeLast() -> Element {
        let last = self[count - 1]
        count -= 1
        return last
    }
}
