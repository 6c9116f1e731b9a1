/// Sends messages in chunks, by number or by time.
final class Chunks<Origin: MessageSource>: TimedTransform<Origin, [Origin.Message]> {}

private final class ChunksRule<Message>: TimeRule<Message, [Message]>, @unchecked Sendable {

    private let count: Int
    private let interval: Duration

    @exclusivity(unchecked)
    private var pending: [Message] = []

    @exclusivity(unchecked)
    private var author = AuthorReference()

    /// When to send the chunk, if there is one.
    @exclusivity(unchecked)
    private var due = Duration.zero

    init(_ count: Int, _ interval: Duration) {
        self.count = count
        self.interval = interval
    }

    override func add(_ message: inout Message, from author: AnyObject?, at now: Duration) -> TimeStep {
        if pending.isEmpty {
            due = now + interval
        } else if due <= now {
            return .sendFirst
        }
        pending.append(message)
        self.author.refer(to: author)
        if pending.count < count { return .wait(until: due) }
        due = now
        return .send
    }

    override var deadline: Duration? { pending.isEmpty ? nil : due }

    override func takeDue(at now: Duration, isFlush: Bool) -> (output: [Message], author: AnyObject?)? {
        guard !pending.isEmpty, isFlush || due <= now else { return nil }
        defer { pending = [] }
        return (pending, author.author)
    }
}

extension MessageSource where Message: Sendable {

    /// Creates an observable that sends messages in chunks.
    ///
    /// A chunk is sent when it contains `count` messages, or when its first message has waited for
    /// `interval`. The author of a chunk is that of its last message. For ends, threads and clocks,
    /// see ``TimedTransform``.
    ///
    /// If the number is below 1, or the duration isn't above zero, the program stops.
    public func chunks(
        ofCount count: Int, orEvery interval: Duration, clock: any Clock<Duration> = ContinuousClock(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> TimedTransform<Self, [Message]> {
        let interval = checked(interval, file, line)
        if count < 1 { Misuse.countBelowOne.stop(file: file, line: line) }
        return Chunks(self, at: StartPoint(Self.self, file, line), ChunksRule(count, interval), clock)
    }
}

extension Observing where Message: Sendable {

    /// Passes on messages in chunks.
    ///
    /// A chunk is passed on when it contains `count` messages, or when its first message has waited
    /// for `interval`. For ends, threads and clocks, see ``TimedTransform``.
    ///
    /// If the number is below 1, or the duration isn't above zero, the program stops.
    public func chunks(
        ofCount count: Int, orEvery interval: Duration, clock: any Clock<Duration> = ContinuousClock()
    ) -> Observing<[Message], Form, ObservingStage.Transforming> {
        let interval = checked(interval, site.startPoint.file, site.startPoint.line)
        if count < 1 { Misuse.countBelowOne.stop(file: site.startPoint.file, line: site.startPoint.line) }
        return timed(clock, ChunksRule(count, interval))
    }
}

/// `@unchecked` because it adds nothing.
extension Chunks: @unchecked Sendable where Origin.Message: Sendable {}
