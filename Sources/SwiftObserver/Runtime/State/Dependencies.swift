/// The variables that a combination depends on, and the links from them to it.
///
/// Setting a combination means setting these variables.
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

    /// Prepares to set the variables whose values differ. Comparing values is client code.
    ///
    /// If one variable has several links, the rightmost one whose value differs counts.
    func changes(from old: State.Value, to new: State.Value, as author: AnyObject) -> [DependencyChange] {
        var changes: [DependencyChange] = [], changed: Set<ObjectIdentifier> = []
        for link in links.reversed() where !changed.contains(link.dependency.identity) {
            guard let change = change(of: link, from: old, to: new, as: author) else { continue }
            changes.append(change)
            changed.insert(link.dependency.identity)
        }
        return changes.reversed()
    }

    /// Gives the link's type a name. Otherwise, a compiler (6.0) passes no values to the link.
    private func change<Link: LinkToCombination<State>>(
        of link: Link, from old: State.Value, to new: State.Value, as author: AnyObject
    ) -> DependencyChange? {
        link.change(from: old, to: new, as: author)
    }

    /// Sets variables and updates all their combinations.
    ///
    /// Call this while all dependencies are locked. Complete the additions to `completions` after
    /// unlocking: they deliver messages and release objects.
    func make(_ changes: [DependencyChange], as author: AnyObject, _ completions: inout Completions) {
        let links = changes.flatMap { $0.dependents.copy() }
        lockCombinations(along: links)
        for change in changes { change.make(&completions) }
        updateAndUnlockCombinations(along: links, as: author, &completions)
    }
}

extension AnyDependencies {

    /// The dependencies of a combination of that type.
    ///
    /// A value only ever refers to dependencies of its own type.
    @inline(__always)
    final func of<State: ValueState>(_: State.Type) -> Dependencies<State> {
        unsafeDowncast(self, to: Dependencies<State>.self)
    }
}

/// Locks combinations before the first message of a change is posted.
///
/// Otherwise, a queue could get the new value of a variable, and then a combination without it,
/// because another change came in between.
///
/// Call this while the variables that change are locked. That's no cycle, because no combination is
/// a dependency: see `DependencyRole`. No link can be added meanwhile, because that takes the lock
/// of the variable.
func lockCombinations(along links: [any DependencyLink]) {
    // Most variables that are combined at all have one link.
    if links.count == 1 { return links[0].combination.lock() }
    for combination in inLockOrder(links.map(\.combination)) { combination.lock() }
}

/// Updates locked combinations from dependencies, posts their messages, and unlocks them.
func updateAndUnlockCombinations(
    along links: [any DependencyLink], as author: AnyObject, _ completions: inout Completions
) {
    if links.count == 1 {
        let only = links[0].combination
        only.update(along: links, as: author, &completions)
        return only.unlock()
    }
    let linksTo = Dictionary(grouping: links) { $0.combination.identity }
    var updated: Set<ObjectIdentifier> = [], locked: [any AnyPublishedValue] = []
    for combination in links.map(\.combination) where updated.insert(combination.identity).inserted {
        combination.update(along: linksTo[combination.identity] ?? [], as: author, &completions)
        locked.append(combination)
    }
    for combination in locked { combination.unlock() }
}

/// Each value once, in the order in which locks are taken.
private func inLockOrder(_ values: [any AnyPublishedValue]) -> [any AnyPublishedValue] {
    let values = values.sorted { $0.identity < $1.identity }
    return zip(values, [nil] + values).compactMap { $0.identity == $1?.identity ? nil : $0 }
}
