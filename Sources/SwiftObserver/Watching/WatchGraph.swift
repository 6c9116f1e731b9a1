/// A graph of who observes whom.
///
/// Observables, transforms, combinations and observers are nodes. Observations are edges.
struct WatchGraph {

    private(set) var nodes: [Node] = []
    private(set) var edges: [Edge] = []

    struct Node {

        enum Kind { case observable, passing, observer }

        var kind: Kind

        /// The label, line by line.
        let lines: [String]
        var isSlow = false
    }

    /// One or several observations that look the same.
    struct Edge: Hashable {
        let from: Int
        let to: Int

        /// The label, line by line.
        let lines: [String]
        let isSlow: Bool
    }

    /// The number of edges that may still be drawn for observations.
    private var edgesLeft: Int

    /// The number of observations that aren't drawn.
    private var furtherObservations = 0

    /// The number of observations that each edge stands for.
    private(set) var counts: [Edge: Int] = [:]

    /// The names of types, since asking for them takes long.
    private var typeNames: [ObjectIdentifier: String] = [:]
    private var nodesOfOffices: [ObjectIdentifier: Int] = [:]
    private var nodesOfReceivers: [ObjectIdentifier: Int] = [:]

    /// - Parameters:
    ///   - slow: The duration from which a handler is slow.
    ///   - limit: The largest number of edges for observations.
    ///   - further: The number of observables that aren't drawn.
    init(of observables: [WatchedObservable], slow: Duration, limit: Int = .max, further: Int = 0) {
        edgesLeft = max(0, limit)
        for observable in observables {
            nodesOfOffices[observable.id] = add(.observable, lines(observable.label))
        }
        for observable in observables {
            guard let from = nodesOfOffices[observable.id] else { continue }
            for source in observable.combined { add(source, to: from) }
            for observation in observable.observations {
                add(observation, from: from, isSlow: observation.duration.map { $0 >= slow } == true)
            }
        }
        let missing = [(further, "observable"), (furtherObservations, "observation")].filter { $0.0 > 0 }
        if !missing.isEmpty { _ = add(.observer, ["not drawn:"] + missing.map { $0.0.count($0.1) }) }
    }

    /// Draws that a variable is part of a combined one.
    private mutating func add(_ source: WatchedSource, to combination: Int) {
        let from = nodesOfOffices[source.id] ?? add(.observable, lines(source.label))
        if nodesOfOffices.updateValue(from, forKey: source.id) == nil {
            for part in source.combined { add(part, to: from) }
        }
        let edge = Edge(from: from, to: combination, lines: ["combined"], isSlow: false)
        if counts.updateValue(1, forKey: edge) == nil { edges.append(edge) }
    }

    private mutating func add(_ observation: WatchedObservation, from: Int, isSlow: Bool) {
        guard let to = target(of: observation) ?? (edgesLeft == 0 ? nil : addTarget(of: observation)) else {
            return furtherObservations += 1
        }
        let note = observation.note
        var lines: [String] = []
        if Unhandled.Place(note.destination) != .inPlace { lines.append("\(Unhandled.Place(note.destination))") }
        if note.waiting > 0 { lines.append("\(note.waiting) waiting") }
        if note.missed > 0 { lines.append("\(note.missed) missed") }
        if isSlow, let duration = observation.duration {
            lines.append("running for \(ObservationInspection.text(duration.inSeconds)) s")
        }
        let edge = Edge(from: from, to: to, lines: lines, isSlow: isSlow)
        if counts[edge] == nil {
            if edgesLeft == 0 { return furtherObservations += 1 }
            edges.append(edge)
            edgesLeft -= 1
        }
        counts[edge, default: 0] += 1
        if isSlow { nodes[to].isSlow = true }
        if observation.downstream != nil { nodes[to].kind = .passing }
    }

    /// The node that receives the messages, if it exists already.
    private func target(of observation: WatchedObservation) -> Int? {
        if let downstream = observation.downstream { return nodesOfOffices[downstream] }
        return observation.receiver.flatMap { nodesOfReceivers[$0] }
    }

    private mutating func addTarget(of observation: WatchedObservation) -> Int {
        let note = observation.note
        if let downstream = observation.downstream {
            let node = add(.passing, [note.observer.text ?? "(unknown)"])
            nodesOfOffices[downstream] = node
            return node
        }
        guard case .object(let type) = note.observer, let receiver = observation.receiver else {
            let place = note.startPoint.map { ["\($0.file):\($0.line)"] } ?? []
            return add(.observer, [note.observer.text ?? "(dead)"] + place)
        }
        let typeName = type.map { name($0) } ?? "(dead)"
        let node = add(.observer, note.observerName.map { [$0, typeName] } ?? [typeName])
        nodesOfReceivers[receiver] = node
        return node
    }

    private mutating func add(_ kind: Node.Kind, _ lines: [String]) -> Int {
        nodes.append(Node(kind: kind, lines: lines))
        return nodes.count - 1
    }

    private mutating func lines(_ label: OfficeLabel) -> [String] {
        let typeName = label.type.map { name($0) } ?? "combination"
        return label.name.map { [$0, typeName] } ?? [typeName]
    }

    private mutating func name(_ type: Any.Type) -> String {
        if let name = typeNames[ObjectIdentifier(type)] { return name }
        let name = String(describing: type)
        typeNames[ObjectIdentifier(type)] = name
        return name
    }
}
