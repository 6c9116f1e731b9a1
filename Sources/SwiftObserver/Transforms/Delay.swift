/// Passes on each message after some time, in order.
final class Delay<Origin: MessageSource>: TimedTransform<Origin, Origin.Message> {}

private final class DelayRule<Message>: TimeRule<Message, Message>, @unchecked Sendable {

    private let interval: Duration

    @exclusivity(unchecked)
    private var messages = SegmentedQueue<Message>()

    @exclusivity(unchecked)
    private var details = SegmentedQueue<Details>()

    private struct Details {
        let due: Duration
        let author: WeakReference
    }

    init(_ interval: Duration) { self.interval = interval }

    override func add(_ message: inout Message, from author: AnyObject?, at now: Duration) -> TimeStep {
        if let deadline, deadline <= now { return .sendFirst }
        messages.append(message)
        details.append(Details(due: now + interval, author: WeakReference(author)))
        return .wait(until: details.withFirst { $0.due })
    }

    override var deadline: Duration? { details.count > 0 ? details.withFirst { $0.due } : nil }

    override func takeDue(at now: Duration, isFlush: Bool) -> (output: Message, author: AnyObject?)? {
        guard let deadline, isFlush || deadline <= now else { return nil }
        let details = details.removeFirst()
        return (messages.removeFirst(), details.author.object)
    }
}

extension MessageSource where Message: Sendable {

    /// Creates an observable that passes on each message after some time, in order.
    ///
    /// It holds any number of messages. For ends, threads and clocks, see ``TimedTransform``.
    ///
    /// If the duration isn't above zero, the program stops.
    public func delay(
        by interval: Duration, clock: any Clock<Duration> = ContinuousClock(), file: StaticString = #fileID,
        line: UInt = #line
    ) -> TimedTransform<Self, Message> {
        let interval = checked(interval, file, line)
        return Delay(self, at: StartPoint(Self.self, file, line), DelayRule(interval), clock)
    }
}

extension Observing where Message: Sendable {

    /// Passes on each message after some time, in order.
    ///
    /// For ends, threads and clocks, see ``TimedTransform``. If the duration isn't above zero, the
    /// program stops.
    public func delay(
        by interval: Duration, clock: any Clock<Duration> = ContinuousClock()
    ) -> Observing<Message, Form, ObservingStage.Transforming> {
        let interval = checked(interval, site.startPoint.file, site.startPoint.line)
        return timed(clock, DelayRule(interval))
    }
}

/// `@unchecked` because it adds nothing.
extension Delay: @unchecked Sendable where Origin.Message: Sendable {}
