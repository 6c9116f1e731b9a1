/// Says what there is to wait for, also of observations that have ended.
extension PostOfficeState {

    /// `true` if ended observations can't have left anything.
    private var isNothingLeft: Bool {
        guard let extras = extras.existing else { return true }
        return extras.pointee.retired.isEmpty && extras.pointee.remembered.isEmpty
    }

    /// `true` if no observation handles a letter that is pending or being delivered.
    var isLineDone: Bool { mailbox.isIdle || registry.count == 0 && !mailbox.isDelivering }

    /// `true` if nothing is pending. May be `false` spuriously.
    var isQuiet: Bool {
        var isQuiet = mailbox.isIdle && isNothingLeft
        registry.forEach { if isQuiet { isQuiet = $0.downstream == nil } }
        extras.existing?.pointee.hops.forEach {
            if isQuiet { isQuiet = $0.downstream == nil && $0.backlog?.isFinished ?? true }
        }
        return isQuiet
    }

    /// Adds a marker after all letters, or only after the one being delivered.
    ///
    /// Returns `false` if there is none.
    mutating func add(_ marker: Marker, behindLine isBehindLine: Bool) -> Bool {
        if isBehindLine ? isLineDone : !mailbox.isDelivering { return false }
        mailbox.add(marker, behindLine: isBehindLine)
        return true
    }

    /// Removes the waiters for letters that no observation gets, and the waiters that have room.
    ///
    /// Call this when an observation is removed.
    mutating func takeHopelessWaiters(_ work: inout DeferredWork) {
        takeWaitersWithRoom(&work)
        if registry.count == 0, !mailbox.isDelivering { mailbox.takeAllMarkers(&work) }
    }

    // MARK: - Ended observations

    /// Forgets an observation whose handler has returned.
    mutating func forgetRetired(_ observation: AnyObservation) {
        extras.existing?.pointee.retired.removeAll { $0 === observation }
    }

    /// Remembers where an observation that is being removed may have left something.
    ///
    /// That's where it passed messages on to, or its loops. Returns everything that is remembered
    /// if it's time to look at that.
    mutating func rememberRest(of observation: AnyObservation) -> RememberedObjects? {
        if observation.inbox != nil || !observation.isRegistered { return nil }
        if let downstream = observation.downstream { return remember(downstream.registrar) }
        guard let backlog = observation.backlog, !backlog.isFinished else { return nil }
        return remember(backlog)
    }

    /// Remembers an object weakly. Returns all objects if it's time to look at them.
    mutating func remember(_ object: AnyObject) -> RememberedObjects? {
        let extras = extras.created()
        return extras.pointee.remembered.add(object) ? extras.pointee.remembered : nil
    }

    /// Replaces the remembered objects by the ones that are still of interest.
    mutating func replace(_ remembered: RememberedObjects, by objects: [AnyObject]) {
        extras.created().pointee.remembered.replace(remembered, by: objects)
    }
}
