/// What is known of an observer and its observations. It prints as a table.
///
/// What is told of each observable is one state, as in ``ObservableInspection``. One observable is looked at after the other.
///
/// It's `Sendable` and `Codable`, and keeps nobody alive.
public struct ObserverInspection: Sendable, Hashable, Codable {

    /// The name, if the ``Receiver`` was given one.
    public let name: String?

    /// The type of the observer.
    public let type: String

    /// The observations, by observable.
    public let observations: [ObservationInspection]
}

extension ObserverInspection: CustomStringConvertible {

    /// A table with one line for each observation, below a line that describes the observer.
    public var description: String {
        let head = "\(name.map { "\($0) (\(type))" } ?? type): \(observations.count.count("observation"))"
        if observations.isEmpty { return head.inOneLine }
        return head.inOneLine + "\n"
            + TextTable(
                ["observable"] + ObservationInspection.titles.dropFirst(),
                observations.map { [$0.observable] + $0.row.dropFirst() }
            ).text
    }
}

extension Observer {

    /// Looks at this observer and all its observations.
    ///
    /// For what is known of them, threads and lifetimes, see ``MessageSource/inspect()``. Observers that share a receiver show all
    /// observations of that.
    ///
    /// - Complexity: O(n) in observations of all observables that it observes. Senders to each of these wait meanwhile.
    public func inspect() -> ObserverInspection {
        let receiver = receiver
        return ObserverInspection(
            name: receiver.name, type: String(describing: Swift.type(of: self)),
            observations: WatchedObservable.observed(by: receiver.observations).flatMap { observable in
                observable.observations.map { ObservationInspection($0, of: observable.label) }
            })
    }
}
