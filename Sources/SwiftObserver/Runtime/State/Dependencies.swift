/// The variables that a combination depends on, with the links from them to it. To set a combination is to set these.
final class Dependencies<State: ValueState>: AnyDependencies, @unchecked Sendable {

    /// The links from the variables to the combination, from left to right.
    let links: [any LinkToCombination<State>]

    /// Retains the variables, nothing else.
    private let variables: [AnyObject]
    private let values: [any AnyPublishedValue]

    init(_ links: [any LinkToCombination<State>], of variables: [AnyObject]) {
        self.links = links
        self.variables = variables
        values = inLockOrder(links.map(\.dependency))
    }

    /// Locks all dependencies.
    func lock() { values.forEach { $0.lock() } }

    /// Unlocks all dependencies.
    func unlock() { values.forEach { $0.unlock() } }

    /// Prepares to set those variables whose values differ. Compares values, which is code of clients.
    ///
    /// Where one variable has several links, the rightmost one whose value differs is what counts.
    func changes(from old: State.Value, to new: State.Value, as author: AnyObject) -> [DependencyChange] {
        var changes: [DependencyChange] = [], changed: Set<ObjectIdentifier> = []
        for link in links.reversed() where !changed.contains(link.dependency.identity) {
            guard let change = change(of: link, from: old, to: new, as: author) else { continue }
            changes.append(change)
            changed.insert(link.dependency.identity)
        }
        return changes.reversed()
    }

    /// Gives the link's type a name, without which a compiler (6.0) passes the link no values.
    private func change<Link: LinkToCombination<State>>(
        of link: Link, from old: State.Value, to new: State.Value, as author: AnyObject
    ) -> DependencyChange? {
        link.change(from: old, to: new, as: author)
    }

    /// Sets variables and updates all their combinations. Call while all dependencies are locked. What is returned is to be completed
    /// after unlocking: it delivers messages and releases objects.
    func make(_ changes: [DependencyChange], as author: AnyObject) -> Completions {
        var completions = Completions()
        for change in changes { change.make(&completions) }
        updateCombinations(along: changes.flatMap { $0.dependents.copy() }, as: author, &completions)
        return completions
    }
}

extension AnyDependencies {

    /// The dependencies of a combination of that type. A value only ever refers to dependencies of its own type.
    @inline(__always)
    final func of<State: ValueState>(_: State.Type) -> Dependencies<State> {
        unsafeDowncast(self, to: Dependencies<State>.self)
    }
}

/// Lets combinations take over the new values of dependencies. Call while these dependencies are locked. The combinations are
/// locked here. That's no cycle, since no combination is a dependency: see `DependencyRole`.
func updateCombinations(
    along links: [any DependencyLink], as author: AnyObject, _ completions: inout Completions
) {
    // Most variables that are combined at all have one link.
    if links.count == 1 {
        let combination = links[0].combination
        combination.lock()
        combination.update(along: links, as: author, &completions)
        return combination.unlock()
    }
    let combinations = inLockOrder(links.map(\.combination))
    for combination in combinations { combination.lock() }
    let linksTo = Dictionary(grouping: links) { $0.combination.identity }
    var updated: Set<ObjectIdentifier> = []
    for combination in links.map(\.combination) where updated.insert(combination.identity).inserted {
        combination.update(along: linksTo[combination.identity] ?? [], as: author, &completions)
    }
    for combination in combinations { combination.unlock() }
}

/// Each value once, in the order in which locks are taken.
private func inLockOrder(_ values: [any AnyPublishedValue]) -> [any AnyPublishedValue] {
    let values = values.sorted { $0.identity < $1.identity }
    return zip(values, [nil] + values).compactMap { $0.identity == $1?.identity ? nil : $0 }
}
