/// What an observable is called where someone reads that.
struct OfficeLabel: Sendable {

    /// The name, if it was given one.
    let name: String?

    /// The type of the messenger, unless that isn't known any more.
    let messenger: Any.Type?

    /// The type of the object that was observed, if someone knows it. An object that has a messenger is known from this only.
    let observed: Any.Type?
}

/// What is told of one observation. It refers to none of the objects.
struct ObservationNote: Sendable {
    let observable: OfficeLabel
    let observer: ObserverLabel

    /// The name of the observer, if it has one.
    let observerName: String?

    let destination: Unfinished.Destination
    let startPoint: StartPoint?

    /// The position at which it began, in the order of the observable.
    let start: Int

    /// The number of its start among all observations, or 0 if that isn't known.
    let number: Int
    let waiting: Int
    let handled: Int?
    let missed: Int
    let isRunning: Bool?

    /// Whether a watcher started it.
    let isOfWatcher: Bool
}
