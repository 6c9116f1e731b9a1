extension PublishedState where State: ValueState, State.Message == Message {

    /// The derived values for which a drain of the value waits, if there may be any.
    var drainElsewhere: DrainElsewhere? {
        guard let record = state.withLock(orStop: .changeInsideChange, { $0.role.record }) else { return nil }
        return .behind(NodesOfValue(value: self, record: record))
    }
}

/// The live derived values that depend on a value, or on a combination that contains it.
private struct NodesOfValue: DrainedNodes {

    let value: any AnyPublishedValue
    let record: ValueRecord

    var firstNodes: [AnyNode] {
        value.lock()
        let direct = record.edges.targets
        value.unlock()
        let links = (record as? Dependents)?.links ?? []
        return direct + links.flatMap(nodes)
    }

    private func nodes(of link: any DependencyLink) -> [AnyNode] {
        link.combination.lock()
        defer { link.combination.unlock() }
        return link.recordOfCombination.edges.targets
    }

    var position: Int { record.version }
}
