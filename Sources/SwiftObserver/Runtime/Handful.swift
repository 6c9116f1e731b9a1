/// Observations of which there's mostly just one, so that the first one takes no memory apart.
struct Handful: RandomAccessCollection, MutableCollection {

    private var first: AnyObservation?
    private var others: [AnyObservation] = []

    var startIndex: Int { 0 }

    var endIndex: Int { first == nil ? 0 : 1 + others.count }

    subscript(index: Int) -> AnyObservation {
        get {
            if index > 0 { return others[index - 1] }
            guard let first else { preconditionFailure("There's no observation.") }
            return first
        }
        set { if index > 0 { others[index - 1] = newValue } else { first = newValue } }
    }

    mutating func append(_ observation: consuming AnyObservation) {
        if first == nil { first = observation } else { others.append(observation) }
    }

    mutating func popLast() -> AnyObservation? {
        others.isEmpty ? first.take() : others.removeLast()
    }
}
