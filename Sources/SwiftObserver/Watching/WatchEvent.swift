/// An event that a ``Watcher`` is notified of.
///
/// There's never an event for each message. Later versions may add events, so handle unknown ones
/// with `default`. It's `Sendable`.
public enum WatchEvent: Sendable {

    /// An observation started.
    case started(ObservationInspection)

    /// An observation ended.
    case ended(ObservationInspection, because: EndOfObservation)

    /// Messages were dropped because of a limit, this many since the last such event.
    case missed(ObservationInspection, count: Int)

    /// Messages were sent to a closed observable, this many since the last such event.
    ///
    /// The observable is given by its name, or else by its type.
    case refused(observable: String, count: Int)

    /// A handler has been running for longer than ``WatchLimits/slow``.
    ///
    /// This occurs once for each call, unless the call is already stuck when it's first noticed.
    case slow(RunningHandler)

    /// A handler has been running for longer than ``WatchLimits/stuck``.
    ///
    /// This occurs once for each call.
    case stuck(RunningHandler)

    /// A handler that was slow or stuck has returned.
    case returned(RunningHandler)

    /// More messages wait for an observation than ``WatchLimits/backlog``.
    ///
    /// This occurs again only after their number has fallen to the limit or below.
    case backlog(ObservationInspection)

    /// The library noticed a probable mistake.
    case mistake(WatchedMistake)

    /// The watcher was too slow, so this many events were dropped since its last call.
    case untold(count: Int)
}

extension WatchEvent: CustomStringConvertible {

    /// The event in one line.
    public var description: String {
        switch self {
        case .started(let observation): "started: \(observation)"
        case .ended(let observation, let reason): "ended, \(reason): \(observation)"
        case .missed(let observation, let count): "\(count) missed: \(observation)"
        case .refused(let observable, let count): "\(count) refused: \(observable.inOneLine)"
        case .slow(let call): "slow: \(call)"
        case .stuck(let call): "stuck: \(call)"
        case .returned(let call): "returned: \(call)"
        case .backlog(let observation): "backlog: \(observation)"
        case .mistake(let mistake): "mistake: \(mistake)"
        case .untold(let count): "\(count.count("event")) not reported"
        }
    }
}

/// Why an observation ended.
///
/// It's `Sendable`.
public enum EndOfObservation: String, Sendable, Hashable, Codable {

    /// It was stopped.
    ///
    /// The observer, the observable or a handle stopped it, or a loop or a combination ended.
    case stopped

    /// The observer was deallocated.
    case observerDied

    /// The observable sent its last message.
    ///
    /// It was deallocated, it was closed, or it's a promise that was fulfilled.
    case farewell

    /// More messages waited than ``MessageBuffering/upTo(_:)`` allows.
    case tooSlow
}

extension EndOfObservation {

    init(_ reason: EndReason) {
        self =
            switch reason {
            case .stopped: .stopped
            case .observerDied: .observerDied
            case .farewell: .farewell
            case .tooSlow: .tooSlow
            }
    }
}

extension WatchEvent {

    init(_ note: WatchNote) {
        self =
            switch note {
            case .started(let note): .started(ObservationInspection(note))
            case .ended(let note, let reason): .ended(ObservationInspection(note), because: EndOfObservation(reason))
            case .missed(let note, let count): .missed(ObservationInspection(note), count: count)
            case .refused(let label, let count): .refused(observable: label.text, count: count)
            case .slow(let call): .slow(RunningHandler(call))
            case .stuck(let call): .stuck(RunningHandler(call))
            case .returned(let call): .returned(RunningHandler(call))
            case .backlog(let note): .backlog(ObservationInspection(note))
            case .mistake(let mistake): .mistake(WatchedMistake(mistake))
            case .untold(let count): .untold(count: count)
            }
    }
}
