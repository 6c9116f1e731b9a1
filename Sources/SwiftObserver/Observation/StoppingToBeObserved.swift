extension Observable {

    /// Ends all observations of this observable by an observer.
    ///
    /// For details, see ``Observer/stopObserving(_:)``.
    public func stopBeingObserved(by observer: any Observer) {
        observer.stopObserving(self)
    }

    /// Ends all observations of this observable.
    ///
    /// For details, see ``Observer/stopObserving(_:)``.
    ///
    /// - Complexity: O(n) in the number of observations of this observable.
    public func stopBeingObserved() {
        messenger.office.endObservations()
    }
}
