/// The observations that weren't done when a wait for them ended.
///
/// It's empty if everything was handled. Otherwise, it names each observation for which messages
/// wait or whose handler is running. It's a collection, and prints as a table:
///
/// ```
/// observable        observer   where        waiting
/// Messenger<Color>  Dog        queue "dog"  17
/// Messenger<Color>  for await  loop         3
/// Variable<Int>     Cat        in place     0
/// ```
///
/// It's collected right after time was up, place by place, while other threads may continue. It's
/// `Sendable`, and retains no object.
public struct Unhandled: Sendable, RandomAccessCollection, CustomStringConvertible {

    /// One observation for which messages wait, or whose handler is running.
    ///
    /// It's `Sendable`.
    public struct Observation: Sendable, Hashable {

        /// The type of the observable.
        ///
        /// If a transform passed the messages on, it's the type of the transform. For a combination
        /// of variables, it's the type of the value.
        public let observable: String

        /// The type of the observer.
        ///
        /// It's `FreeObserver` for free observations, `for await` for loops, and `nil` if the
        /// observer has been deallocated.
        public let observer: String?

        /// The place where the handler runs.
        public let place: Place

        /// The number of messages whose handling hasn't begun.
        ///
        /// It's 0 while the handler of the last message is running. In place, it's the number of
        /// pending messages of the observable, for all its observers.
        public let waiting: Int
    }

    /// A place where a handler runs.
    ///
    /// It's `Sendable`.
    public enum Place: Sendable, Hashable, Codable, CustomStringConvertible {

        /// On the delivering thread.
        case inPlace

        /// On a queue with that label.
        case queue(label: String)

        /// On an actor of that type.
        case actor(type: String)

        /// On a ``DeliveryPlace`` that isn't a queue.
        ///
        /// The name is the description of a `CustomStringConvertible` place, and the type of any
        /// other.
        case place(name: String)

        /// In an asynchronous loop.
        ///
        /// A loop in the middle of a message counts as running.
        case loop

        /// The place in words.
        public var description: String {
            switch self {
            case .inPlace: "in place"
            case .queue(let label): label.isEmpty ? "unnamed queue" : "queue \"\(label)\""
            case .actor(let type): "actor \(type)"
            case .place(let name): name
            case .loop: "loop"
            }
        }
    }

    private let observations: [Observation]

    init(_ unfinished: [Unfinished]) { observations = unfinished.map(Observation.init) }

    init(joining all: [Unhandled]) { observations = all.flatMap(\.observations) }

    /// The position of the first observation.
    public var startIndex: Int { 0 }

    /// The position after the last observation.
    public var endIndex: Int { observations.count }

    /// The observation at a position, in the order in which they were found.
    public subscript(position: Int) -> Observation { observations[position] }

    /// A table with one line for each observation, or a sentence if there are none.
    public var description: String {
        if observations.isEmpty { return "Everything has been handled." }
        return TextTable(
            ["observable", "observer", "where", "waiting"],
            observations.map { [$0.observable, $0.observer ?? "(dead)", "\($0.place)", "\($0.waiting)"] }
        ).text
    }
}

extension Unhandled.Observation {

    init(_ unfinished: Unfinished) {
        observable = String(describing: unfinished.observable)
        observer = unfinished.observer.text
        place = Unhandled.Place(unfinished.destination)
        waiting = unfinished.waiting
    }
}

extension Unhandled.Place {

    init(_ destination: Unfinished.Destination) {
        self =
            switch destination {
            case .inPlace: .inPlace
            case .queue(let label): .queue(label: label)
            case .actor(let type): .actor(type: type)
            case .place(let name): .place(name: name)
            case .loop: .loop
            }
    }
}

extension ObserverLabel {

    /// The type of the observer, or another name if it isn't an object of client code.
    var text: String? {
        switch self {
        case .object(let type): type.map { String(describing: $0) }
        case .free: "FreeObserver"
        case .loop: "for await"
        }
    }
}
