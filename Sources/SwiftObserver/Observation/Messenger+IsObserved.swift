extension Messenger {

    /// Whether anyone observes it at the moment.
    package var isObserved: Bool { office.isObserved }
}
