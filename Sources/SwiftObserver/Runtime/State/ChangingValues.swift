// Setting a value, and changing it in place.
extension PublishedState where State: ValueState, State.Message == Message {

    /// The value, locked while a client changes it in place.
    ///
    /// The client's change runs under this lock, so that it's atomic. If it accesses the same
    /// value, the program stops with an explanation. The client's `==` can run under the lock, too:
    /// in `finishChange` and in `setUnderLock`. Unless it's cheap, the old value is copied only if
    /// the value is observed, or is a dependency or a combination.
    subscript(changingAs author: AnyObject) -> State.Value {
        get { value }
        nonmutating _modify {
            let change = beginChange()
            defer { finish(change, as: author) }
            yield &state.assumingLocked.value
        }
    }

    /// Changes the value in place like the subscript, without the memory that accessors allocate.
    @inline(never)
    func changeInPlace(as author: AnyObject, _ act: (inout State.Value) -> Void) {
        let change = beginChange()
        act(&state.assumingLocked.value)
        finish(change, as: author)
    }

    /// The address of the value, which has that type. Only the thread that changes it may ask.
    @inline(__always)
    func address<Known>(as _: Known.Type) -> UnsafeMutablePointer<Known> {
        withUnsafeMutablePointer(to: &state.assumingLocked.value) {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: Known.self)
        }
    }

    /// Locks the value, and stores what finishing the change requires.
    func beginChange() -> ChangeInPlace<State> {
        lock()
        if case .combination(let dependencies) = state.assumingLocked.role {
            return beginChange(of: dependencies.of(State.self))
        }
        return ChangeInPlace(oldValue: isOldValueNeeded ? state.assumingLocked.value : nil, dependencies: nil)
    }

    /// Posts the message about the change, if it is one, then unlocks, and only then delivers.
    func finish(_ change: ChangeInPlace<State>, as author: AnyObject) {
        change.locks.takeBack()
        if let dependencies = change.dependencies, let old = change.oldValue {
            finishChange(of: dependencies, from: old, as: author)
        } else {
            finishChange(from: change.oldValue, as: author)
        }
    }

    /// `true` if a change in place that begins now must copy the value. Call this under the lock.
    var isOldValueNeeded: Bool {
        if _isPOD(State.Value.self) || office.isObservedOrClosed { return true }
        if case .dependency(let dependents) = state.assumingLocked.role {
            EvaluatedNodes.checkChange(of: dependents.records)
            return dependents.areAny
        }
        return false
    }

    @inline(never)
    private func finishChange(from old: State.Value?, as author: AnyObject) {
        state.assumingLocked.version += 1
        if old == nil, case .dependency(let dependents) = state.assumingLocked.role { dependents.countChange() }
        guard let old, Mutex.settingAside({ old != state.assumingLocked.value }) else { return unlock() }
        sendChange(from: old, as: author)
    }

    /// Posts the message about a change, updates combinations, unlocks, and then delivers.
    @inline(__always)
    private func sendChange(from old: State.Value, as author: AnyObject) {
        let message = State.message(old: old, new: state.assumingLocked.value)
        if isDependency, countChange() { return sendChangeOfDependency(message, as: author) }
        var work = DeferredWork()
        let delivery = office.post(message, from: author, &work)
        unlock()
        office.perform(delivery, &work, message, from: author)
    }

    private var isDependency: Bool {
        @inline(__always)
        get { if case .dependency = state.assumingLocked.role { true } else { false } }
    }

    /// Counts a change of a dependency. Returns `false` if nothing else depends on it now.
    @inline(__always)
    private func countChange() -> Bool {
        let mustCheck = EvaluatedNodes.areAny
        guard case .dependency(let dependents) = state.assumingLocked.role else { return false }
        dependents.countChange()
        return dependents.areAny || mustCheck
    }

    @inline(never)
    private func sendChangeOfDependency(_ message: Message, as author: AnyObject) {
        guard case .dependency(let dependents) = state.assumingLocked.role else { return }
        EvaluatedNodes.checkChange(of: dependents.records)
        if !dependents.haveBeenLinks { return sendChange(message, reachingNodesOf: dependents, as: author) }
        var completions = Completions(), work = DeferredWork()
        let commit = Commit(of: dependents, as: author, &completions)
        if !dependents.edges.isEmpty { passOn(to: dependents) }
        let delivery = office.post(message, from: author, &work)
        commit.finish(as: author, &completions)
        unlock()
        completions.work.finish()
        office.perform(delivery, &work, message, from: author)
        completions.deliver()
    }

    /// Does the same for a value that was never part of a combination.
    private func sendChange(_ message: Message, reachingNodesOf record: ValueRecord, as author: AnyObject) {
        var propagation = Propagation(), work = DeferredWork()
        propagation.reached.add(record.edges)
        propagation.reached.lock(onBehalfOf: author)
        passOn(to: record)
        let delivery = office.post(message, from: author, &work)
        propagation.unlockReached()
        unlock()
        propagation.releaseReached()
        office.perform(delivery, &work, message, from: author)
        propagation.run()
    }

    /// Passes the value on to the nodes that depend on it, which are locked.
    func passOn(to record: ValueRecord) {
        let slot = Slot(state.assumingLocked.value)
        for index in 0..<record.edges.count { record.edges[index].input.pointee.arrivals.append(slot) }
    }

    /// Sets the value, and sends the message about the change, if it is one.
    ///
    /// The values are compared without a lock, unless the `==` of their type isn't client code. If
    /// another thread changes the value meanwhile, they're compared again. If that happens again
    /// and again, they're compared under the lock.
    func set(_ new: State.Value, as author: AnyObject) {
        if isComparedByLibraries { return setUnderLock(new, as: author) }
        for _ in 0..<Tuning.unlockedComparisons {
            let known = current
            if case .combination(let dependencies) = known.role {
                return set(dependencies.of(State.self), to: new, as: author)
            }
            if known.value == new { return }
            lock()
            guard state.assumingLocked.version == known.version else {
                unlock()
                continue
            }
            return replaceValue(with: new, as: author)
        }
        setUnderLock(new, as: author)
    }

    /// `true` if only code of the standard library compares values.
    ///
    /// No combination has such a value.
    private var isComparedByLibraries: Bool {
        @inline(__always)
        get {
            #if !canImport(ObjectiveC)  // there, the text could be an object of a client's class
                if State.Value.self == String.self { return true }
            #endif
            return State.Value.self == Int.self || State.Value.self == Double.self || State.Value.self == Bool.self
        }
    }

    @inline(never)
    private func setUnderLock(_ new: State.Value, as author: AnyObject) {
        lock()
        if Mutex.settingAside({ state.assumingLocked.value == new }) { return unlock() }
        replaceValue(with: new, as: author)
    }

    /// Replaces the locked value, posts the message about that, unlocks, and delivers.
    @inline(__always)
    private func replaceValue(with new: State.Value, as author: AnyObject) {
        var old = new
        swap(&state.assumingLocked.value, &old)
        state.assumingLocked.version += 1
        sendChange(from: old, as: author)
    }
}
