/// What is known of an observable at one moment. It prints as a table:
///
/// ```
/// sky (Messenger<Color>): 1042 sent, 0 in line, 0 refused, nobody is delivering
/// observer    where        waiting  handled  missed  running    thread          began at
/// Rex (Dog)   queue "dog"  17       1024     1       for 4.2 s  0x7f6c1a7fc6c0  Zoo/Kennel.swift:12
/// for await   loop         0        1042     0       no                         Zoo/Log.swift:31
/// ```
///
/// All of it is one state, even while others send, start and end: nothing was sent between one line of the table and the next.
/// Handlers may go on meanwhile, so how far each has got is as of the moment when that was looked at.
///
/// It's `Sendable` and `Codable`, and keeps nobody alive.
public struct ObservableInspection: Sendable, Hashable, Codable {

    /// The name, if the observable has one.
    public let name: String?

    /// The type of the observable.
    public let type: String

    /// How many messages were sent to all observers since the observable was observed first, the refused ones not included.
    public let sent: Int

    /// How many messages wait in line to be delivered in place.
    public let inLine: Int

    /// How many messages were refused since the observable was closed.
    public let refused: Int

    /// Whether the observable was closed.
    public let isClosed: Bool

    /// Where handlers in place run: on whatever thread delivers, or on the queue of the observable.
    public let place: Unhandled.Place

    /// The thread that is delivering in place, as debuggers show it, if one is.
    public let deliverer: String?

    /// The observations, those in place first, and otherwise in the order in which they started.
    public let observations: [ObservationInspection]
}

extension ObservableInspection: CustomStringConvertible {

    /// A table with one line for each observation, below a line that describes the observable.
    public var description: String {
        let title = name.map { "\($0) (\(type))" } ?? type
        let deliverer = deliverer.map { "thread \($0) is delivering" } ?? "nobody is delivering"
        let head =
            "\(title): \(sent) sent, \(inLine) in line, \(refused) refused\(isClosed ? ", closed" : ""), \(deliverer)"
        if observations.isEmpty { return head.inOneLine + "\n(not observed)" }
        return head.inOneLine + "\n" + TextTable(ObservationInspection.titles, observations.map(\.row)).text
    }
}

extension ObservableInspection {

    init(_ watched: WatchedObservable) {
        name = watched.label.name
        type = watched.label.typeText
        sent = watched.sent
        inLine = watched.inLine
        refused = watched.refused
        isClosed = watched.isClosed
        place = Unhandled.Place(watched.destination)
        deliverer = watched.deliverer.map { "\($0)" }
        observations = watched.observations.map { ObservationInspection($0, of: watched.label) }
    }
}

extension MessageSource {

    /// Looks at this observable and all its observations, at one moment.
    ///
    /// ```swift
    /// print(sky.inspect())
    /// ```
    ///
    /// This works whether or not watching is on. What is only known while it's on is said at each property, and ``Watch`` says what that is.
    /// It may be called from any thread, also in handlers. It waits for no handler, and keeps nobody alive. Observers that
    /// everyone else lets go of at this very moment die on the calling thread.
    ///
    /// - Complexity: O(n) in observations. Senders to this observable wait meanwhile.
    public func inspect() -> ObservableInspection {
        let messenger = sourceMessenger.messenger
        return ObservableInspection(
            WatchedObservable(messenger.office, Swift.type(of: messenger), observedAs: Self.self))
    }
}
