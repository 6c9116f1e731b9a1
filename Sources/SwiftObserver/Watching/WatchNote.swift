/// An event that is reported while watching is on.
enum WatchNote: Sendable {
    case started(ObservationNote)
    case ended(ObservationNote, EndReason)

    /// Messages were dropped, this many since the last such note.
    case missed(ObservationNote, Int)

    /// Messages were sent to a closed observable, this many since the last such note.
    case refused(OfficeLabel, Int)

    /// A handler has been running for longer than one of the limits.
    case slow(LongCall)
    case stuck(LongCall)

    /// A handler that was slow or stuck has returned.
    case returned(LongCall)

    /// More messages wait than the limit allows.
    case backlog(ObservationNote)

    case mistake(Mistake)

    /// The watcher was too slow, so this many notes were dropped.
    case untold(Int)
}

/// A handler that has been running for long.
struct LongCall: Sendable {

    /// The observation that the handler belongs to.
    ///
    /// If the call began before watching was turned on, these may be several observations in place,
    /// and it belongs to one of them.
    let notes: [ObservationNote]

    /// The minimum duration for which it has been running.
    let duration: Duration

    /// The thread on which it's running, if it's known.
    let thread: ThreadID?

    /// Whether the observation has ended meanwhile.
    let isEnded: Bool

    /// Whether it has called another handler on the same thread, and waits for it.
    let isOuter: Bool
}

/// A probable mistake that would go unnoticed otherwise.
enum Mistake: Sendable {

    /// A transform was deallocated while it was observed, before it had sent anything.
    case lostTransform(Any.Type, observers: [ObservationNote])

    /// The receiver of an observer is a new object on each access.
    case newReceiver(observer: Any.Type, StartPoint?)

    /// The handler of an observer captures the observer strongly.
    case capturedObserver(Any.Type, StartPoint?)

    /// Whether it's the same mistake in the same line of code.
    func isSame(as other: Mistake) -> Bool {
        switch (self, other) {
        case (.lostTransform(let type, let observers), .lostTransform(let otherType, let others)):
            type == otherType && observers.first?.observerName == others.first?.observerName
                && StartPoint.isSame(observers.first?.startPoint, others.first?.startPoint)
        case (.newReceiver(let type, let point), .newReceiver(let otherType, let otherPoint)),
            (.capturedObserver(let type, let point), .capturedObserver(let otherType, let otherPoint)):
            type == otherType && StartPoint.isSame(point, otherPoint)
        default: false
        }
    }
}

/// Receives notes.
protocol WatchListener: Sendable {

    /// Called on one thread at a time, without a lock.
    func hear(_ note: WatchNote)
}
