/// The state of an observer and its observations.
///
/// It prints as a table. The observables are read one after the other. The figures of each
/// observable are from the same moment, as in ``ObservableInspection``.
///
/// It's `Sendable` and `Codable`, and retains no objects.
public struct ObserverInspection: Sendable, Hashable, Codable {

    /// The name of the observer, if its ``Receiver`` has one.
    public let name: String?

    /// The type of the observer.
    public let type: String

    /// The observations, by observable.
    public let observations: [ObservationInspection]
}

extension ObserverInspection: CustomStringConvertible {

    /// A line that describes the observer, and a table with one line for each observation.
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

    /// Returns the state of this observer and all its observations.
    ///
    /// For details, threads and lifetimes, see ``MessageSource/inspect()``. If observers share a
    /// receiver, each shows all observations of that receiver.
    ///
    /// - Complexity: O(n) in observations of all observables that it observes. Senders to these
    ///   observables wait meanwhile.
    public func inspect() -> ObserverInspection {
        let receiver = receiver
        return ObserverInspection(
            name: receiver.name, type: String(describing: Swift.type(of: self)),
            observations: WatchedObservable.observed(by: receiver.observations).flatMap { observable in
                observable.observations.map { ObservationInspection($0, of: observable.label) }
            })
    }
}
