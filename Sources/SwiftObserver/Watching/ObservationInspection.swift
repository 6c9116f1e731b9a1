/// The state of one observation at one moment.
///
/// The number of messages that were sent to the observation since its start is `handled` plus
/// `missed` plus `waiting`. That's exact if the observation began while watching was on, or is on a
/// queue or an actor. Updates that were merged count as one.
///
/// It's `Sendable` and `Codable`, and retains no objects.
public struct ObservationInspection: Sendable, Hashable, Codable {

    /// The name of the observable, or else its type.
    public let observable: String

    /// The type of the observer.
    ///
    /// It's `FreeObserver` for free observations, and `for await` for loops. It's `nil` if the
    /// observer has been deallocated and its type isn't known.
    public let observer: String?

    /// The name of the observer, if its ``Receiver`` has one.
    public let observerName: String?

    /// Where the handler runs.
    public let place: Unhandled.Place

    /// The position at which the observation started, in the order of the observable.
    ///
    /// No other observation of the observable has this position.
    public let position: Int

    /// The number of messages that wait and haven't begun to be handled.
    ///
    /// It may be unknown for an in-place observation that began before watching was turned on. Then
    /// it's the number of pending messages, for all observers.
    public let waiting: Int

    /// The number of messages that the handler was called with, or that the loop took.
    ///
    /// It includes the message that is being handled. In place, calls are only counted while
    /// watching is on. There, it counts from when watching was turned on, and is `nil` while
    /// watching is off.
    public let handled: Int?

    /// The number of messages that were dropped because of the limit passed as `buffering`.
    public let missed: Int

    /// Whether the handler is running, or a loop is handling a message.
    ///
    /// It's `nil` if a thread delivers in place, and it isn't known which handler is running.
    public let isRunning: Bool?

    /// The minimum number of seconds for which the handler has been running.
    ///
    /// It's only known while the handler is running and watching is on. It's sampled, and too small
    /// by no more than the time between two samples.
    public let runningSeconds: Double?

    /// The share of recent samples in which the handler was running, from 0 to 1.
    ///
    /// It's only known while watching is on. The samples of the last seconds weigh most. If several
    /// observations share a queue, this shows which one delays the others.
    public let busyShare: Double?

    /// The thread on which the handler is running, in the notation of debuggers, if it's known.
    public let thread: String?

    /// The module and the file in which the observation began.
    ///
    /// It's only known if watching was on then.
    public let file: String?

    /// The line in that file.
    public let line: Int?
}

extension ObservationInspection: Located, CustomStringConvertible {

    /// The state in one line.
    public var description: String {
        var parts = ["\(observable) -> \(observerLabel)", "\(place)", "\(waiting) waiting"]
        if let handled { parts.append("\(handled) handled") }
        if missed > 0 { parts.append("\(missed) missed") }
        switch isRunning {
        case false?: break
        case nil: parts.append("may be running")
        case true?: parts.append(runningSeconds.map { "running for \(Self.text($0)) s" } ?? "running")
        }
        if let busyShare, busyShare >= 0.005 { parts.append("\(Self.percent(busyShare)) busy") }
        if let location { parts.append("started at \(location)") }
        return parts.joined(separator: ", ").inOneLine
    }

    /// The name and type of the observer.
    var observerLabel: String { observerName.map { "\($0) (\(observer ?? "dead"))" } ?? observer ?? "(dead)" }

    /// Whether the handler is running, and for how long.
    var runningLabel: String {
        guard let isRunning else { return "?" }
        if !isRunning { return "no" }
        return runningSeconds.map { "for \(Self.text($0)) s" } ?? "yes"
    }

    static func text(_ seconds: Double) -> String {
        "\((seconds * 10).rounded() / 10)"
    }

    private static func percent(_ share: Double) -> String {
        "\(Int(exactly: (share * 100).rounded()).map(String.init) ?? "?") %"
    }

    static let titles = [
        "observer", "where", "waiting", "handled", "missed", "running", "busy", "thread", "started at",
    ]

    var row: [String] {
        [
            observerLabel, "\(place)", "\(waiting)", handled.map { "\($0)" } ?? "?", "\(missed)", runningLabel,
            busyShare.map(Self.percent) ?? "",
            thread ?? "", location ?? "",
        ]
    }
}

extension ObservationInspection {

    init(_ watched: WatchedObservation, of observable: OfficeLabel) {
        self.init(
            watched.note, of: observable, runningFor: watched.duration, busyShare: watched.share, on: watched.thread)
    }

    init(
        _ note: ObservationNote, of observable: OfficeLabel? = nil, runningFor duration: Duration? = nil,
        busyShare: Double? = nil,
        on thread: ThreadID? = nil
    ) {
        self.observable = (observable ?? note.observable).text
        observer = note.observer.text
        observerName = note.observerName
        place = Unhandled.Place(note.destination)
        position = note.start
        waiting = note.waiting
        handled = note.handled
        missed = note.missed
        isRunning = note.isRunning
        runningSeconds = duration.map(\.inSeconds)
        self.busyShare = busyShare
        self.thread = thread.map { "\($0)" }
        file = note.startPoint.map { "\($0.file)" }
        line = note.startPoint.map { Int($0.line) }
    }
}

extension Duration {

    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
