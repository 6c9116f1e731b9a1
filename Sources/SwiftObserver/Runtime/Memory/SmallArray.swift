/// An array that usually has at most one element, and then needs no memory of its own.
struct SmallArray<Element>: RandomAccessCollection, MutableCollection {

    private var first: Element?
    private var others: [Element] = []

    var startIndex: Int { 0 }

    var endIndex: Int { first == nil ? 0 : 1 + others.count }

    /// The protocol's default does the same, but the compiler doesn't always resolve it.
    var count: Int { endIndex }

    subscript(index: Int) -> Element {
        get {
            if index > 0 { return others[index - 1] }
            guard let first else { preconditionFailure("There's no element.") }
            return first
        }
        set { if index > 0 { others[index - 1] = newValue } else { first = newValue } }
    }

    mutating func append(_ element: consuming Element) {
        if first == nil { first = element } else { others.append(element) }
    }

    mutating func popLast() -> Element? { others.isEmpty ? first.take() : popLastOther() }

    /// Not inlined: the compiler would ensure before a loop that even an empty array is unique.
    @inline(never)
    private mutating func popLastOther() -> Element { others.removeLast() }
}

extension SmallArray: Sendable where Element: Sendable {}
