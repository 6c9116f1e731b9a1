// Names that earlier versions had for starting and ending observations. Each declaration names its
// replacement.

// MARK: - Renamed

extension Observer {

    /// Ends all observations of this observer.
    @available(*, deprecated, renamed: "stopObserving()")
    public func stopAllObserving() { stopObserving() }
}

extension Observable {

    /// Ends all observations of this observable.
    @available(*, deprecated, renamed: "stopBeingObserved()")
    public func removeObservers() { stopBeingObserved() }

    /// Ends all observations of this observable.
    @available(*, deprecated, renamed: "stopBeingObserved()")
    public func removeAllObservers() { stopBeingObserved() }

    /// Ends all observations of this observable.
    @available(*, deprecated, renamed: "stopBeingObserved()")
    public func stopObservations() { stopBeingObserved() }
}

// MARK: - Needless

extension Observer {

    /// Does nothing.
    @available(*, deprecated, message: "Delete this call: an observation ends by itself when its observable dies.")
    public func stopObservingDeadObservables() {}
}

extension Observable {

    /// Does nothing.
    @available(*, deprecated, message: "Delete this call: an observation ends by itself when its observer dies.")
    public func removeDeadObservers() {}

    /// Does nothing.
    @available(*, deprecated, message: "Delete this call: an observation ends by itself when its observer dies.")
    public func removeNilObservers() {}

    /// Does nothing.
    @available(*, deprecated, message: "Delete this call: an observation ends by itself when its observer dies.")
    public func stopAbandonedObservations() {}
}

/// Does nothing.
@available(*, deprecated, message: "Delete this call: an observation ends by itself when either side dies.")
public func removeAbandonedObservations() {}

/// Does nothing.
@available(*, deprecated, message: "Delete this call: an observation ends by itself when either side dies.")
public func stopAllAbandonedObservations() {}
