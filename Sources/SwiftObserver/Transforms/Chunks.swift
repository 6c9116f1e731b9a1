/// Sends messages in chunks: when there are so many, or when the first one of a chunk has waited for some time.
///
/// The author of a chunk is that of its last message. It's what ``MessageSource/chunks(ofCount:orEvery:clock:file:line:)`` returns. For ends, threads and
/// clocks, see ``TimedTransform``. It is `Sendable` if its messages are.
public final class Chunks<Origin: MessageSource>: TimedTransform<Origin, [Origin.Message]> {}

private final class ChunksRule<Message>: TimeRule<Message, [Message]>, @unchecked Sendable {

    private let count: Int
    private let interval: Duration
    private var pending: [Message] = []
    private var author = WeakReference(nil)
    private var due: Duration?

    init(_ count: Int, _ interval: Duration) {
        self.count = count
        self.interval = interval
    }

    override func add(_ message: inout Message, from author: AnyObject?, at now: Duration) {
        pending.append(message)
        self.author = WeakReference(author)
        if pending.count == count {
            due = now
        } else if due == nil {
            due = now + interval
        }
    }

    override var deadline: Duration? { due }

    override func takeDue(at now: Duration, isFlush: Bool) -> (output: [Message], author: AnyObject?)? {
        guard isFlush ? due != nil : isDue(at: now) else { return nil }
        due = nil
        defer { pending = [] }
        return (pending, author.object)
    }
}

extension MessageSource {

    /// Creates an observable that sends messages in chunks: when there are so many, or when the first one of a chunk has waited for
    /// that time.
    ///
    /// If the number is below 1, or the duration isn't above zero, the program stops.
    public func chunks(
        ofCount count: Int, orEvery interval: Duration, clock: any Clock<Duration> = ContinuousClock(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> Chunks<Self> {
        Chunks<Self>.check(interval)
        if count < 1 { Misuse.countBelowOne.stop() }
        return Chunks(self, at: StartPoint(Self.self, file, line), ChunksRule(count, interval), clock)
    }
}

/// `@unchecked` because it adds nothing.
extension Chunks: @unchecked Sendable where Origin.Message: Sendable {}
