extension PublishedState: AnyPublishedValue where State: ValueState, State.Message == Message {

    var identity: ObjectIdentifier { state.identity }
    var downstream: Downstream { Downstream(registrar: office, type: State.Value.self) }
    var mutex: Mutex { state.mutex }
    func lock() { state.lock(orStop: .changeInsideChange) }
    func unlock() { state.unlock() }

    /// A copy of the value.
    var value: State.Value { state.withLock(orStop: .changeInsideChange) { $0.value } }

    /// Replaces the value. Call this while it's locked.
    func replaceValue(
        with new: State.Value, _ message: Message, _ record: ValueRecord?, as author: AnyObject,
        _ completions: inout Completions
    ) {
        var removed = new
        swap(&state.assumingLocked.value, &removed)
        finishReplacing(removed, message, record, as: author, keeping: [], &completions)
    }

    func update(along links: [any DependencyLink], as author: AnyObject, _ completions: inout Completions) {
        guard case .combination = state.assumingLocked.role else {
            return completions.append { withExtendedLifetime(links) {} }
        }
        let old = state.assumingLocked.value
        for link in links { link.copyValue() }
        let message = State.message(old: old, new: state.assumingLocked.value)
        finishReplacing(old, message, links[0].recordOfCombination, as: author, keeping: links, &completions)
    }

    /// Posts the message and completes the replacement.
    ///
    /// The completion keeps the links, which may be the last to retain the state of a combination.
    private func finishReplacing(
        _ removed: State.Value, _ message: Message, _ record: ValueRecord?, as author: AnyObject,
        keeping links: [any DependencyLink], _ completions: inout Completions
    ) {
        state.assumingLocked.version += 1
        if let record, !record.edges.isEmpty { passOn(to: record) }
        let delivery = office.post(message, from: author, &completions.work)
        completions.append {
            var work = DeferredWork()
            office.perform(delivery, &work, message, from: author)
            withExtendedLifetime(removed) {}
            withExtendedLifetime(links) {}
        }
    }
}
