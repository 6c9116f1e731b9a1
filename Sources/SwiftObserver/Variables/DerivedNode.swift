/// A derived value in the graph, with its type.
///
/// Functions on the path of a change are specialized for the most common types, like those of
/// `Variable`.
///
/// `@unchecked Sendable` because its lock guards what changes.
final class DerivedNode<Value: Equatable>: AnyNode, @unchecked Sendable {

    /// It captures only what is `Sendable`.
    private let function: (inout SourceValues) -> Value

    init(
        of sources: [NodeSource], office: NodeOffice, observableType: Any.Type,
        _ function: @escaping (inout SourceValues) -> Value
    ) {
        self.function = function
        super.init(of: sources, office: office, observableType: observableType)
    }

    // MARK: - Evaluate

    override func evaluateForRead(_ values: consuming SourceValues) -> AnySlot { Slot(call(values)) }

    @_specialize(where Value == Int)
    @_specialize(where Value == Double)
    @_specialize(where Value == Bool)
    @_specialize(where Value == String)
    override func evaluateForChange() -> AnySlot? {
        let new = call(arrivedValues)
        if let latest, latest.of(Value.self).value == new { return nil }
        return Slot(new)
    }

    @inline(__always)
    private func call(_ values: consuming SourceValues) -> Value {
        EvaluatedNodes.run(self) { function(&values) }
    }

    @_specialize(where Value == Int)
    @_specialize(where Value == Double)
    @_specialize(where Value == Bool)
    @_specialize(where Value == String)
    override func post(
        from old: AnySlot, to new: AnySlot, as author: AnyObject?, _ work: inout DeferredWork
    ) -> Delivery {
        postUpdate(from: old, to: new, as: author, &work)
    }

    /// Apart from `post`, which would look up the type of the update before it finds that it's a
    /// common one.
    @inline(never)
    private func postUpdate(
        from old: AnySlot, to new: AnySlot, as author: AnyObject?, _ work: inout DeferredWork
    ) -> Delivery {
        office.postAlone(update(from: old, to: new), from: author, &work)
    }

    @_specialize(where Value == Int)
    @_specialize(where Value == Double)
    @_specialize(where Value == Bool)
    @_specialize(where Value == String)
    override func perform(_ delivery: Delivery, from old: AnySlot, to new: AnySlot, as author: AnyObject?) {
        performUpdate(delivery, from: old, to: new, as: author)
    }

    /// Apart from `perform` for the same reason.
    @inline(never)
    private func performUpdate(_ delivery: Delivery, from old: AnySlot, to new: AnySlot, as author: AnyObject?) {
        var work = DeferredWork()
        office.perform(delivery, &work, update(from: old, to: new), from: author)
    }

    @inline(__always)
    private func update(from old: AnySlot, to new: AnySlot) -> Update<Value> {
        Update(old.of(Value.self).value, new.of(Value.self).value)
    }

    // MARK: - Read

    /// The value, as all changes that have returned have made it.
    var value: Value {
        @_specialize(where Value == Int)
        @_specialize(where Value == Double)
        @_specialize(where Value == Bool)
        @_specialize(where Value == String)
        get { readValue() }
    }

    @inline(never)
    private func readValue() -> Value {
        lock()
        let known = withKnown { $0.of(Value.self).value }
        unlock()
        return known ?? readSlowly().of(Value.self).value
    }

    // MARK: - Observe

    /// Starts an observation, if everything is done that the node has to do, or returns `nil`.
    ///
    /// The node must be pinned.
    ///
    /// - Parameter startsWithLatest: Whether the observation begins with the value.
    /// - Returns: A closure that delivers the first message.
    func startNow(
        _ observation: Observation<Update<Value>>, ofMessenger messenger: AnyObject,
        withLatest startsWithLatest: Bool
    ) -> (() -> Void)? {
        lock()
        if observation.readsAuthor { readsAuthors = true }
        if observation.inbox?.merges == true { mayMerge = true }
        guard agenda.isEmpty, let latest else {
            unlock()
            return nil
        }
        var work = DeferredWork(), delivery = Delivery.nothing
        let first = update(from: latest, to: latest)
        let registered: Void? = office.register(observation, ofMessenger: messenger) {
            guard startsWithLatest else { return }
            delivery = $0.post(
                first, to: observation, from: messenger, isFarewell: false, by: .current, office: office, &work)
        }
        unlock()
        work.finish()
        guard registered != nil else { return { observation.end() } }
        return { [office] in
            var work = DeferredWork()
            office.perform(delivery, &work, first, from: messenger)
        }
    }

    /// The update to the latest value, for a thread that is busy here.
    var latestMessage: Update<Value>? { latest.map { update(from: $0, to: $0) } }

    /// Refuses everything that comes after this. Only for an action, or if the node isn't live.
    func refuseMessages() {
        withLock { isClosed = true }
        office.refuseMessages(of: Update<Value>.self)
        office.makeRoom()
    }

    /// Says farewell to the observers, in the same way.
    func sayFarewell() {
        withLock { isClosed = true }
        office.close(endingMessagesOf: Update<Value>.self)
    }
}
