/// A derived value in the graph, with its type.
///
/// `@unchecked Sendable` because its lock guards what changes.
final class DerivedNode<State: ValueState>: AnyNode, @unchecked Sendable {

    typealias Value = State.Value
    typealias Message = State.Message

    /// It captures only what is `Sendable`.
    private let function: (inout SourceValues) -> Value

    /// The value after all items of the agenda that are done, if the node is live.
    ///
    /// Written by the busy thread, under the lock. `nil` before the first evaluation.
    @exclusivity(unchecked)
    private var latest: Value?

    /// The plan of reads, once there was one that had to evaluate. The lock guards it.
    @exclusivity(unchecked)
    private var plan: ReadPlan?

    /// `true` if the derived value is being closed, or was. The lock guards it.
    @exclusivity(unchecked)
    private var isClosing = false

    /// `true` if the node says nothing more to its observers. The lock guards it.
    @exclusivity(unchecked)
    private var isClosed = false

    init(
        of sources: [NodeSource], office: NodeOffice, observableType: Any.Type,
        _ function: @escaping (inout SourceValues) -> Value
    ) {
        self.function = function
        super.init(of: sources, office: office, observableType: observableType)
    }

    deinit { Trampoline.release(plan.take()) }

    override func connect(to target: AnyNode, at index: Int) -> AnyEdge {
        let edge = Edge(to: target, at: index, latest)
        dependents.append(edge)
        return edge
    }

    override func removeValue() -> AnyObject? {
        guard let removed = latest.take() else { return nil }
        return Slot(removed)
    }

    override func evaluate(_ slots: [AnySlot]) -> AnySlot { Slot(call(slots)) }

    private func call(_ slots: [AnySlot]) -> Value {
        EvaluatedNodes.run(self) {
            var values = SourceValues(slots)
            return function(&values)
        }
    }

    // MARK: - Evaluate for changes

    /// Deliveries follow when no item is ready, or after some items. So little waits for a handler
    /// that could be done before. At most one delivery makes this thread call handlers of all
    /// observers: until then, it's on duty, and later updates become its letters.
    override func doReady(_ worklist: inout Worklist<AnyNode>) {
        var results = Results(), itemsLeft = Tuning.evaluationsInARow
        var next = takeNext(isBusyHere: false, &worklist)
        while let item = next {
            if let action = item.action {
                if let rest = action.act() { results.rests.append(Rest(perform: rest)) }
                lock()
                let done = agenda.removeFirst()
                unlock()
                extendLifetime(done)
            } else {
                evaluate(item, &results, &worklist)
            }
            itemsLeft -= 1
            next = takeNext(isBusyHere: true, mayContinue: itemsLeft > 0, &worklist)
        }
        results.work.finish()
        for (delivery, message, author) in results.deliveries {
            var work = DeferredWork()
            office.perform(delivery, &work, message, from: author)
        }
        for rest in results.rests { rest.perform() }
    }

    /// The deliveries that are left when all items are done that were ready.
    private struct Results: ~Copyable {
        var work = DeferredWork()
        var deliveries = SmallArray<(Delivery, Message, AnyObject?)>()
        var rests = SmallArray<Rest>()
    }

    private struct Rest {
        let perform: () -> Void
    }

    /// Makes this thread the busy one if the next item is ready, or else lets others be busy.
    ///
    /// It then has the outcomes that the item needs.
    private func takeNext(
        isBusyHere: Bool, mayContinue: Bool = true, _ worklist: inout Worklist<AnyNode>
    ) -> Agenda.Item? {
        lock()
        if isBusy != isBusyHere {
            unlock()
            return nil
        }
        var obstacle: PostOffice?
        if !isEnding, mayContinue, !worklist.isBudgetSpent, let edges, let first = agenda.first {
            let missing = first.needs.filter { edges[$0.source].arrived < $0.count }
            for need in missing { if let node = sources[need.source].node { worklist.addAwaited(node) } }
            if missing.isEmpty {
                obstacle = officeDelivering(first.needs)
                if obstacle == nil {
                    busyThread = .current
                    for need in first.needs { edges[need.source].take(need.count) }
                    unlock()
                    worklist.count(first)
                    return first
                }
            }
        }
        busyThread = nil
        let mustEnd = isEnding && isBusyHere
        let isLeft = (worklist.isBudgetSpent || !mayContinue) && !isEnding && isReady
        unlock()
        if isLeft { worklist.add(self) }
        if let obstacle { Propagation.run(from: self, behindLettersOf: obstacle) }
        if mustEnd { endIfNeedless() }
        return nil
    }

    /// The office of a needed source for which this thread is delivering, further up its stack.
    ///
    /// Letters of that source may wait there. Observers in place would get the update of this node
    /// before them.
    private func officeDelivering(_ needs: SmallArray<Agenda.Need>) -> PostOffice? {
        for need in needs where sources[need.source].office.isDeliveringInPlace(on: .current) {
            return sources[need.source].office
        }
        return nil
    }

