/// Sends a message at once, and then at most one in each interval.
final class Throttle<Origin: MessageSource>: TimedTransform<Origin, Origin.Message> {}

private final class ThrottleRule<Message>: TimeRule<Message, Message>, @unchecked Sendable {

    private let interval: Duration
    private let isLatestWanted: Bool
    private let pending = PendingMessage<Message>()

    /// When the next message may be sent.
    @exclusivity(unchecked)
    private var free = Duration.zero

    init(_ interval: Duration, latest: Bool) {
        self.interval = interval
        isLatestWanted = latest
    }

    override func add(_ message: inout Message, from author: AnyObject?, at now: Duration) -> TimeStep {
        if pending.isSet {
            if free <= now { return .sendFirst }
            if isLatestWanted { pending.exchange(&message, from: author) }
            return .wait(until: free)
        }
        pending.exchange(&message, from: author)
        if free > now { return .wait(until: free) }
        free = now
        return .send
    }

    override var deadline: Duration? { pending.isSet ? free : nil }

    override func takeDue(at now: Duration, isFlush: Bool) -> (output: Message, author: AnyObject?)? {
        guard pending.isSet, isFlush || free <= now else { return nil }
        free = now + interval
        return pending.take()
    }
}

extension MessageSource where Message: Sendable {

    /// Creates an observable that sends at most one message in each interval.
    ///
    /// The first message is sent at once. An interval begins with each message that is sent. For
    /// ends, threads and clocks, see ``TimedTransform``.
    ///
    /// `latest` says which message of an interval is sent at its end: the latest one or the first
    /// one. If the duration isn't above zero, the program stops.
    public func throttle(
        for interval: Duration, latest: Bool = true, clock: any Clock<Duration> = ContinuousClock(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> TimedTransform<Self, Message> {
        let interval = checked(interval, file, line)
        return Throttle(self, at: StartPoint(Self.self, file, line), ThrottleRule(interval, latest: latest), clock)
    }
}

extension Observing where Message: Sendable {

    /// Passes on at most one message in each interval, the first one at once.
    ///
    /// `latest` says which message of an interval is passed on at its end: the latest one or the
    /// first one. For ends, threads and clocks, see ``TimedTransform``. If the duration isn't above
    /// zero, the program stops.
    public func throttle(
        for interval: Duration, latest: Bool = true, clock: any Clock<Duration> = ContinuousClock()
    ) -> Observing<Message, Form, ObservingStage.Transforming> {
        let interval = checked(interval, site.startPoint.file, site.startPoint.line)
        return timed(clock, ThrottleRule(interval, latest: latest))
    }
}

/// `@unchecked` because it adds nothing.
extension Throttle: @unchecked Sendable where Origin.Message: Sendable {}
