/// The value of a variable or a combination, as a source of derived values.
struct RootOfValue<State: ValueState>: Root {

    private let value: PublishedValue<State>
    let record: ValueRecord
    let lockRank: (level: Int, identity: ObjectIdentifier)

    /// - Parameter isCombination: Combinations are locked after variables.
    init(_ value: PublishedValue<State>, _ record: ValueRecord, isCombination: Bool) {
        self.value = value
        self.record = record
        lockRank = (isCombination ? 1 : 0, value.identity)
    }

    var office: PostOffice { value.office }

    func lock() { value.lock() }
    func tryLock() -> Bool { value.state.tryLock() }
    func unlock() { value.unlock() }

    func connect(to target: AnyNode, at index: Int) -> AnyEdge {
        let edge = Edge(to: target, at: index, value.state.assumingLocked.value)
        record.edges.append(edge)
        return edge
    }

    func copyToSlot() -> AnySlot { Slot(value.state.assumingLocked.value) }
}

extension PublishedState where State: ValueState, State.Message == Message {

    /// The value as a source of derived values. From now on, it counts its changes for them.
    var root: any Root {
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
