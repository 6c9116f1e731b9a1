// A published value as a combination, and as a dependency of one.
extension PublishedState where State: ValueState, State.Message == Message {

    /// Returns the links from the value to a new combination.
    func links<Combination>(
        to combination: PublishedValue<Combination>, _ record: ValueRecord,
        at path: WritableKeyPath<Combination.Value, State.Value>
    ) -> [any LinkToCombination<Combination>] {
        let role = state.withLock(orStop: .changeInsideChange) { state in
            if case .none = state.role { state.role = .dependency(of: Dependents()) }
            return state.role
        }
        switch role {
        case .none: return []
        case .dependency(let dependents):
            return [KeyPathLink(from: self, to: combination, record, at: path, dependents)]
        case .combination(let dependencies):
            return dependencies.of(State.self).links.map { continuation(of: $0, to: combination, record, at: path) }
        }
    }

    /// Returns the link from a dependency to a combination of its combination.
    ///
    /// It gives the link's type a name, as in `Dependencies`.
    private func continuation<Link: LinkToCombination<State>, Combination>(
        of link: Link, to combination: PublishedValue<Combination>, _ record: ValueRecord,
        at path: WritableKeyPath<Combination.Value, State.Value>
    ) -> any LinkToCombination<Combination> {
        link.link(to: combination, record, at: path)
    }

    /// The offices of the combinations that depend on the value.
    var combinedOffices: [Downstream] {
        let role = state.withLock(orStop: .changeInsideChange) { $0.role }
        guard case .dependency(let dependents) = role else { return [] }
        return dependents.links.map(\.combination.downstream)
    }

    /// Makes a new value the value of a combination.
    func combine(_ links: [any LinkToCombination<State>], _ record: ValueRecord, of variables: [AnyObject]) {
        let dependencies = Dependencies(links, record, of: variables)
        let removed = current
        dependencies.lock()
        lock()
        for link in links { link.copyValue() }
        state.assumingLocked.role = .combination(of: dependencies)
        unlock()
        for link in links { link.connect() }
        dependencies.unlock()
        withExtendedLifetime(removed) {}
    }

    /// Separates a dying combination from its dependencies.
    ///
    /// This takes no lock under which client code can be running. From here on, the value takes
    /// over nothing more. So it doesn't matter that the links are disconnected one by one.
    func endCombining() {
        let dependencies = state.withLock { state -> AnyDependencies? in
            guard case .combination(let dependencies) = state.role else { return nil }
            state.role = .none
            return dependencies
        }
        dependencies?.of(State.self).links.forEach { $0.disconnect() }
    }

    /// Sets the dependencies to a new value of the combination.
    ///
    /// Values are compared without a lock, unless dependencies change meanwhile again and again.
    func set(_ dependencies: Dependencies<State>, to new: State.Value, as author: AnyObject) {
        for _ in 0..<Tuning.unlockedComparisons {
            let known = current
            let changes = dependencies.changes(from: known.value, to: new, as: author)
            if changes.isEmpty { return }
            dependencies.lock()
            let isStillKnown = state.withLock { $0.version == known.version }
            var completions = Completions()
            if isStillKnown { changes.make(as: author, &completions) }
            dependencies.unlock()
            completions.complete()
            if isStillKnown { return }
        }
        setUnderLock(dependencies, to: new, as: author)
    }

    private func setUnderLock(_ dependencies: Dependencies<State>, to new: State.Value, as author: AnyObject) {
        dependencies.lock()
        let old = current
        finishSetting(dependencies, from: old.value, to: new, as: author)
        withExtendedLifetime(old) {}
    }

    /// Begins an in-place change of a locked combination, and locks all of its dependencies, too.
    @inline(never)
    func beginChange(of dependencies: Dependencies<State>) -> ChangeInPlace<State> {
        unlock()
        dependencies.lock()
        lock()
        return ChangeInPlace(oldValue: state.assumingLocked.value, dependencies: dependencies)
    }

    /// Sets the dependencies to the result of an in-place change. They then update the combination.
    @inline(never)
    func finishChange(of dependencies: Dependencies<State>, from old: State.Value, as author: AnyObject) {
        var new = old
        swap(&state.assumingLocked.value, &new)
        unlock()
        finishSetting(dependencies, from: old, to: new, as: author)
    }

    /// Sets dependencies that are locked, and unlocks them.
    private func finishSetting(
        _ dependencies: Dependencies<State>, from old: State.Value, to new: State.Value, as author: AnyObject
    ) {
        let changes = Mutex.settingAside { dependencies.changes(from: old, to: new, as: author) }
        var completions = Completions()
        changes.make(as: author, &completions)
        dependencies.unlock()
        completions.complete()
    }
}

/// The data that finishing an in-place change requires.
struct ChangeInPlace<State: ValueState> {

    /// The value before the change, if it's needed.
    let oldValue: State.Value?

    /// The dependencies, if a combination is being changed.
    let dependencies: Dependencies<State>?

    /// The locks under which the client's change runs.
    let locks = Mutex.LocksSetAside()
}
