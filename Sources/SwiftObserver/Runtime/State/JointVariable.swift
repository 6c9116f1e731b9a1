/// A variable among several that change in one step, without the type of its value.
protocol JointVariable {

    /// The variable, to which everything else refers.
    var variable: AnyObject { get }

    /// The value itself, or if it's a combination, the variables that it combines.
    var dependencies: [any AnyPublishedValue] { get }

    /// The value itself if it's a combination. It's locked after all dependencies.
    var combination: (any AnyPublishedValue)? { get }

    /// Stores what `finish` requires. Call this when everything is locked.
    func begin()

    /// Unlocks the combination, if it's one, and returns the changes that are to be made.
    func finish(as author: AnyObject) -> [DependencyChange]
}

/// A variable among several that change in one step, with the type of its value.
///
/// It retains the values before and after the change until all locks are released.
final class JointVariableOf<State: ValueState>: JointVariable {

    let variable: AnyObject
    private let published: PublishedValue<State>
    private let combined: Dependencies<State>?

    /// The value before the change, if it's needed.
    private var old: State.Value?

    /// The value to which a combination was changed.
    private var new: State.Value?

    init(_ variable: AnyObject, _ published: PublishedValue<State>) {
        self.variable = variable
        self.published = published
        // A value is created as a combination, or never becomes one.
        let role = published.state.withLock(orStop: .changeInsideChange) { $0.role }
        combined = if case .combination(let combined) = role { combined.of(State.self) } else { nil }
    }

    var dependencies: [any AnyPublishedValue] { combined?.values ?? [published] }
    var combination: (any AnyPublishedValue)? { combined == nil ? nil : published }

    func begin() {
        if combined != nil || published.isOldValueNeeded { old = published.state.assumingLocked.value }
    }

    func finish(as author: AnyObject) -> [DependencyChange] {
        if let combined, let old { return finishCombination(combined, from: old, as: author) }
        published.state.assumingLocked.version += 1
        let role = published.state.assumingLocked.role
        guard let old else {
            role.record?.countChange()
            return []
        }
        let new = published.state.assumingLocked.value
        if Mutex.settingAside({ old == new }) { return [] }
        // If nothing depends on the variable, a commit needs a record all the same.
        let dependents = if case .dependency(let dependents) = role { dependents } else { Dependents() }
        let message = State.message(old: old, new: new)
        return [
            DependencyChange(dependents: dependents) { [published] completions in
                published.replaceValue(with: new, message, dependents, as: author, &completions)
            }
        ]
    }

    /// Gives the combination its old value. Changes of its dependencies then update it.
    private func finishCombination(
        _ combined: Dependencies<State>, from old: State.Value, as author: AnyObject
    ) -> [DependencyChange] {
        let new = published.state.assumingLocked.value
        self.new = new
        published.state.assumingLocked.value = old
        published.unlock()
        return Mutex.settingAside { combined.changes(from: old, to: new, as: author) }
    }
}
