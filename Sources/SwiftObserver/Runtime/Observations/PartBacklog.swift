/// The messages of one observable that wait in line for the handler of a combined observation in place.
///
/// `@unchecked Sendable` because nothing of it changes.
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

    /// The limit is set before the messages are counted, and who handles them does it the other way around, as for an inbox.
    override func want(below limit: Int) { part.turns.withLock { $0.wantedLimit = limit } }

    /// The handler is one for all parts, so whoever is in it keeps all of their messages waiting.
    override var isConsumedHere: Bool {
        parts.contains { $0.turns.withLock { $0.handlingThread == .current } }
    }

    override var destination: Unfinished.Destination { .inPlace }
    override var handlingThread: ThreadID? { part.turns.withLock { $0.handlingThread } }
}
