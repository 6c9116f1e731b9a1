/// An array that mostly has one element at most, which then takes no memory apart.
struct SmallArray<Element>: RandomAccessCollection, MutableCollection {

    private var first: Element?
    private var others: [Element] = []

    var startIndex: Int { 0 }

    var endIndex: Int { first == nil ? 0 : 1 + others.count }

    /// The same as by the protocol, which the compiler doesn't always make out.
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

    /// Apart, as the compiler would otherwise make sure in front of a loop that the array is unique, also if it's empty.
    @inline(never)
    private mutating func popLastOther() -> Element { others.removeLast() }
}
