import StressSupport

/// A random graph of variables and derived values, and what threads and observers do with it.
struct RandomGraph: Sendable {

    /// Two variables that change only together, by a combined variable.
    struct TiedPair: Sendable {
        let left: Int
        let right: Int

        /// The only writer that sets it, or none if all writers change it in place.
        let owner: Int?
    }

    /// Variables that only one writer sets, one after the other, and from the start again.
    struct Cycle: Sendable {
        let owner: Int
        let variables: [Int]
    }

    let pairs: [TiedPair]
    let cycles: [Cycle]

    /// The variables that all writers change in place.
    let shared: [Int]
    let variableCount: Int

    /// The variables, and then the derived values from the bottom up.
    private(set) var elements: [GraphElement] = []

    /// The derived values that are observed all the time.
    private(set) var observed: [Int] = []

    /// The derived values that are observed now and then.
    private(set) var fleeting: [Int] = []

    /// The elements that threads may read. Reads may also compute the sources of these.
    private(set) var readable: [Int] = []

    /// For each element, `true` if it's computed only while it's live: nobody reads it, nor what
    /// depends on it.
    private(set) var isUnread: [Bool] = []

    /// For each element, `true` if it's live all the time.
    private(set) var isLive: [Bool] = []

    /// For each element, `true` if it may be live now and then.
    private(set) var canLive: [Bool] = []

    /// The largest number of live derived values that one change can reach.
    private(set) var reach = 0

    /// Creates a graph in which a change reaches at most that many live derived values.
    init(derivedValues: Int, reaching limit: Int, writers: Int, _ random: inout SplitMix64) {
        var pairs: [TiedPair] = [], cycles: [Cycle] = [], shared: [Int] = []
        variableCount = 8 << random.below(4)
        for start in stride(from: 0, to: variableCount, by: 8) {
            let writer = start / 8 % writers
            pairs.append(TiedPair(left: start, right: start + 1, owner: random.oneIn(2) ? writer : nil))
            cycles.append(Cycle(owner: writer, variables: [start + 2, start + 3, start + 4]))
            shared += [start + 5, start + 6, start + 7]
        }
        (self.pairs, self.cycles, self.shared) = (pairs, cycles, shared)
        addElements(derivedValues, &random)
        chooseObserved(limit, &random)
        chooseReadable(&random)
    }

    /// Everything that an element depends on, and itself.
    func cone(of element: Int) -> [Int] {
        var cone = [element], isIn = Set(cone), next = 0
        while next < cone.count {
            cone += elements[cone[next]].inputs.filter { isIn.insert($0).inserted }
            next += 1
        }
        return cone
    }

    // MARK: - Sources

    /// Adds derived values in ten levels. Their sources are in lower levels, at a similar place.
    private mutating func addElements(_ count: Int, _ random: inout SplitMix64) {
        elements = (0..<variableCount).map { GraphElement(variable: $0) }
        var levels = [Array(0..<variableCount)]
        for level in 1...10 {
            let width = count / 10
            levels.append(Array(elements.count..<elements.count + width))
            for index in 0..<width {
                addDerivedValue(below: levels[..<level], at: Double(index) / Double(width), &random)
            }
        }
    }

    private mutating func addDerivedValue(below levels: ArraySlice<[Int]>, at place: Double, _ random: inout SplitMix64)
    {
        var sources: [GraphElement.Source] = [], variables = Set<Int>()
        for attempt in 0...random.below(4) {
            let level = levels[attempt == 0 || random.oneIn(2) ? levels.count - 1 : random.below(levels.count)]
            let index = Int(place * Double(level.count)) + random.below(5) - 2
            let source = level[(index + level.count) % level.count]
            let all = variables.union(elements[source].variables)
            guard all.count <= Versions.limit, !sources.contains(.element(source)) else { continue }
            sources.append(.element(source))
            variables = all
        }
        if case .element(let last)? = sources.last, let pair = pairs.firstIndex(where: { $0.left == last }),
            variables.count < Versions.limit
        {
            sources = [.pair(pair)] + sources.dropLast().prefix(1)
        }
        let inputs = sources.flatMap { source in
            switch source {
            case .element(let element): [elements[element]]
            case .pair(let pair): [elements[pairs[pair].left], elements[pairs[pair].right]]
            }
        }
        elements.append(
            GraphElement(
                id: elements.count, sources: sources, takesArray: random.oneIn(4), inputs: inputs,
                hiddenBits: random.oneIn(6) ? 1 + random.below(4) : 0, ties: tie))
    }

    /// Returns the rule that the versions of two variables follow at any moment.
    private func tie(_ one: Int, _ other: Int) -> (lead: Int32, first: Int)? {
        if pairs.contains(where: { $0.left == one && $0.right == other }) { return (0, one) }
        let isInOneCycle = cycles.contains { $0.variables.contains(one) && $0.variables.contains(other) }
        return isInOneCycle ? (1, min(one, other)) : nil
    }

    // MARK: - Observers

    /// Lets derived values be observed as long as no change reaches too many live ones.
    private mutating func chooseObserved(_ limit: Int, _ random: inout SplitMix64) {
        isLive = elements.map { _ in false }
        canLive = isLive
        var reached = Reached(variables: Array(repeating: 0, count: variableCount), pairs: pairs.map { _ in 0 })
        var refusals = 0
        while refusals < 30, observed.count + fleeting.count < 200 {
            // If a value is too high, one below may do.
            var candidate = variableCount + random.below(elements.count - variableCount)
            var more = reach(of: candidate, beyond: reached)
            while more.highest > limit, elements[candidate].inputs[0] >= variableCount {
                candidate = elements[candidate].inputs[0]
                more = reach(of: candidate, beyond: reached)
            }
            if more.highest > limit || canLive[candidate] { refusals += 1 }
            if more.highest > limit { continue }
            reached = more
            let cone = cone(of: candidate)
            for element in cone { canLive[element] = true }
            if random.oneIn(4) {
                fleeting.append(candidate)
            } else {
                observed.append(candidate)
                for element in cone { isLive[element] = true }
            }
        }
        reach = reached.highest
    }

    /// For each variable and each pair, the number of values that are live and reached by a change.
    private struct Reached {
        var variables: [Int]
        var pairs: [Int]
        var highest: Int { max(variables.max() ?? 0, pairs.max() ?? 0) }
    }

    /// Returns how many live values changes reach if the element is observed, too.
    private func reach(of element: Int, beyond reached: Reached) -> Reached {
        var all = reached
        for element in cone(of: element) where element >= variableCount && !canLive[element] {
            let variables = elements[element].variables
            for variable in variables { all.variables[variable] += 1 }
            for (index, pair) in pairs.enumerated()
            where variables.contains(pair.left) || variables.contains(pair.right) { all.pairs[index] += 1 }
        }
        return all
    }

    /// Leaves some observed values alone, so that the calls of their functions can be counted.
    private mutating func chooseReadable(_ random: inout SplitMix64) {
        isUnread = elements.map { _ in false }
        for candidate in observed.shuffled(using: &random).prefix(30) {
            var isUnread = isUnread
            isUnread[candidate] = true
            for element in elements where element.inputs.contains(where: { isUnread[$0] }) {
                isUnread[element.id] = true
            }
            if isUnread.count(where: { $0 }) < elements.count / 2 { self.isUnread = isUnread }
        }
        readable = elements.indices.filter { !isUnread[$0] }
    }
}
