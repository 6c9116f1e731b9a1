import StressSupport

/// Judges the updates that one observer receives from an element of a graph.
final class GraphUpdateCheck: Sendable {

    let element: GraphElement
    let manner: ObservingManner
    private let tally: Tally
    private let queueCheck: GraphQueueCheck?
    private let state: Guarded<(last: Versions?, isFirst: Bool, updates: Int)>

    /// The least versions that the observer may begin with.
    private let least: Versions.Numbers

    /// Judges an observer that begins before all changes.
    ///
    /// The check of its queue can only judge updates that aren't merged.
    init(_ element: GraphElement, _ manner: ObservingManner, _ queueCheck: GraphQueueCheck?, _ tally: Tally) {
        self.element = element
        self.manner = manner
        self.queueCheck = queueCheck
        self.tally = tally
        least = .zero
        state = Guarded((Versions(.zero, of: element.id), manner.startsWithLatest, 0))
    }

    /// Judges an observer that begins when the changes to these versions have returned.
    init(_ element: GraphElement, _ manner: ObservingManner, after versions: [Int32], _ tally: Tally) {
        self.element = element
        self.manner = manner
        self.tally = tally
        queueCheck = nil
        least = element.numbers(for: versions)
        state = Guarded((nil, manner.startsWithLatest, 0))
    }

    /// The number of updates, without one that only shows the first value.
    var updates: Int { state.withLock { $0.updates } }

    func handle(_ old: Versions, _ new: Versions) {
        let (last, isFirst) = state.withLock { state in
            let before = (last: state.last, isFirst: state.isFirst)
            state.last = new
            state.isFirst = false
            if old != new { state.updates += 1 }
            return before
        }
        tally.beat()
        tally.expect(old.isIntact(of: element.id) && new.isIntact(of: element.id), "torn: an update of \(element.id)")
        if let last {
            tally.expect(old == last, "chain: \(text(old, new)), when it was \(element.text(last.numbers))")
        } else {
            tally.expect(all(old.numbers .>= least), "old: \(text(old, new)), but was \(element.text(least)) before")
        }
        // A first value that waits can be merged with the first update.
        let mayBeEqual = isFirst, mayDiffer = !isFirst || manner.isMerged
        tally.expect(old == new ? mayBeEqual : mayDiffer, "again: \(text(old, new))")
        tally.expect(all(new.numbers .>= old.numbers), "backwards: \(text(old, new))")
        queueCheck?.handle(new, of: element.id)
    }

    private func text(_ old: Versions, _ new: Versions) -> String {
        "\(element.id) went from \(element.text(old.numbers)) to \(element.text(new.numbers))"
    }

    /// Checks that the last value is the right one, and that each change that it can show caused
    /// one update.
    func judge(_ versions: [Int32], changes: Int?) {
        let expected = element.numbers(for: versions)
        let (last, updates) = state.withLock { ($0.last, $0.updates) }
        if let last {
            tally.expect(
                last.numbers == expected,
                "end: \(element.id) was \(element.text(last.numbers)) at last, and not \(element.text(expected))")
        } else {
            tally.expect(!manner.startsWithLatest, "start: an observer of \(element.id) got no first value")
        }
        guard let changes else { return }
        tally.expect(
            updates == changes || updates < changes && (!element.isExact || manner.isMerged),
            "number: \(changes) changes showed in \(element.id), and \(updates) updates were received")
    }
}

/// Judges whether causes come first on one queue.
///
/// The update of a source comes before the update that it causes. So when an update is handled,
/// observers of everything that it depends on have received these versions, if they're on the same
/// queue.
final class GraphQueueCheck: Sendable {

    private let tally: Tally

    /// The versions that an update and an update of a source both show.
    private struct Cause {
        let source: Int
        let places: [(source: Int, target: Int, mask: Int32)]
    }

    private let state: Guarded<(causes: [[Cause]], received: [Versions.Numbers])>

    /// The graph's elements that are observed on the queue from the start.
    init(_ graph: RandomGraph, _ elements: Set<Int>, _ tally: Tally) {
        self.tally = tally
        var causes = [[Cause]](repeating: [], count: graph.elements.count)
        for number in elements {
            let element = graph.elements[number]
            for source in graph.cone(of: number).map({ graph.elements[$0] })
            where source.id != number && elements.contains(source.id) {
                let places = source.variables.indices.map { place in
                    let target = element.place(of: source.variables[place])!
                    return (source: place, target: target, mask: source.mask[place] & element.mask[target])
                }
                causes[number].append(Cause(source: source.id, places: places))
            }
        }
        state = Guarded((causes, Array(repeating: .zero, count: graph.elements.count)))
    }

    func handle(_ new: Versions, of element: Int) {
        state.withLock { state in
            state.received[element] = new.numbers
            for cause in state.causes[element] {
                let received = state.received[cause.source]
                for place in cause.places where received[place.source] < new.numbers[place.target] & place.mask {
                    tally.violate(
                        "cause: \(element) reached version \(new.numbers[place.target]) of a variable before "
                            + "\(cause.source), which it depends on, at \(received[place.source])")
                }
            }
        }
    }
}
