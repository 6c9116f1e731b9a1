/// Tells what there is to wait for, also of observations that have ended.
extension PostOfficeState {

    /// Whether nothing may be left of observations that have ended.
    private var isNothingLeft: Bool {
        guard let extras = extras.existing else { return true }
        return extras.pointee.retired.isEmpty && extras.pointee.remembered.isEmpty
    }

    /// Whether nobody handles anything of what is in line, or being delivered.
    var isLineDone: Bool { mailbox.isIdle || registry.count == 0 && !mailbox.isDelivering }

    /// Whether there's nothing to wait for. It may also be `false` if there isn't.
    var isQuiet: Bool {
        var isQuiet = mailbox.isIdle && isNothingLeft
        registry.forEach { if isQuiet { isQuiet = $0.downstream == nil } }
        extras.existing?.pointee.hops.forEach {
            if isQuiet { isQuiet = $0.downstream == nil && $0.backlog?.isFinished ?? true }
        }
        return isQuiet
    }

    /// Adds a marker behind all letters, or only behind the one that is being delivered. Returns `false` if there's none.
    mutating func add(_ marker: Marker, behindLine isBehindLine: Bool) -> Bool {
        if isBehindLine ? isLineDone : !mailbox.isDelivering { return false }
        mailbox.add(marker, behindLine: isBehindLine)
        return true
    }

    /// Takes those who wait for letters that nobody gets any more, and those who wait for room, as far as there's some. Call this when an
    /// observation is removed.
    mutating func takeThoseWhoWaitInVain(_ work: inout DeferredWork) {
        takeWaitersWithRoom(&work)
        if registry.count == 0, !mailbox.isDelivering { mailbox.takeAllMarkers(&work) }
    }

    // MARK: - Ended observations

    /// Forgets an observation whose handler has returned.
    mutating func forgetRetired(_ observation: AnyObservation) {
        extras.existing?.pointee.retired.removeAll { $0 === observation }
    }

    /// Remembers where something may be left of an observation that's about to be removed: where it passed messages on to, or loops. Returns
    /// what is remembered, if it's time to look at that.
    mutating func rememberRest(of observation: AnyObservation) -> RememberedObjects? {
        if observation.inbox != nil || !observation.isRegistered { return nil }
        if let downstream = observation.downstream { return remember(downstream.registrar) }
        guard let backlog = observation.backlog, !backlog.isFinished else { return nil }
        return remember(backlog)
    }

    /// Remembers an object weakly. Returns all, if it's time to look at them.
    mutating func remember(_ object: AnyObject) -> RememberedObjects? {
        let extras = extras.created()
        return extras.pointee.remembered.add(object) ? extras.pointee.remembered : nil
    }

    /// Replaces what was remembered by what is still of interest.
    mutating func replace(_ remembered: RememberedObjects, by objects: [AnyObject]) {
        extras.created().pointee.remembered.replace(remembered, by: objects)
    }
}
