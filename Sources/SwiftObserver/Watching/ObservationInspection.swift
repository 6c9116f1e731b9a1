/// What is known of one observation at one moment.
///
/// What was sent to it since it started is what it has handled, what is missing, and what waits. That's exact if the observation
/// began while watching was on, or is on a queue or an actor. Where updates are merged, those that became one
/// count as one.
///
/// It's `Sendable` and `Codable`, and keeps nobody alive.
public struct ObservationInspection: Sendable, Hashable, Codable {

    /// The name of the observable, or else its type.
    public let observable: String

    /// The type of the observer. It's `FreeObserver` for free observations, `for await` for loops, and `nil` if the observer is
    /// dead and its type isn't known.
    public let observer: String?

    /// The name of the observer, if its ``Receiver`` was given one.
    public let observerName: String?

    /// Where the handler runs.
    public let place: Unhandled.Place

    /// Where the observation started in the order of the observable. No other observation of the observable has this position.
    public let position: Int

    /// How many messages wait that have not begun to be handled.
    ///
    /// If that isn't known of an observation in place, since it began before watching was turned on, it's how many wait in line
    /// for any observer.
    public let waiting: Int

    /// How many messages the handler was called with, the one included that is being handled. For loops, it's how many they
    /// took.
    ///
    /// In place, calls are only counted while watching is on. So it's `nil` there while watching is off, and counts from when it
    /// was turned on.
    public let handled: Int?

    /// How many messages were dropped because of the limit that was passed as `buffering`.
    public let missed: Int

    /// Whether the handler is running, or a loop is in the middle of a message. It's `nil` if someone is delivering in place, and
    /// it isn't known to whom.
    public let isRunning: Bool?

    /// For how many seconds the handler has been running at least, if it is, and watching is on. It's known by looking now and
    /// then: it's too small by no more than the time between two looks.
    public let runningSeconds: Double?

    /// How busy the handler is, from 0 to 1, while watching is on: in what share of the latest looks it was running. The looks of
    /// the last seconds weigh most. Where several observations share a queue, this tells which one keeps the others waiting.
    public let busyShare: Double?

    /// The thread on which the handler is running, as debuggers show it, if it is, and that's known.
    public let thread: String?

    /// The module and the file in which the observation began, if that was while watching was on.
    public let file: String?

    /// The line in that file.
    public let line: Int?
}

extension ObservationInspection: Located, CustomStringConvertible {

    /// All of it in one line.
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
        if let location { parts.append("began at \(location)") }
        return parts.joined(separator: ", ").inOneLine
    }

    /// The observer by name and type.
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

    static let titles = ["observer", "where", "waiting", "handled", "missed", "running", "busy", "thread", "began at"]

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
