import Dispatch
import StressSupport
import SwiftObserver
import Synchronization

/// Reads variables one by one instead of together.
final class PiecemealGraphMutant: SwiftObserverGraph, @unchecked Sendable {
    override func value(of element: Int) -> Versions {
        var known: [Int: Versions] = [:]
        func value(_ element: Int) -> Versions {
            if element < graph.variableCount { return super.value(of: element) }
            if let value = known[element] { return value }
            let inputs = graph.elements[element].inputs.map(value)
            let value = functions[element - graph.variableCount].result(of: inputs)
            known[element] = value
            return value
        }
        return value(element)
    }
}

/// Computes each value whenever an input sends an update, as combined observations do.
final class CombiningGraphMutant: SwiftObserverGraph, @unchecked Sendable {

    private let results: [Var<Versions>]
    private let observations = Guarded([any SubjectObservation]())

    required init(_ graph: RandomGraph, _ functions: [GraphFunction]) {
        results = functions.map { Var(Versions(.zero, of: $0.element.id)) }
        super.init(graph, functions)
        for (function, result) in zip(functions, results) {
            let inputs = function.element.inputs
            let latest = Guarded(inputs.map { Versions(.zero, of: $0) })
            for (index, input) in inputs.enumerated() {
                let manner = ObservingManner(queue: nil, isMerged: false, startsWithLatest: false)
                let observation = observe(input, manner) { _, new in
                    let values = latest.withLock { latest in
                        latest[index] = new
                        return latest
                    }
                    result <- function.result(of: values)
                }
                observations.withLock { $0.append(observation) }
            }
        }
    }

    override func value(of element: Int) -> Versions {
        element < graph.variableCount ? super.value(of: element) : results[element - graph.variableCount].value
    }

    override func observe(
        _ element: Int, _ manner: ObservingManner, _ receive: @escaping GraphHandler
    ) -> any SubjectObservation {
        if element < graph.variableCount { return super.observe(element, manner, receive) }
        let observation = LatestObservation()
        observation.observe(results[element - graph.variableCount]) { receive($0.old, $0.new) }
        return observation
    }
}

/// Changes what observers of derived values receive, or when.
class ReceivingGraphMutant: SwiftObserverGraph, @unchecked Sendable {

    final override func observe(
        _ element: Int, _ manner: ObservingManner, _ receive: @escaping GraphHandler
    ) -> any SubjectObservation {
        let count = Atomic(0), isDerived = element >= graph.variableCount
        let (changedManner, handler) = change(manner, isDerived, receive) {
            count.add(1, ordering: .relaxed).newValue.isMultiple(of: 50)
        }
        return super.observe(element, changedManner, handler)
    }

    func change(
        _ manner: ObservingManner, _ isDerived: Bool, _ receive: @escaping GraphHandler,
        now: @escaping @Sendable () -> Bool
    ) -> (ObservingManner, GraphHandler) { (manner, receive) }
}

/// Loses every fiftieth update.
final class LosingGraphMutant: ReceivingGraphMutant, @unchecked Sendable {
    override func change(
        _ manner: ObservingManner, _ isDerived: Bool, _ receive: @escaping GraphHandler,
        now: @escaping @Sendable () -> Bool
    ) -> (ObservingManner, GraphHandler) { (manner, { old, new in if !isDerived || !now() { receive(old, new) } }) }
}

/// Sends an update without a change after every fiftieth one.
final class RepeatingGraphMutant: ReceivingGraphMutant, @unchecked Sendable {
    override func change(
        _ manner: ObservingManner, _ isDerived: Bool, _ receive: @escaping GraphHandler,
        now: @escaping @Sendable () -> Bool
    ) -> (ObservingManner, GraphHandler) {
        (
            manner,
            { old, new in
                receive(old, new)
                if isDerived, now() { receive(new, new) }
            }
        )
    }
}

/// Merges all updates that wait in a queue.
final class MergingGraphMutant: ReceivingGraphMutant, @unchecked Sendable {
    override func change(
        _ manner: ObservingManner, _ isDerived: Bool, _ receive: @escaping GraphHandler,
        now: @escaping @Sendable () -> Bool
    ) -> (ObservingManner, GraphHandler) {
        (
            ObservingManner(
                queue: manner.queue, isMerged: manner.queue != nil, startsWithLatest: manner.startsWithLatest),
            receive
        )
    }
}

/// Sends updates of variables to queues by a detour, so that they come late.
final class OvertakingGraphMutant: ReceivingGraphMutant, @unchecked Sendable {
    private let detour = DispatchQueue(label: "stress detour")
    override func change(
        _ manner: ObservingManner, _ isDerived: Bool, _ receive: @escaping GraphHandler,
        now: @escaping @Sendable () -> Bool
    ) -> (ObservingManner, GraphHandler) {
        guard let queue = manner.queue, !isDerived else { return (manner, receive) }
        return (
            ObservingManner(queue: detour, isMerged: manner.isMerged, startsWithLatest: manner.startsWithLatest),
            { old, new in queue.async { receive(old, new) } }
        )
    }
}

/// Lets observers that start with the latest value start with the first one.
final class StaleStartGraphMutant: SwiftObserverGraph, @unchecked Sendable {
    override func observe(
        _ element: Int, _ manner: ObservingManner, _ receive: @escaping GraphHandler
    ) -> any SubjectObservation {
        guard manner.startsWithLatest else { return super.observe(element, manner, receive) }
        let first = Versions(.zero, of: element)
        receive(first, first)
        let manner = ObservingManner(queue: manner.queue, isMerged: manner.isMerged, startsWithLatest: false)
        return super.observe(element, manner, receive)
    }
}

/// Remembers values for some reads, although they change meanwhile.
final class StaleGraphMutant: SwiftObserverGraph, @unchecked Sendable {
    private let remembered = Guarded([Int: (value: Versions, reads: Int)]())
    override func value(of element: Int) -> Versions {
        let old = remembered.withLock { remembered in
            remembered[element]?.reads += 1
            return remembered[element]
        }
        if let old, !old.reads.isMultiple(of: 3) { return old.value }
        let value = super.value(of: element)
        remembered.withLock { $0[element, default: (value, 0)].value = value }
        return value
    }
}

/// Computes values that nobody needs.
final class BusyGraphMutant: SwiftObserverGraph, @unchecked Sendable {
    override func increment(_ variable: Int) -> Int32 {
        let version = super.increment(variable)
        _ = value(of: graph.elements.count - 1 - Int(version) % 100)
        return version
    }
}

/// Doesn't wait for updates.
final class HastyGraphMutant: SwiftObserverGraph, @unchecked Sendable {
    override func drain(within duration: Duration) -> String { "" }
}

/// Stays alive.
final class KeepingGraphMutant: SwiftObserverGraph, @unchecked Sendable {
    private let itself = Guarded<KeepingGraphMutant?>(nil)
    required init(_ graph: RandomGraph, _ functions: [GraphFunction]) {
        super.init(graph, functions)
        itself.withLock { $0 = self }
    }
}
