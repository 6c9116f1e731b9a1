/// What a ``Watcher`` is told. There's never one for each message. It's `Sendable`.
///
/// Later versions may add events, so handle those that you don't know by `default`.
public enum WatchEvent: Sendable {

    /// An observation started.
    case started(ObservationInspection)

    /// An observation ended.
    case ended(ObservationInspection, because: EndOfObservation)

    /// So many messages were dropped because of a limit, since that was told last.
    case missed(ObservationInspection, count: Int)

    /// So many messages were sent to a closed observable, which is named or else described by its type, since that was told last.
    case refused(observable: String, count: Int)

    /// A handler has been running for longer than ``WatchLimits/slow``. It's told once for each call, unless that was seen so late that
    /// it's told as stuck.
    case slow(RunningHandler)

    /// A handler has been running for longer than ``WatchLimits/stuck``. It's told once for each call.
    case stuck(RunningHandler)

    /// A handler that was slow or stuck has returned.
    case returned(RunningHandler)

    /// More messages wait for an observation than ``WatchLimits/backlog``. It's told again only after they have been fewer.
    case backlog(ObservationInspection)

    /// Something that is probably not meant.
    case mistake(WatchedMistake)

    /// So many events were dropped since the watcher was told last, because it was too slow.
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
        case .backlog(let observation): "messages wait: \(observation)"
        case .mistake(let mistake): "mistake: \(mistake)"
        case .untold(let count): "\(count.count("event")) untold"
        }
    }
}

/// Why an observation ended. It's `Sendable`.
public enum EndOfObservation: String, Sendable, Hashable, Codable {

    /// Someone stopped it: the observer, the observable, a handle, or the end of a loop or of a combination.
    case stopped

    /// The observer died.
    case observerDied

    /// The observable sent its last message: it died, it was closed, or it's a promise that was fulfilled.
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
