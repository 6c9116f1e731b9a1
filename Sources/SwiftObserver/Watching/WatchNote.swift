/// Something that is told while watching is on.
enum WatchNote: Sendable {
    case started(ObservationNote)
    case ended(ObservationNote, EndReason)

    /// So many messages were dropped since it was told last.
    case missed(ObservationNote, Int)

    /// So many messages were sent to a closed observable since it was told last.
    case refused(OfficeLabel, Int)

    /// A handler has been running for longer than one of the limits.
    case slow(LongCall)
    case stuck(LongCall)

    /// One of these has returned.
    case returned(LongCall)

    /// More messages wait than the limit.
    case backlog(ObservationNote)

    case mistake(Mistake)

    /// So many of these weren't told, since the watcher didn't come to them.
    case untold(Int)
}

/// A handler that has been running for long.
struct LongCall: Sendable {

    /// The observation. If the call began before watching was turned on, it may be any of several observations in place.
    let notes: [ObservationNote]

    /// For how long it has been running at least.
    let duration: Duration

    /// The thread on which it's running, if that is known.
    let thread: ThreadID?

    /// Whether the observation has ended meanwhile.
    let isEnded: Bool

    /// Whether it waits for another handler that it has called, on the same thread.
    let isOuter: Bool
}

/// Something that is probably not meant, and that goes unnoticed otherwise.
enum Mistake: Sendable {

    /// A transform died while it was observed, before it had sent anything.
    case lostTransform(Any.Type, observers: [ObservationNote])

    /// The receiver of an observer is another one each time that it's asked for.
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

/// Who is told.
protocol WatchListener: Sendable {

    /// This is called on one thread at a time, without a lock.
    func hear(_ note: WatchNote)
}
