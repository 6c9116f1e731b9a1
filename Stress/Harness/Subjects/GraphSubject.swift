import Dispatch
import SwiftObserver

/// Variables and derived values that depend on each other as in a random graph.
protocol GraphSubject: AnyObject, Sendable {

    /// Takes the functions of the derived values, in the order of the graph.
    init(_ graph: RandomGraph, _ functions: [GraphFunction])

    func value(of element: Int) -> Versions

    /// The values of both variables of a pair.
    func values(ofPair pair: Int) -> [Versions]

    /// Sets a variable that only the calling thread sets.
    func set(_ variable: Int, to version: Int32)

    /// Sets both variables of a pair that only the calling thread sets.
    func setPair(_ pair: Int, to version: Int32)

    /// Increments the version of a variable, and returns the new one.
    func increment(_ variable: Int) -> Int32

    /// Increments the versions of both variables of a pair, and returns the new one.
    func incrementPair(_ pair: Int) -> Int32

    func observe(
        _ element: Int, _ manner: ObservingManner,
        _ receive: @escaping GraphHandler
    ) -> any SubjectObservation

    /// Waits until all updates are handled. Returns what is left.
    func drain(within duration: Duration) -> String
}

/// Handles the update of a variable or a derived value.
typealias GraphHandler = @Sendable (_ old: Versions, _ new: Versions) -> Void

/// A way to observe one value.
struct ObservingManner: Sendable {

    /// The queue of the handler, or none if it runs in place.
    let queue: DispatchQueue?

    /// `true` if updates are merged while they wait in the queue.
    let isMerged: Bool

    let startsWithLatest: Bool
}

/// The library's derived values under attack. Subclasses break them.
class SwiftObserverGraph: GraphSubject, @unchecked Sendable {

    let graph: RandomGraph
    let functions: [GraphFunction]
    private let variables: [Var<Versions>]
    private let pairs: [Var<Pair<Versions, Versions>>]
    private let derivedValues: [Derived<Versions>]

    required init(_ graph: RandomGraph, _ functions: [GraphFunction]) {
        self.graph = graph
        self.functions = functions
        let variables = (0..<graph.variableCount).map { Var(Versions(version: 0, ofVariable: $0)) }
        let pairs = graph.pairs.map { variables[$0.left] +++ variables[$0.right] }
        var derivedValues: [Derived<Versions>] = []
        for function in functions {
            derivedValues.append(Self.derive(function, variables, pairs, derivedValues))
        }
        self.variables = variables
        self.pairs = pairs
        self.derivedValues = derivedValues
    }

    func value(of element: Int) -> Versions {
        element < variables.count ? variables[element].value : derivedValues[element - variables.count].value
    }

    func values(ofPair pair: Int) -> [Versions] {
        let pair = pairs[pair].value
        return [pair.left, pair.right]
    }

    func set(_ variable: Int, to version: Int32) {
        let value = Versions(version: version, ofVariable: variable)
        if version % 2 == 0 { variables[variable] <- value } else { variables[variable].set(value, as: self) }
    }

    func setPair(_ pair: Int, to version: Int32) {
        pairs[pair] <- Versions(version: version, ofVariable: graph.pairs[pair].left)
            +++ Versions(version: version, ofVariable: graph.pairs[pair].right)
    }

    func increment(_ variable: Int) -> Int32 {
        func increment(_ value: inout Versions) -> Int32 {
            value = value.next(ofVariable: variable)
            return value.version
        }
        return increment(&variables[variable].value)
    }

    func incrementPair(_ pair: Int) -> Int32 {
        let plan = graph.pairs[pair]
        func increment(_ value: inout Pair<Versions, Versions>) -> Int32 {
            value.left = value.left.next(ofVariable: plan.left)
            value.right = value.right.next(ofVariable: plan.right)
            return value.left.version
        }
        return increment(&pairs[pair].value)
    }

    func observe(
        _ element: Int, _ manner: ObservingManner,
        _ receive: @escaping GraphHandler
    ) -> any SubjectObservation {
        let observation = LatestObservation()
        if element < variables.count {
            let variable = variables[element]
            if manner.startsWithLatest {
                observe(variable.startingWithLatest(), by: observation, manner, receive)
            } else {
                observe(variable, by: observation, manner, receive)
            }
        } else {
            let value = derivedValues[element - variables.count]
            if manner.startsWithLatest {
                observe(value.startingWithLatest(), by: observation, manner, receive)
            } else {
                observe(value, by: observation, manner, receive)
            }
        }
        return observation
    }

    private func observe(
        _ source: some MessageSource<Update<Versions>>, by observation: LatestObservation, _ manner: ObservingManner,
        _ receive: @escaping GraphHandler
    ) {
        if let queue = manner.queue, manner.isMerged {
            observation.observe(source).on(queue).merging().receive { receive($0.old, $0.new) }
        } else if let queue = manner.queue {
            observation.observe(source, on: queue) { receive($0.old, $0.new) }
        } else {
            observation.observe(source) { receive($0.old, $0.new) }
        }
    }

    func drain(within duration: Duration) -> String {
        let left = SwiftObserver.drain(variables, within: duration)
        return left.isEmpty ? "" : "\(left)"
    }
}

// MARK: - Derive

extension SwiftObserverGraph {

    private typealias Source = ValueSource<Versions> & Sendable

    /// Creates a derived value with the initializer that fits its sources.
    private static func derive(
        _ function: GraphFunction, _ variables: [Var<Versions>], _ pairs: [Var<Pair<Versions, Versions>>],
        _ derivedValues: [Derived<Versions>]
    ) -> Derived<Versions> {
        let element = function.element, start = variables.count
        func view(_ index: Int) -> BufferedView<Update<Versions>> {
            index < start ? variables[index].view : derivedValues[index - start].view
        }
        func source(_ index: Int) -> any Source {
            // seldom a view
            if (element.id + index).isMultiple(of: 7) { return view(index) }
            return index < start ? variables[index] : derivedValues[index - start]
        }
        if case .pair(let pair)? = element.sources.first {
            return element.inputs.count == 2
                ? Derived(pairs[pair]) { function.result($0.left, $0.right) }
                : derive(function, pairs[pair], source(element.inputs[2]))
        }
        if element.takesArray { return Derived(of: element.inputs.map(view)) { function.result(of: $0) } }
        let sources = element.inputs.map(source)
        switch sources.count {
        case 1: return derive(function, sources[0])
        case 2: return derive(function, sources[0], sources[1])
        case 3: return derive(function, sources[0], sources[1], sources[2])
        default: return derive(function, sources[0], sources[1], sources[2], sources[3])
        }
    }

    private static func derive(
        _ function: GraphFunction, _ pair: Var<Pair<Versions, Versions>>, _ other: some Source
    ) -> Derived<Versions> {
        Derived(pair, other) { function.result($0.left, $0.right, $1) }
    }

    private static func derive(_ function: GraphFunction, _ a: some Source) -> Derived<Versions> {
        Derived(a) { function.result($0) }
    }

    private static func derive(_ function: GraphFunction, _ a: some Source, _ b: some Source) -> Derived<Versions> {
        Derived(a, b) { function.result($0, $1) }
    }

    private static func derive(
        _ function: GraphFunction, _ a: some Source, _ b: some Source, _ c: some Source
    ) -> Derived<Versions> {
        Derived(a, b, c) { function.result($0, $1, $2) }
    }

    private static func derive(
        _ function: GraphFunction, _ a: some Source, _ b: some Source, _ c: some Source, _ d: some Source
    ) -> Derived<Versions> {
        Derived(a, b, c, d) { function.result($0, $1, $2, $3) }
    }
}