    private func evaluate(_ item: Agenda.Item, _ results: inout Results, _ worklist: inout Worklist<AnyNode>) {
        let edges = edges ?? []
        var mustEvaluate = latest == nil
        for need in item.needs where edges[need.source].apply() { mustEvaluate = true }
        var outcome: Value?
        if mustEvaluate {
            let new = call(edges.map(\.slot))
            if new != latest { outcome = new }
        }
        finish(item, outcome, &results, &worklist)
    }

    /// Stores the outcome, posts the update, and passes the outcome on.
    ///
    /// It's passed on before another thread can be busy here. So each dependent gets the outcomes
    /// in the order of changes.
    private func finish(
        _ item: Agenda.Item, _ outcome: Value?, _ results: inout Results, _ worklist: inout Worklist<AnyNode>
    ) {
        let author = item.author?.object
        var removed = outcome
        lock()
        if let outcome {
            swap(&latest, &removed)
            if let old = removed, !isClosed {
                let message = State.message(old: old, new: outcome)
                let delivery = office.postAlone(message, from: author, &results.work)
                if case .nothing = delivery {} else { results.deliveries.append((delivery, message, author)) }
            }
        }
        let dependents = dependents, done = agenda.removeFirst()
        unlock()
        for edge in dependents {
            edge.target.lock()
            edge.of(Value.self).append(outcome)
            let isReady = edge.target.isReady
            edge.target.unlock()
            if isReady { worklist.add(edge.target) }
        }
        withExtendedLifetime((removed, done, author)) {}
    }

    // MARK: - Read

    /// The value, as all changes that have returned have made it.
    var value: Value {
        lock()
        if agenda.isEmpty, let latest {
            unlock()
            return latest
        }
        let plan = plan, memo = memo
        unlock()
        if let plan, let memo, let versions = memo.versions, plan.areCurrent(versions) { return value(in: memo.slot) }
        return readSlowly(plan)
    }

    @inline(never)
    private func readSlowly(_ known: ReadPlan?) -> Value {
        EvaluatedNodes.checkRead(of: self)
        let plan = known ?? ReadPlan(for: self)
        if known == nil { withLock { self.plan = plan } }
        return value(in: read(plan))
    }

    private func value(in slot: AnySlot) -> Value {
        guard let value = unsafeDowncast(slot, to: Slot<Value>.self).value else {
            preconditionFailure("A memo has a value.")
        }
        return value
    }

    // MARK: - Observe

    /// Starts an observation, if everything is done that the node has to do, or returns `nil`.
    ///
    /// The node must be pinned.
    ///
    /// - Parameter startsWithLatest: Whether the observation begins with the value.
    /// - Returns: A closure that delivers the first message.
    func startNow(
        _ observation: Observation<Message>, ofMessenger messenger: AnyObject, withLatest startsWithLatest: Bool
    ) -> (() -> Void)? {
        lock()
        if observation.readsAuthor { readsAuthors = true }
        guard agenda.isEmpty, let latest else {
            unlock()
            return nil
        }
        var work = DeferredWork(), delivery = Delivery.nothing
        let first = State.message(old: latest, new: latest)
        let isStarted: Void? = office.register(observation, ofMessenger: messenger) {
            guard startsWithLatest else { return }
            delivery = $0.post(
                first, to: observation, from: messenger, isFarewell: false, by: .current, office: office, &work)
        }
        unlock()
        work.finish()
        guard isStarted != nil else { return { observation.end() } }
        return { [office] in
            var work = DeferredWork()
            office.perform(delivery, &work, first, from: messenger)
        }
    }

    /// The message about the latest value, for a thread that is busy here.
    var latestMessage: Message? { latest.map { State.message(old: $0, new: $0) } }

    /// Adds an action after everything that is still to be done. If there's nothing, it acts now.
    ///
    /// - Parameter helps: Whether this thread first does what another thread has on its worklist.
    func add(_ action: AgendaAction, helping helps: Bool) {
        let (mustWait, isFirst) = withLock {
            if !isLive { return (false, true) }
            agenda.append(action)
            return (true, agenda.count == 1)
        }
        if !mustWait { action.act()?() } else if helps || isFirst { Propagation.run(from: self) }
    }

    /// Notes that the derived value is going to be closed.
    func willClose() { withLock { isClosing = true } }

    /// `true` if the derived value was closed, whether or not earlier changes are done.
    var wasClosed: Bool { withLock { isClosing } }

    /// Refuses everything that comes after this. Only for an action, or if the node isn't live.
    func refuseMessages() {
        withLock { isClosed = true }
        office.refuseMessages(of: Message.self)
        office.makeRoom()
    }

    /// Says farewell to the observers, in the same way.
    func sayFarewell() {
        withLock { isClosed = true }
        office.close(endingMessagesOf: Message.self)
    }
}
