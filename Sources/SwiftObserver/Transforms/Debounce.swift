/// Sends a message when no other one has come for some time.
///
/// A burst gives its last message, once it's over. It's what ``MessageSource/debounce(for:clock:file:line:)`` returns. For ends, threads and clocks, see
/// ``TimedTransform``. It is `Sendable` if its messages are.
public final class Debounce<Origin: MessageSource>: TimedTransform<Origin, Origin.Message> {}

private final class DebounceRule<Message>: TimeRule<Message, Message>, @unchecked Sendable {

    private let interval: Duration
    private let pending = HandlerState<Message>()
    private var author = WeakReference(nil)
    private var due: Duration?

    init(_ interval: Duration) { self.interval = interval }

    override func add(_ message: inout Message, from author: AnyObject?, at now: Duration) {
        pending.exchange(&message)
        self.author = WeakReference(author)
        due = now + interval
    }

    override var deadline: Duration? { due }

    override func takeDue(at now: Duration, isFlush: Bool) -> (output: Message, author: AnyObject?)? {
        guard isFlush ? due != nil : isDue(at: now) else { return nil }
        due = nil
        return (pending.take(), author.object)
    }
}

extension MessageSource {

    /// Creates an observable that sends a message when no other one has come for some time.
    ///
    /// ```swift
    /// let query = text.new().debounce(for: .milliseconds(300))
    /// ```
    ///
    /// If the duration isn't above zero, the program stops.
    public func debounce(
        for interval: Duration, clock: any Clock<Duration> = ContinuousClock(), file: StaticString = #fileID,
        line: UInt = #line
    ) -> Debounce<Self> {
        Debounce<Self>.check(interval)
        return Debounce(self, at: StartPoint(Self.self, file, line), DebounceRule(interval), clock)
    }
}

/// `@unchecked` because it adds nothing.
extension Debounce: @unchecked Sendable where Origin.Message: Sendable {}
