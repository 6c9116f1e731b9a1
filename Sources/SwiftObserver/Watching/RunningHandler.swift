/// A handler that has been running for long.
///
/// It's `Sendable` and `Codable`, and retains no objects.
public struct RunningHandler: Sendable, Hashable, Codable {

    /// The observation that the handler belongs to, as of the latest look.
    ///
    /// If there are several, the handler belongs to one of them. The call began before watching was
    /// turned on then.
    public let observations: [ObservationInspection]

    /// The minimum number of seconds for which the handler has been running.
    public let seconds: Double

    /// The thread on which the handler is running, in the notation of debuggers, if it's known.
    public let thread: String?

    /// Whether the observation has ended meanwhile.
    public let isEnded: Bool

    /// Whether it has sent a message, and waits for another handler on the same thread.
    ///
    /// Look at that handler first.
    public let isOuter: Bool
}

extension RunningHandler: CustomStringConvertible {

    /// The state in one line.
    public var description: String {
        let observation = observations.first.map { "\($0)" } ?? "(unknown)"
        return "running for \(ObservationInspection.text(seconds)) s\(thread.map { " on thread \($0)" } ?? ""): "
            + ([observation] + remarks).joined(separator: ", ")
    }

    private var remarks: [String] {
        var remarks: [String] = []
        if observations.count > 1 { remarks.append("or one of \(observations.count - 1) other observations in place") }
        if isEnded { remarks.append("has ended since") }
        if isOuter { remarks.append("waits for another handler on this thread") }
        return remarks
    }

    static let titles = ["seconds", "observable", "observer", "where", "thread", "waiting", "started at", ""]

    var row: [String] {
        let first = observations.first
        return [
            ObservationInspection.text(seconds), first?.observable ?? "", first?.observerLabel ?? "",
            first.map { "\($0.place)" } ?? "", thread ?? "", first.map { "\($0.waiting)" } ?? "", first?.location ?? "",
            remarks.joined(separator: ", "),
        ]
    }
}

extension RunningHandler {

    init(_ call: LongCall) {
        observations = call.notes.map { ObservationInspection($0, runningFor: call.duration, on: call.thread) }
        seconds = call.duration.inSeconds
        thread = call.thread.map { "\($0)" }
        isEnded = call.isEnded
        isOuter = call.isOuter
    }
}
