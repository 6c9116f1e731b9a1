/// The state of an observable at one moment.
///
/// It prints as a table:
///
/// ```
/// sky (Messenger<Color>): 1042 sent, 0 pending, 0 refused, no thread is delivering
/// observer    where        waiting  handled  missed  running    thread          started at
/// Rex (Dog)   queue "dog"  17       1024     1       for 4.2 s  0x7f6c1a7fc6c0  Zoo/Kennel.swift:12
/// for await   loop         0        1042     0       no                         Zoo/Log.swift:31
/// ```
///
/// All figures are from the same moment, even while other threads send, start and end. Nothing is
/// sent between one line of the table and the next. Handlers may continue meanwhile, so the
/// progress of each is from the moment at which it was read.
///
/// It's `Sendable` and `Codable`, and retains no objects.
public struct ObservableInspection: Sendable, Hashable, Codable {

    /// The name of the observable, if it has one.
    public let name: String?

    /// The type of the observable.
    public let type: String

    /// The number of messages that were sent to all observers.
    ///
    /// It counts from the first observation of the observable, and doesn't include refused
    /// messages.
    public let sent: Int

    /// The number of pending messages, to be delivered in place.
    public let inLine: Int

    /// The number of messages that were refused since the observable was closed.
    public let refused: Int

    /// Whether the observable was closed.
    public let isClosed: Bool

    /// Where in-place handlers run: on the delivering thread, or on the queue of the observable.
    public let place: Unhandled.Place

    /// The delivering thread, in the notation of debuggers, or `nil` if there is none.
    public let deliverer: String?

    /// The observations, in the order in which they started, but in-place ones first.
    public let observations: [ObservationInspection]
}

extension ObservableInspection: CustomStringConvertible {

    /// A line that describes the observable, and a table with one line for each observation.
    public var description: String {
        let title = name.map { "\($0) (\(type))" } ?? type
        let deliverer = deliverer.map { "thread \($0) is delivering" } ?? "no thread is delivering"
        let head =
            "\(title): \(sent) sent, \(inLine) pending, \(refused) refused\(isClosed ? ", closed" : ""), \(deliverer)"
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

    /// Returns the state of this observable and all its observations at one moment.
    ///
    /// ```swift
    /// print(sky.inspect())
    /// ```
    ///
    /// This works whether or not watching is on. Some properties are known only while it's on, as
    /// their documentation says. See also ``Watch``.
    ///
    /// **Threads:** Any thread may call this, even in a handler. It doesn't wait for handlers.
    ///
    /// **Lifetime:** The result retains no objects. If all other owners release an observer at this
    /// moment, it's deallocated on the calling thread.
    ///
    /// - Complexity: O(n) in observations. Senders to this observable wait meanwhile.
    public func inspect() -> ObservableInspection {
        let messenger = sourceMessenger.messenger
        return ObservableInspection(
            WatchedObservable(messenger.office, Swift.type(of: messenger.observable), observedAs: Self.self))
    }
}
