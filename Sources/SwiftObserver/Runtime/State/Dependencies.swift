/// The variables that a combination depends on, and the links from them to it.
///
/// Setting a combination means setting these variables.
final class Dependencies<State: ValueState>: AnyDependencies, @unchecked Sendable {

    /// The links from the variables to the combination, from left to right.
    let links: [any LinkToCombination<State>]

    /// Retains the variables, nothing else.
    private let variables: [AnyObject]

    /// The locks of the variables at the bottom, each once, in order.
    let mutexes: [Mutex]

    init(_ links: [any LinkToCombination<State>], _ record: ValueRecord, of variables: [AnyObject]) {
        self.links = links
        self.variables = variables
        mutexes = inLockOrder(links.map(\.dependency)).map(\.mutex)
        super.init(record)
    }

    /// Locks all dependencies, as `lockTogether` does.
    func lock() { mutexes.lockTogether() }

    /// Unlocks all dependencies.
    func unlock() { mutexes.unlock() }

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
}

extension [DependencyChange] {

    /// Sets variables and updates all their combinations.
    ///
    /// Call this while all of these variables are locked. Complete the additions to `completions`
    /// after unlocking: they deliver messages and release objects.
    func make(as author: AnyObject, _ completions: inout Completions) {
        let dependents = compactMap(\.dependents)
        for dependents in dependents { EvaluatedNodes.checkChange(of: dependents.records) }
        let commit = Commit(of: dependents, as: author, &completions)
        for change in self { change.make(&completions) }
        commit.finish(as: author, &completions)
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
