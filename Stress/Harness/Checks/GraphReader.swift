import StressSupport
import Synchronization

/// Judges the values that one thread reads from a graph.
///
/// All reads and changes have one order, which agrees with real time. So a thread never reads a
/// version that is older than one that it made or read before, from any element. The same holds for
/// versions whose changes had returned when the read began, on any thread.
final class GraphReader {

    private let subject: any GraphSubject
    private let graph: RandomGraph
    private let returned: [ReturnedVersion]
    private let tally: Tally

    /// The latest version that the thread knows, of each variable.
    private var known: [Int32]

    init(_ subject: any GraphSubject, _ graph: RandomGraph, _ returned: [ReturnedVersion], _ tally: Tally) {
        self.subject = subject
        self.graph = graph
        self.returned = returned
        self.tally = tally
        known = Array(repeating: 0, count: graph.variableCount)
    }

    /// Notes that the thread's change has returned.
    func know(_ version: Int32, of variable: Int) {
        known[variable] = max(known[variable], version)
        returned[variable].raise(to: version)
    }

    /// Notes that a handler on this thread has received the value.
    func know(_ value: Versions, of element: Int) {
        for (place, variable) in graph.elements[element].variables.enumerated() {
            known[variable] = max(known[variable], value.numbers[place])
        }
    }

    /// Reads something that may be read.
    func readAny(_ random: inout SplitMix64) {
        let choice = random.below(graph.readable.count + graph.pairs.count)
        if choice < graph.pairs.count { readPair(choice) } else { read(graph.readable[choice - graph.pairs.count]) }
    }

    func read(_ number: Int) {
        let element = graph.elements[number]
        let least = element.variables.map { returned[$0].now }
        judge(subject.value(of: number), of: element, least)
    }

    private func readPair(_ number: Int) {
        let pair = graph.pairs[number], elements = [graph.elements[pair.left], graph.elements[pair.right]]
        let least = elements.map { returned[$0.id].now }
        let values = subject.values(ofPair: number)
        tally.expect(
            values[0].version == values[1].version, "mixed: a pair was read as \(values[0]) and \(values[1])")
        for (index, element) in elements.enumerated() { judge(values[index], of: element, [least[index]]) }
    }

    /// Judges a value of which the thread knows what it must show at least.
    private func judge(_ value: Versions, of element: GraphElement, _ least: [Int32]) {
        tally.expect(value.isIntact(of: element.id), "torn: \(element.id) was read broken")
        for (place, variable) in element.variables.enumerated() {
            let version = value.numbers[place], mask = element.mask[place]
            tally.expect(
                version >= known[variable] & mask,
                "backwards: \(element.id) shows version \(version) of variable \(variable) to a thread that knows "
                    + "\(known[variable])")
            tally.expect(
                version >= least[place] & mask,
                "stale: \(element.id) shows version \(version) of variable \(variable), but the change to "
                    + "\(least[place]) has returned before")
            known[variable] = max(known[variable], version)
        }
    }
}

/// The latest version of a variable whose change has returned.
final class ReturnedVersion: Sendable {
    private let version = Atomic(Int32(0))
    var now: Int32 { version.load(ordering: .sequentiallyConsistent) }
    func raise(to new: Int32) { _ = version.max(new, ordering: .sequentiallyConsistent) }
}
