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
struct Commit {

    private let links: [any DependencyLink]

    /// The combinations, each once, in the order of locks. Empty if there's only one link.
    private let combinations: [any AnyPublishedValue]

    /// - Parameters:
    ///   - variable: A variable that has counted the change.
    ///   - completions: Gets the derived values.
    init(of variable: Dependents, as author: AnyObject, _ completions: inout Completions) {
        self.init(along: variable.links)
        completions.propagation.reached.add(variable.edges)
        lockNodes(onBehalfOf: author, &completions.propagation.reached)
    }

    /// Counts the change at all variables, too.
    ///
    /// - Parameter completions: Gets the derived values.
    init(of variables: [Dependents], as author: AnyObject, _ completions: inout Completions) {
        self.init(along: variables.flatMap(\.links))
        for variable in variables {
            variable.countChange()
            completions.propagation.reached.add(variable.edges)
        }
        lockNodes(onBehalfOf: author, &completions.propagation.reached)
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

    /// Locks the nodes, and counts the change at the combinations.
    ///
    /// All versions are new before the first update is posted. Otherwise, a thread that gets the
    /// update could find an old result up to date.
    private func lockNodes(onBehalfOf author: AnyObject, _ nodes: inout ReachedNodes) {
        if links.count == 1 { reach(links[0].recordOfCombination, &nodes) } else { reachCombinations(&nodes) }
        nodes.lock(onBehalfOf: author)
    }

    /// Reaches each combination once, although it can have several links.
    private func reachCombinations(_ nodes: inout ReachedNodes) {
        var reached: Set<ObjectIdentifier> = []
        for link in links where reached.insert(ObjectIdentifier(link.recordOfCombination)).inserted {
            reach(link.recordOfCombination, &nodes)
        }
    }

    private func reach(_ record: ValueRecord, _ nodes: inout ReachedNodes) {
        record.countChange()
        nodes.add(record.edges)
    }

    /// Updates the combinations when the variables are changed, and unlocks all but the variables.
    func finish(as author: AnyObject, _ completions: inout Completions) {
        if links.count == 1 {
            let only = links[0].combination
            only.update(along: links, as: author, &completions)
            completions.propagation.unlockReached()
            return only.unlock()
        }
        if !links.isEmpty { updateCombinations(as: author, &completions) }
        completions.propagation.unlockReached()
        for combination in combinations { combination.unlock() }
    }

    private func updateCombinations(as author: AnyObject, _ completions: inout Completions) {
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
