/// A change of variables, with all combinations and derived values that it reaches.
///
/// From the initializer to `finish`, these are locked. So no thread sees a part of the change: a
/// variable with its new value, and then a combination or a derived value without it. Nothing is
/// posted before. Otherwise, a queue could get the new value of a variable, and then a combination
/// without it, because another change came in between.
///
/// Create it while the variables that change are locked. That's no cycle, because no combination is
/// a dependency: see `DependencyRole`. No link and no edge can be added meanwhile, because that
/// takes the lock of the variable.
struct Commit: ~Copyable {

    private let links: [any DependencyLink]

    /// The combinations, each once, in the order of locks. Empty if there's only one link.
    private let combinations: [any AnyPublishedValue]

    /// The derived values, if any are reached.
    private var nodes: ReachedNodes?

    init(of variable: Dependents, as author: AnyObject) {
        self.init(along: variable.links)
        add(variable.edges)
        lockNodes(onBehalfOf: author)
    }

    init(of variables: [Dependents], as author: AnyObject) {
        self.init(along: variables.flatMap(\.links))
        for variable in variables { add(variable.edges) }
        lockNodes(onBehalfOf: author)
    }

    /// Locks the combinations.
    private init(along links: [any DependencyLink]) {
        self.links = links
        // Most variables that are combined at all have one link.
        if links.count == 1 {
            combinations = []
            links[0].combination.lock()
        } else {
            combinations = links.isEmpty ? [] : inLockOrder(links.map(\.combination))
            for combination in combinations { combination.lock() }
        }
    }

    private mutating func add(_ edges: [AnyEdge]) {
        if edges.isEmpty { return }
        if nodes == nil { nodes = ReachedNodes() }
        nodes?.add(edges)
    }

    private mutating func lockNodes(onBehalfOf author: AnyObject) {
        if links.count == 1 { add(links[0].recordOfCombination.edges) } else { addEdgesOfCombinations() }
        nodes?.lock(onBehalfOf: author)
    }

    /// Adds the edges of each combination once, although it can have several links.
    private mutating func addEdgesOfCombinations() {
        var added: Set<ObjectIdentifier> = []
        for link in links where added.insert(ObjectIdentifier(link.recordOfCombination)).inserted {
            add(link.recordOfCombination.edges)
        }
    }

    /// Updates the combinations when the variables are changed, and unlocks all but the variables.
    consuming func finish(as author: AnyObject, _ completions: inout Completions) {
        if links.count == 1 {
            let only = links[0].combination
            only.update(along: links, as: author, &completions)
            if let nodes { completions.propagation = Propagation(unlocking: nodes) }
            return only.unlock()
        }
        if !links.isEmpty { updateCombinations(as: author, &completions) }
        if let nodes { completions.propagation = Propagation(unlocking: nodes) }
        for combination in combinations { combination.unlock() }
    }

    private borrowing func updateCombinations(as author: AnyObject, _ completions: inout Completions) {
        let linksTo = Dictionary(grouping: links) { $0.combination.identity }
        var updated: Set<ObjectIdentifier> = []
        for combination in links.map(\.combination) where updated.insert(combination.identity).inserted {
            combination.update(along: linksTo[combination.identity] ?? [], as: author, &completions)
        }
    }
}

/// Each value once, in the order in which locks are taken.
func inLockOrder(_ values: [any AnyPublishedValue]) -> [any AnyPublishedValue] {
    let values = values.sorted { $0.identity < $1.identity }
    return zip(values, [nil] + values).compactMap { $0.identity == $1?.identity ? nil : $0 }
}
