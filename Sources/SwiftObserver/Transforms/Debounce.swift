/// Sends a message when no other one has followed for some time.
final class Debounce<Origin: MessageSource>: TimedTransform<Origin, Origin.Message> {}

private final class DebounceRule<Message>: TimeRule<Message, Message>, @unchecked Sendable {

    private let interval: Duration
    private let pending = PendingMessage<Message>()

    @exclusivity(unchecked)
    private var due = Duration.zero

    init(_ interval: Duration) { self.interval = interval }

    override func add(_ message: inout Message, from author: AnyObject?, at now: Duration) -> TimeStep {
        if pending.isSet, due <= now { return .sendFirst }
        pending.exchange(&message, from: author)
        due = now + interval
        return .wait(until: due)
    }

    override var deadline: Duration? { pending.isSet ? due : nil }

    override func takeDue(at now: Duration, isFlush: Bool) -> (output: Message, author: AnyObject?)? {
        pending.isSet && (isFlush || due <= now) ? pending.take() : nil
    }
}

extension MessageSource where Message: Sendable {

    /// Creates an observable that sends a message when no other one has followed for some time.
    ///
    /// ```swift
    /// let query = text.new().debounce(for: .milliseconds(300))
    /// ```
    ///
    /// When a burst is over, its last message is sent. For ends, threads and clocks, see
    /// ``TimedTransform``.
    ///
    /// If the duration isn't above zero, the program stops.
    public func debounce(
        for interval: Duration, clock: any Clock<Duration> = ContinuousClock(), file: StaticString = #fileID,
        line: UInt = #line
    ) -> TimedTransform<Self, Message> {
        let interval = checked(interval, file, line)
        return Debounce(self, at: StartPoint(Self.self, file, line), DebounceRule(interval), clock)
    }
}

extension Observing where Message: Sendable {

    /// Passes on a message when no other one has followed for some time.
    ///
    /// For ends, threads and clocks, see ``TimedTransform``. If the duration isn't above zero, the
    /// program stops.
    public func debounce(
        for interval: Duration, clock: any Clock<Duration> = ContinuousClock()
    ) -> Observing<Message, Form, ObservingStage.Transforming> {
        let interval = checked(interval, site.startPoint.file, site.startPoint.line)
        return timed(clock, DebounceRule(interval))
    }
}

/// `@unchecked` because it adds nothing.
extension Debounce: @unchecked Sendable where Origin.Message: Sendable {}
