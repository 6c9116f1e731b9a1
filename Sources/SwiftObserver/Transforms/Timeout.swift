/// Passes on all messages, and sends a value when none has come for some time.
final class Timeout<Origin: MessageSource>: TimedTransform<Origin, Origin.Message> {}

private final class TimeoutRule<Message: Sendable>: TimeRule<Message, Message>, @unchecked Sendable {

    private let interval: Duration
    private let value: Message
    private let passing = PendingMessage<Message>()

    /// When to send the value, unless a message comes before.
    @exclusivity(unchecked)
    private var due: Duration?

    init(_ interval: Duration, sending value: Message) {
        self.interval = interval
        self.value = value
        due = interval
    }

    override func add(_ message: inout Message, from author: AnyObject?, at now: Duration) -> TimeStep {
        if passing.isSet || isDue(at: now) { return .sendFirst }
        passing.exchange(&message, from: author)
        return .send
    }

    override var deadline: Duration? { due }

    override func takeDue(at now: Duration, isFlush: Bool) -> (output: Message, author: AnyObject?)? {
        if passing.isSet {
            due = now + interval
            return passing.take()
        }
        guard isFlush || isDue(at: now) else { return nil }
        due = nil
        return isFlush ? nil : (value, nil)
    }

    private func isDue(at now: Duration) -> Bool { if let due { due <= now } else { false } }
}

extension MessageSource where Message: Sendable {

    /// Creates an observable that also sends a value when no message has come for some time.
    ///
    /// ```swift
    /// let isAlive = heartbeats.map { _ in true }.timeout(after: .seconds(5), sending: false)
    /// ```
    ///
    /// It passes on all messages. The time begins with the creation of the operator, and again with
    /// each message. The value is sent once until another message comes, and never after the origin
    /// was closed. Its author is the new observable. For ends, threads and clocks, see
    /// ``TimedTransform``.
    ///
    /// If the duration isn't above zero, the program stops.
    public func timeout(
        after interval: Duration, sending value: Message, clock: any Clock<Duration> = ContinuousClock(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> TimedTransform<Self, Message> {
        let interval = checked(interval, file, line)
        return Timeout(self, at: StartPoint(Self.self, file, line), TimeoutRule(interval, sending: value), clock)
    }
}

extension Observing where Message: Sendable {

    /// Passes on all messages, and a value when none has come for some time.
    ///
    /// The author of the value is the observable. For ends, threads and clocks, see
    /// ``TimedTransform``. If the duration isn't above zero, the program stops.
    public func timeout(
        after interval: Duration, sending value: Message, clock: any Clock<Duration> = ContinuousClock()
    ) -> Observing<Message, Form, ObservingStage.Transforming> {
        let interval = checked(interval, site.startPoint.file, site.startPoint.line)
        return timed(clock, TimeoutRule(interval, sending: value))
    }
}

/// `@unchecked` because it adds nothing.
extension Timeout: @unchecked Sendable where Origin.Message: Sendable {}
