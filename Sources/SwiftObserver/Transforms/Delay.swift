/// Passes on each message some time after it came, in order.
///
/// It keeps all messages that wait, however many. It's what ``MessageSource/delay(by:clock:file:line:)`` returns. For ends, threads and clocks, see
/// ``TimedTransform``. It is `Sendable` if its messages are.
public final class Delay<Origin: MessageSource>: TimedTransform<Origin, Origin.Message> {}

private final class DelayRule<Message>: TimeRule<Message, Message>, @unchecked Sendable {

    private let interval: Duration
    private var messages = SegmentedQueue<Message>()
    private var details = SegmentedQueue<Details>()

    private struct Details {
        let due: Duration
        let author: WeakReference
    }

    init(_ interval: Duration) { self.interval = interval }

    override func add(_ message: inout Message, from author: AnyObject?, at now: Duration) {
        messages.append(message)
        details.append(Details(due: now + interval, author: WeakReference(author)))
    }

    override var deadline: Duration? { details.count > 0 ? details.withFirst { $0.due } : nil }

    override func takeDue(at now: Duration, isFlush: Bool) -> (output: Message, author: AnyObject?)? {
        guard isFlush ? details.count > 0 : isDue(at: now) else { return nil }
        let details = details.removeFirst()
        return (messages.removeFirst(), details.author.object)
    }
}

extension MessageSource {

    /// Creates an observable that passes on each message some time after it came, in order.
    ///
    /// If the duration isn't above zero, the program stops.
    public func delay(
        by interval: Duration, clock: any Clock<Duration> = ContinuousClock(), file: StaticString = #fileID,
        line: UInt = #line
    ) -> Delay<Self> {
        Delay<Self>.check(interval)
        return Delay(self, at: StartPoint(Self.self, file, line), DelayRule(interval), clock)
    }
}

/// `@unchecked` because it adds nothing.
extension Delay: @unchecked Sendable where Origin.Message: Sendable {}
