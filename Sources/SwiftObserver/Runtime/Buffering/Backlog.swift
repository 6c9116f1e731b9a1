/// The messages that wait for one handler, or for the loops of one sequence.
///
/// Its observation refers to it. A base class and not a protocol, because the inboxes of
/// observations are called for each message. `@unchecked Sendable` because each subclass takes care
/// of itself. As a `DeferredTask`, it releases messages that were dropped for others, or reaches
/// markers that waited for them.
class Backlog: DeferredTask, MarkedPlace, @unchecked Sendable {

    /// The number of messages that wait and haven't begun to be handled.
    var count: Int { 0 }

    /// The progress of the consumer.
    var progress: Progress { Progress() }

    /// Sets the limit below which the count must fall for a waiter, or 0 without a waiter.
    ///
    /// When fewer messages wait, the consumer notifies the registrar of the observation.
    func want(below limit: Int) {}

    /// `true` if the calling thread is the consumer, which takes nothing out while it waits.
    var isConsumedHere: Bool { false }

    /// `true` if a message exceeded the limit, so that no more messages are accepted.
    var isCutOff: Bool { false }

    /// Where messages are handled.
    var destination: Unfinished.Destination { .loop }

    // MARK: - Markers behind what waits

    /// `true` if nothing waits, and everything that was taken out is done.
    var isFinished: Bool { true }

    func add(_ marker: Marker) -> Bool { false }
    func remove(_ marker: Marker) {}
    var handlingThread: ThreadID? { nil }

    /// Empty, because only an observation knows its name. `BehindBacklog` adds that.
    final var unfinished: [Unfinished] { [] }
}
