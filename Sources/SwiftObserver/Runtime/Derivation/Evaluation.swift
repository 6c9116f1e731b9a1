// The work of a thread that finds a node on its worklist.
extension AnyNode {

    /// Does the items of the agenda that are ready, one after the other. Call this without a lock.
    ///
    /// The delivery follows when no item is ready, or after some items. So little waits for a
    /// handler that could be done before.
    ///
    /// - Parameters:
    ///   - worklist: Gets the nodes to look at after that.
    ///   - onlyActions: Whether no evaluation is done.
    final func doReady(_ worklist: inout Worklist, onlyActions: Bool = false) {
        var results = Results(), itemsLeft = Tuning.evaluationsInARow
        let isWorkForeign = results.isForeign
        defer { results.isForeign = isWorkForeign }
        lock()
        if isBusy { return unlock() }
        var item = beginFirst(onlyActions: onlyActions, &results, &worklist)
        if item == nil { leave(mayContinue: !onlyActions, &results, &worklist) }
        unlock()
        while let current = item {
            results.isForeign = isWorkForeign || current.pointee.isForeign
            releaseRemoved(by: current, &results)
            itemsLeft -= 1
            var outcome: AnySlot?, author: AnyObject?
            if let action = current.pointee.action {
                results.add(action.act())
            } else if results.mustEvaluate {
                outcome = evaluateForChange()
                author = current.pointee.author?.object
            }
            lock()
            let old = current.pointee.action == nil ? finish(outcome, as: author, &results, &worklist) : nil
            let done = agenda.removeFirst()
            item = itemsLeft > 0 ? beginFirst(onlyActions: onlyActions, &results, &worklist) : nil
            if item == nil { leave(mayContinue: itemsLeft > 0 && !onlyActions, &results, &worklist) }
            unlock()
            extendLifetime((old, done, author))
        }
        results.rare?.removed = []
        if !results.work.isEmpty { results.work.finish() }
        if let rare = results.rare { finish(rare) }
        if let old = results.old, let new = results.new {
            // Messages that handlers send now are foreign, too.
            results.isForeign = results.isDeliveryForeign
            perform(results.delivery, from: old, to: new, as: results.author)
        }
        if let actions = results.rare?.actions { for act in actions { act() } }
    }

    /// Makes this thread the busy one if the first item is ready, and takes what the item needs.
    ///
    /// Call this under the lock. If the item isn't ready, the worklist gets the nodes for which it
    /// waits.
    private final func beginFirst(
        onlyActions: Bool, _ results: inout Results, _ worklist: inout Worklist
    ) -> UnsafePointer<Agenda.Item>? {
        guard !isEnding, !worklist.isBudgetSpent, let inputs, let first = agenda.first else { return nil }
        if onlyActions, first.pointee.action == nil { return nil }
        if !agenda.isReady(at: inputs) {
            first.pointee.needs.forEach { source, count in
                if !inputs[source].hasArrived(count), let node = sources[source].node { worklist.addAwaited(node) }
            }
            return nil
        }
        if mayMerge {
            if isMerging, !merge(at: inputs, &results, &worklist) { return nil }
            worklist.endTurn(of: self)
        }
        return begin(at: inputs, &results, &worklist)
    }

    /// Merges changes. Returns whether this thread evaluates the result. If not, observers do.
    ///
    /// The place of an observer evaluates once. Then its handler has its turn.
    @inline(never)
    private final func merge(
        at inputs: UnsafeMutablePointer<NodeInput>, _ results: inout Results, _ worklist: inout Worklist
    ) -> Bool {
        let areAllMerged = mergeReady(at: inputs) { slot in results.withRare { $0.removed.append(slot) } }
        if !worklist.isTurn(of: self) {
            office.postEvaluation(of: self, &results.work)
        } else if areAllMerged {
            return true
        } else {
            worklist.add(self)
        }
        return false
    }

    /// Makes this thread the busy one, and takes what the first item needs, which is ready.
    @inline(__always)
    private final func begin(
        at inputs: UnsafeMutablePointer<NodeInput>, _ results: inout Results, _ worklist: inout Worklist
    ) -> UnsafePointer<Agenda.Item>? {
        guard let first = agenda.first else { return nil }
        if isAfterLetters(first.pointee.needs, to: inputs, &results) { return nil }
        busyThread = .current
        worklist.spend(on: first.pointee)
        results.mustEvaluate = latest == nil || hasMergedValues
        hasMergedValues = false
        first.pointee.needs.forEach { source, count in
            for _ in 0..<count {
                if let removed = inputs[source].removed { results.withRare { $0.removed.append(removed) } }
                if inputs[source].takeFirst() { results.mustEvaluate = true }
            }
        }
        return first
    }

