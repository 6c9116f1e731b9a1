extension Observable {

    /// Whether anyone observes it at the moment.
    package var isObserved: Bool { messenger.office.isObserved }
}
