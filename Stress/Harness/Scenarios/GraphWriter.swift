import StressSupport

/// Changes variables of a graph on one thread.
final class GraphWriter {

    private let index: Int
    private let graph: RandomGraph
    private let subject: any GraphSubject

    /// Knows the versions that the thread has read and made.
    private let reader: GraphReader

    /// The cycles of this writer, and how many changes it has made in each.
    private var cycles: [(variables: [Int], changes: Int)]

    /// The pairs that this writer may change.
    private let pairs: [Int]

    private(set) var made: MadeChanges

    init(_ index: Int, _ graph: RandomGraph, _ subject: any GraphSubject, _ reader: GraphReader) {
        self.index = index
        self.graph = graph
        self.subject = subject
        self.reader = reader
        cycles = graph.cycles.filter { $0.owner == index }.map { ($0.variables, 0) }
        pairs = graph.pairs.indices.filter { [nil, index].contains(graph.pairs[$0].owner) }
        made = MadeChanges(in: graph)
    }

    func changeSomething(_ random: inout SplitMix64) {
        switch random.below(4) {
        case 0 where !cycles.isEmpty: setNext(inCycle: random.below(cycles.count))
        case 1 where !pairs.isEmpty: changePair(pairs[random.below(pairs.count)])
        default:
            let variable = graph.shared[random.below(graph.shared.count)]
            note(subject.increment(variable), of: variable)
        }
    }

    private func setNext(inCycle cycle: Int) {
        let (variables, changes) = cycles[cycle]
        let variable = variables[changes % variables.count], version = Int32(changes / variables.count + 1)
        cycles[cycle].changes += 1
        subject.set(variable, to: version)
        note(version, of: variable)
    }

    private func changePair(_ number: Int) {
        let pair = graph.pairs[number]
        made.pairs[number] += 1
        var version = Int32(made.pairs[number])
        if pair.owner == nil { version = subject.incrementPair(number) } else { subject.setPair(number, to: version) }
        reader.know(version, of: pair.left)
        reader.know(version, of: pair.right)
    }

    private func note(_ version: Int32, of variable: Int) {
        made.variables[variable] += 1
        reader.know(version, of: variable)
    }
}

/// The numbers of changes of each variable alone, and of each pair.
struct MadeChanges: Sendable {

    var variables: [Int]
    var pairs: [Int]

    init(in graph: RandomGraph) {
        variables = Array(repeating: 0, count: graph.variableCount)
        pairs = graph.pairs.map { _ in 0 }
    }

    mutating func add(_ other: MadeChanges) {
        for index in variables.indices { variables[index] += other.variables[index] }
        for index in pairs.indices { pairs[index] += other.pairs[index] }
    }

    /// The number of changes of what an element depends on.
    func reaching(_ element: GraphElement, in graph: RandomGraph) -> Int {
        var changes = 0
        for variable in element.variables { changes += variables[variable] }
        for (pair, count) in zip(graph.pairs, pairs)
        where element.place(of: pair.left) != nil || element.place(of: pair.right) != nil { changes += count }
        return changes
    }

    /// The largest possible number of changes of an element's value.
    ///
    /// A dull value stays the same most times.
    func showing(in element: GraphElement, of graph: RandomGraph) -> Int {
        let versions = versions(in: graph)
        let most = element.variables.enumerated().map { place, variable in
            Int(versions[variable]) >> element.mask[place].trailingZeroBitCount
        }
        return min(reaching(element, in: graph), most.reduce(0, +))
    }

    /// The versions of all variables after these changes.
    func versions(in graph: RandomGraph) -> [Int32] {
        var versions = variables
        for (pair, count) in zip(graph.pairs, pairs) {
            versions[pair.left] += count
            versions[pair.right] += count
        }
        return versions.map { Int32($0) }
    }
}
