/// What waits for one handler, or for the loops of one sequence, as its observation knows it.
///
/// A base class and not a protocol, because the inboxes of observations are called for each message. `@unchecked Sendable`
/// because each subclass takes care of itself. What it defers is to release messages that had to make room for others, or to tell those
/// who waited for them.
class Backlog: DeferredTask, MarkedPlace, @unchecked Sendable {

    /// How many messages wait and have not begun to be handled.
    var count: Int { 0 }

    /// How far whoever takes messages out has got.
    var progress: Progress { Progress() }

    /// Sets the number below which someone waits for the count to fall, or 0 if nobody does. Whoever takes messages out tells
    /// the registrar of the observation when they're fewer.
    func want(below limit: Int) {}

    /// Whether the calling thread is the one that takes messages out, so that none is while it waits.
    var isConsumedHere: Bool { false }

    /// Whether a message exceeded the limit, so that no more are taken in.
    var isCutOff: Bool { false }

    /// Where messages are taken to.
    var destination: Unfinished.Destination { .loop }

    // MARK: - Markers behind what waits

    /// Whether nothing waits, and all that was taken out is done with.
    var isFinished: Bool { true }

    func add(_ marker: Marker) -> Bool { false }
    func remove(_ marker: Marker) {}
    var handlingThread: ThreadID? { nil }

    /// Nothing, since only an observation knows its name. Whoever reports adds that.
    final var unfinished: [Unfinished] { [] }
}
