/// A variable among several that change in one step, with the type of its value.
///
/// It retains the values before and after the change until all locks are released.
final class JointVariableOf<Value: Equatable>: JointVariable {

    let variable: AnyObject
    let mutexes: [Mutex]
    private let published: PublishedValue<VariableState<Value>>
    private let combined: Dependencies<VariableState<Value>>?

    /// The value before the change, if it's needed.
    private var old: Value?

    /// The value to which a combination was changed.
    private var new: Value?

    init(_ variable: Variable<Value>) {
        self.variable = variable
        published = variable.published
        // A value is created as a combination, or never becomes one.
        let role = published.state.withLock(orStop: .changeInsideChange) { $0.role }
        combined = if case .combination(let combined) = role { combined.of(VariableState<Value>.self) } else { nil }
        mutexes = combined?.mutexes ?? [published.mutex]
    }

    var combination: (any AnyPublishedValue)? { combined == nil ? nil : published }

    @_specialize(where Value == Int)
    @_specialize(where Value == Double)
    @_specialize(where Value == Bool)
    @_specialize(where Value == String)
    func begin() {
        if combined != nil || published.isOldValueNeeded { old = published.state.assumingLocked.value }
    }

    @_specialize(where Value == Int)
    @_specialize(where Value == Double)
    @_specialize(where Value == Bool)
    @_specialize(where Value == String)
    func finish(as author: AnyObject, _ changes: inout [DependencyChange]) {
        if let combined, let old { return finishCombination(combined, from: old, as: author, &changes) }
        published.state.assumingLocked.version += 1
        let role = published.state.assumingLocked.role
        guard let old else {
            role.record?.countChange()
            return
        }
        let new = published.state.assumingLocked.value
        if Mutex.settingAside({ old == new }) { return }
        let dependents: Dependents? = if case .dependency(let dependents) = role { dependents } else { nil }
        let message = VariableState.message(old: old, new: new)
        let change = DependencyChange(dependents: dependents) { [published] completions in
            published.replaceValue(with: new, message, dependents, as: author, &completions)
        }
        changes.append(change)
    }

    /// Gives the combination its old value. Changes of its dependencies then update it.
    private func finishCombination(
        _ combined: Dependencies<VariableState<Value>>, from old: Value, as author: AnyObject,
        _ changes: inout [DependencyChange]
    ) {
        let new = published.state.assumingLocked.value
        self.new = new
        published.state.assumingLocked.value = old
        published.unlock()
        changes += Mutex.settingAside { combined.changes(from: old, to: new, as: author) }
    }
}
