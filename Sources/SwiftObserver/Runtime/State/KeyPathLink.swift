/// A link to a combination of a known type.
protocol LinkToCombination<Combination>: DependencyLink {

    associatedtype Combination: ValueState

    /// Prepares to set the dependency to its part of the combination's new value.
    ///
    /// Returns `nil` if that part hasn't changed.
    func change(
        from old: Combination.Value, to new: Combination.Value, as author: AnyObject
    ) -> DependencyChange?

    /// Returns the link from the dependency to a combination of this combination.
    func link<Outer: ValueState>(
        to outer: PublishedValue<Outer>, _ record: ValueRecord,
        at path: WritableKeyPath<Outer.Value, Combination.Value>
    ) -> any LinkToCombination<Outer>
}

/// A link whose key path leads from the combination's value to the dependency's value.
///
/// `@unchecked Sendable` because key paths of stored properties are.
final class KeyPathLink<Combination: ValueState, Dependency: ValueState>: LinkToCombination, @unchecked Sendable {

    private let source: PublishedValue<Dependency>
    private let target: PublishedValue<Combination>
    private let path: WritableKeyPath<Combination.Value, Dependency.Value>
    private let dependents: Dependents

    // Stored, because making them from the properties above would look up their types.
    let combination: any AnyPublishedValue
    let dependency: any AnyPublishedValue
    let recordOfCombination: ValueRecord

    init(
        from source: PublishedValue<Dependency>, to target: PublishedValue<Combination>, _ record: ValueRecord,
        at path: WritableKeyPath<Combination.Value, Dependency.Value>, _ dependents: Dependents
    ) {
        self.source = source
        self.target = target
        self.path = path
        self.dependents = dependents
        combination = target
        dependency = source
        recordOfCombination = record
    }

    func copyValue() {
        target.state.assumingLocked.value[keyPath: path] = source.state.assumingLocked.value
    }

    func connect() { dependents.add(self) }

    func disconnect() { dependents.remove(self) }

    func change(
        from old: Combination.Value, to new: Combination.Value, as author: AnyObject
    ) -> DependencyChange? {
        let old = old[keyPath: path], new = new[keyPath: path]
        if old == new { return nil }
        let message = Dependency.message(old: old, new: new)
        return DependencyChange(dependents: dependents) { [source, dependents] completions in
            source.replaceValue(with: new, message, dependents, as: author, &completions)
        }
    }

    func link<Outer: ValueState>(
        to outer: PublishedValue<Outer>, _ record: ValueRecord,
        at path: WritableKeyPath<Outer.Value, Combination.Value>
    ) -> any LinkToCombination<Outer> {
        KeyPathLink<Outer, Dependency>(from: source, to: outer, record, at: path.appending(path: self.path), dependents)
    }
}
