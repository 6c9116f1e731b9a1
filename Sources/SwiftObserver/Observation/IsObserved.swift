extension Observable {

    /// `true` if the observable has observations at the moment.
    package var isObserved: Bool { messenger.office.isObserved }
}
