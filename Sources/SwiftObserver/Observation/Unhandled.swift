/// What had not been handled when a wait for it ended.
///
/// It's empty if everything was handled. Otherwise, it names each observation for which messages wait or whose
/// handler is running. It's a collection, and prints as a table:
///
/// ```
/// observable        observer   where        waiting
/// Messenger<Color>  Dog        queue "dog"  17
/// Messenger<Color>  for await  loop         3
/// Variable<Int>     Cat        in place     0
/// ```
///
/// It was found out right after time was up, place by place, while others may have gone on. It's `Sendable`, and keeps
/// nobody alive.
public struct Unhandled: Sendable, RandomAccessCollection, CustomStringConvertible {

    /// One observation for which messages wait, or whose handler is running. It's `Sendable`.
    public struct Observation: Sendable, Hashable {

        /// The type of the observable. If a transform passed the messages on, it's that of the transform. For a
        /// combination of variables, it's that of the value.
        public let observable: String

        /// The type of the observer. It's `FreeObserver` for free observations, `for await` for loops, and `nil` if
        /// the observer has died.
        public let observer: String?

        /// Where the handler runs.
        public let place: Place

        /// How many messages wait that have not begun to be handled. It's 0 while the handler of the last one is
        /// running.
        ///
        /// In place, it's how many wait in the line of the observable, for whichever observer.
        public let waiting: Int
    }

    /// Where a handler runs. It's `Sendable`.
    public enum Place: Sendable, Hashable, Codable, CustomStringConvertible {

        /// On the thread that delivers.
        case inPlace

        /// On a queue with that label.
        case queue(label: String)

        /// On an actor of that type.
        case actor(type: String)

        /// On a ``DeliveryPlace`` that isn't a queue. The name is its description if it's a `CustomStringConvertible`, and else its type.
        case place(name: String)

        /// In an asynchronous loop. One that is in the middle of a message counts as running.
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

    /// The position behind the last observation.
    public var endIndex: Int { observations.count }

    /// The observation at a position. They're in the order in which they were found.
    public subscript(position: Int) -> Observation { observations[position] }

    /// A table, with one line for each observation, or a sentence if there's none.
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

    /// The type of the observer or, if it isn't an object of a client, what it is.
    var text: String? {
        switch self {
        case .object(let type): type.map { String(describing: $0) }
        case .free: "FreeObserver"
        case .loop: "for await"
        }
    }
}