    /// Returns whether this thread is delivering for a needed source, further up its stack.
    ///
    /// Letters of that source may wait there. Observers in place would get the update of this node
    /// before them. Unless there's a marker behind the letters, the caller adds it after unlocking.
    private final func isAfterLetters(
        _ needs: borrowing Needs, to inputs: UnsafeMutablePointer<NodeInput>, _ results: inout Results
    ) -> Bool {
        var isAfter = false
        needs.forEach { source, _ in
            inputs[source].office._withUnsafeGuaranteedRef { office in
                if isAfter || !office.isDeliveringInPlace(on: .current) { return }
                isAfter = true
                if !markedOffices.insert(ObjectIdentifier(office)).inserted { return }
                results.withRare { $0.officeOfLetters = office }
            }
        }
        return isAfter
    }

    /// Releases the values that were removed. Call this without the lock, on the busy thread.
    private final func releaseRemoved(by item: UnsafePointer<Agenda.Item>, _ results: inout Results) {
        guard let inputs else { return }
        item.pointee.needs.forEach { source, _ in inputs[source].removed = nil }
        results.rare?.removed = []
    }

    /// Stores the outcome, posts the update, and passes the outcome on. Call this under the lock.
    ///
    /// No other thread can be busy here before that. So each dependent gets the outcomes in the
    /// order of changes.
    ///
    /// - Returns: The old value, to be released without the lock.
    private final func finish(
        _ outcome: AnySlot?, as author: AnyObject?, _ results: inout Results, _ worklist: inout Worklist
    ) -> AnySlot? {
        var old = outcome
        if let outcome {
            swap(&latest, &old)
            if let old, !isClosed, office.mayBeObserved { post(from: old, to: outcome, as: author, &results) }
        }
        if !dependents.isEmpty { passOn(outcome, &worklist) }
        return old
    }

    private final func passOn(_ outcome: AnySlot?, _ worklist: inout Worklist) {
        for index in 0..<dependents.count {
            let edge = dependents[index]
            edge.withTarget { node in
                node.lock()
                edge.input.pointee.arrivals.append(outcome)
                if node.isReady { worklist.add(node) }
                node.unlock()
            }
        }
    }

    /// Posts an update, and keeps the delivery.
    ///
    /// There's at most one that makes this thread call handlers of all observers: until then, it's
    /// on duty, and later updates become its letters.
    private final func post(from old: AnySlot, to new: AnySlot, as author: AnyObject?, _ results: inout Results) {
        let delivery = post(from: old, to: new, as: author, &results.work)
        if delivery.isNothing { return }
        assert(results.old == nil, "This thread is on duty already.")
        results.delivery = delivery
        results.isDeliveryForeign = results.isForeign
        results.old = old
        results.new = new
        results.author = author
    }

    /// Lets other threads be busy. Call this under the lock.
    ///
    /// - Parameter mayContinue: Whether this thread has looked for a ready item of any kind. If
    ///   not, there may be one, so it comes back to the node.
    private final func leave(mayContinue: Bool, _ results: inout Results, _ worklist: inout Worklist) {
        if isEnding, isBusy { results.withRare { $0.mustEnd = true } }
        busyThread = nil
        if !mayContinue || worklist.isBudgetSpent, !isEnding, isReady { worklist.add(self) }
    }

    @inline(never)
    private final func finish(_ rare: RareResults) {
        if let office = rare.officeOfLetters { Propagation.run(from: self, behindLettersOf: office) }
        if rare.mustEnd { endIfNeedless() }
    }
}

/// The work that is left for a thread that has evaluated a node, and unlocked it.
private struct Results: ~Copyable {

    var work = DeferredWork()

    /// `true` if a source of the current item has a new value, merged changes brought one, or the
    /// node has no value yet.
    var mustEvaluate = false

    // The delivery of an update, if there is one.
    var delivery = Delivery.nothing

    /// `true` if this thread delivers the update for another one.
    var isDeliveryForeign = false
    var old: AnySlot?
    var new: AnySlot?
    var author: AnyObject?

    /// `ForeignWork.isUnderWay`, which takes longer to read.
    var isForeign = ForeignWork.isUnderWay {
        didSet { if isForeign != oldValue { ForeignWork.isUnderWay = isForeign } }
    }

    private(set) var rare: RareResults?

    mutating func add(_ action: (() -> Void)?) { if let action { withRare { $0.actions.append(action) } } }

    mutating func withRare(_ change: (RareResults) -> Void) {
        if rare == nil { rare = RareResults() }
        if let rare { change(rare) }
    }
}

/// Apart from other results, so that these are small.
private final class RareResults {

    /// Closures to be called when the update is delivered.
    var actions: [() -> Void] = []

    /// The office whose letters this thread must deliver first.
    var officeOfLetters: PostOffice?

    /// `true` if the node was to end while this thread was busy.
    var mustEnd = false

    /// Values to release when the node is unlocked.
    var removed: [AnySlot] = []
}
