/// The value of a variable or a combination, as a source of derived values.
private final class RootOfValue<State: ValueState>: Root, @unchecked Sendable {

    private let value: PublishedValue<State>

    /// - Parameter isCombination: Combinations are locked after variables.
    init(_ value: PublishedValue<State>, _ record: ValueRecord, isCombination: Bool) {
        self.value = value
        super.init(record, office: value.office, lockRank: (isCombination ? 1 : 0, value.mutex))
    }

    override func copyToSlot() -> AnySlot { Slot(value.state.assumingLocked.value) }
}

extension PublishedState where State: ValueState, State.Message == Message {

    /// The value as a source of derived values. From now on, it counts its changes for them.
    var root: Root {
        let role = state.withLock(orStop: .changeInsideChange) { state in
            if case .none = state.role { state.role = .dependency(of: Dependents()) }
            return state.role
        }
        switch role {
        case .none: preconditionFailure("The value has a role.")
        case .dependency(let dependents): return RootOfValue(self, dependents, isCombination: false)
        case .combination(let dependencies): return RootOfValue(self, dependencies.record, isCombination: true)
        }
    }
}
