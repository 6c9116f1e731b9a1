/// The messages of one observable that wait for a combined observation's in-place handler.
///
/// `@unchecked Sendable` because it's immutable.
final class PartBacklog: Backlog, @unchecked Sendable {

    private let part: AnyCombinedPart

    /// All parts of the combination.
    private let parts: [AnyCombinedPart]

    init(of part: AnyCombinedPart, among parts: [AnyCombinedPart]) {
        self.part = part
        self.parts = parts
    }

    override var count: Int { part.turns.withLock { $0.waiting } }

    override var progress: Progress {
        part.turns.withLock {
            Progress(waiting: $0.waiting, handled: $0.begun, isBusy: $0.handlingThread != nil)
        }
    }

    /// Sets the limit before the messages are counted.
    ///
    /// The thread that handles them does it in the opposite order, as with an inbox.
    override func want(below limit: Int) { part.turns.withLock { $0.wantedLimit = limit } }

    /// All parts share the handler, so a thread in it keeps the messages of all parts waiting.
    override var isConsumedHere: Bool {
        parts.contains { $0.turns.withLock { $0.handlingThread == .current } }
    }

    override var destination: Unfinished.Destination { .inPlace }
    override var handlingThread: ThreadID? { part.turns.withLock { $0.handlingThread } }
}
