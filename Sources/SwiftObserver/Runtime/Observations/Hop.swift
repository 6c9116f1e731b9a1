/// Where the handler of an observation runs, if not in place, and how messages wait there. It's only needed for the start.
///
/// A class, so that it costs nothing to pass that there is none.
final class Hop<Message>: Sendable {

    private let lane: Lane
    private let limit: BufferLimit<Message>

    /// A client's closure that takes how many messages are missing.
    private let missed: (@Sendable (Int) -> Void)?

    /// How messages are handled in batches, if they are.
    private let batching: Batching<Message>?

    /// Who posts to another inbox, if several observations share one.
    private let sharedInbox: SharedInbox<Message>?

    init(
        _ lane: Lane, limit: BufferLimit<Message> = .unbounded, missed: (@Sendable (Int) -> Void)? = nil,
        batching: Batching<Message>? = nil
    ) {
        self.lane = lane
        self.limit = limit
        self.missed = missed
        self.batching = batching
        sharedInbox = nil
    }

    /// Hops to the inbox of another observation.
    ///
    /// - Parameter pass: Posts to that inbox, and returns what is to be released later. It runs under locks.
    init(sharing shared: AnyInbox, passing pass: @escaping @Sendable (Message, AnyObject?) -> Leftover) {
        lane = shared.lane
        limit = .unbounded
        missed = nil
        batching = nil
        sharedInbox = SharedInbox(shared, passing: pass)
    }

    /// The inbox of a new observation.
    func inbox(storesAuthors: Bool) -> AnyInbox {
        if let sharedInbox { return sharedInbox }
        if case .unbounded = limit, batching == nil { return Inbox<Message>(lane: lane, storesAuthors: storesAuthors) }
        return BoundedInbox(
            lane: lane, limit: limit, missed: missed, batching: batching, storesAuthors: storesAuthors)
    }
}
