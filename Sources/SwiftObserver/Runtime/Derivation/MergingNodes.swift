// Derived values all of whose observers merge updates.
//
// Nobody hears each value then, so not each must be computed. The places of the observers evaluate
// such a node, not the threads that change its sources. These only merge the changes.
//
// If a place is stuck, each other observer has a place of its own that evaluates the node. And if
// anything else is on the agenda, like the start of an observation or a marker of a drain, the
// thread that is there evaluates the node at once.
extension AnyNode {

    /// `true` if observers of the node evaluate it, and changes can be merged before.
    final var isMerging: Bool {
        agenda.hasOnlyEvaluations && dependents.isEmpty && office.areAllMerging
    }

    /// Takes what the first item needs, which must have arrived, and merges it with the next ones
    /// that are ready.
    ///
    /// If the second item isn't ready, the first one stays. If it waited for what the second one
    /// needs, and so on, it could wait forever.
    ///
    /// Call this under the lock, while no thread is busy.
    ///
    /// - Parameter remove: Gets the values to be released without the lock.
    /// - Returns: Whether no more items are ready. It merges a limited number.
    final func mergeReady(at inputs: UnsafeMutablePointer<NodeInput>, _ remove: (AnySlot) -> Void) -> Bool {
        var budget = Tuning.deliveryBudget, authorBefore: AgendaAuthor?
        while true {
            var isNew = false
            agenda.takeNeedsOfFirst().forEach { source, count in
                for _ in 0..<count {
                    if inputs[source].takeFirst() { isNew = true }
                    if let removed = inputs[source].removed.take() { remove(removed) }
                }
            }
            if isNew {
                hasMergedValues = true
            } else if let authorBefore {
                agenda.replaceAuthorOfFirst(by: authorBefore)
            }
            if !agenda.isSecondReady(at: inputs) { return true }
            budget -= 1
            if budget == 0 { return false }
            authorBefore = agenda.removeFirst().author
        }
    }
}

extension NodeOffice {

    /// `true` if there are observers, and each merges updates at a place.
    fileprivate var areAllMerging: Bool {
        state.withLock(orElse: false) { state in
            guard state.registry.count == 0, 1...Tuning.lanesUnderLock ~= state.hopCount else { return false }
            var areAll = true
            state.extras.existing?.pointee.hops.forEach { if $0.inbox?.merges != true { areAll = false } }
            return areAll
        }
    }

    /// Lets each place of an observer evaluate the node. The first one does it.
    func postEvaluation(of node: AnyNode, _ work: inout DeferredWork) {
        state.withLock(orElse: ()) {
            $0.extras.existing?.pointee.hops.forEach {
                $0.inbox?.postEvaluation(&work) { Propagation.runAtObserver(of: node) }
            }
        }
    }
}
