/// The parts of an observable's label in reports.
struct OfficeLabel: Sendable {

    /// The name, if it was given one.
    let name: String?

    /// The type of the messenger, or `nil` if it's no longer known.
    let messenger: Any.Type?

    /// The type of the object that was observed, if it's known.
    ///
    /// For an object that has a messenger, no other property contains its type.
    let observed: Any.Type?
}

/// The reported state of one observation. It refers to none of the objects.
struct ObservationNote: Sendable {
    let observable: OfficeLabel
    let observer: ObserverLabel

    /// The name of the observer, if it has one.
    let observerName: String?

    let destination: Unfinished.Destination
    let startPoint: StartPoint?

    /// The position at which it started, in the order of the observable.
    let start: Int

    /// The number of its start among all observations, or 0 if it's not known.
    let number: Int
    let waiting: Int
    let handled: Int?
    let missed: Int
    let isRunning: Bool?

    /// Whether a watcher started it.
    let isOfWatcher: Bool
}
