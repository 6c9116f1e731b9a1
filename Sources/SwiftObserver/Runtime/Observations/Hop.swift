/// Where the handler of an observation runs, if not in place, and how messages wait there.
struct Hop<Message>: Sendable {

    let lane: Lane
    var limit = BufferLimit<Message>.unbounded

    /// A client's closure that takes how many messages are missing.
    var missed: (@Sendable (Int) -> Void)?

    /// How messages are handled in batches, if they are.
    var batching: Batching<Message>?

    /// Whose inbox it is, if several observations share one.
    var sharedInbox: SharedInbox<Message>?

    /// A new inbox for an observation.
    func inbox(storesAuthors: Bool) -> AnyInbox {
        if let sharedInbox { return sharedInbox }
        if case .unbounded = limit, batching == nil { return Inbox<Message>(lane: lane, storesAuthors: storesAuthors) }
        return boundedInbox(storesAuthors: storesAuthors)
    }

    private func boundedInbox(storesAuthors: Bool) -> BoundedInbox<Message> {
        BoundedInbox(lane: lane, limit: limit, missed: missed, batching: batching, storesAuthors: storesAuthors)
    }
}

extension Hop {

    /// Hops to the inbox of another observation, which gets what is made of each message. The closure is the library's own,
    /// and runs under locks.
    init<Other>(sharing observation: Observation<Other>, _ make: @escaping @Sendable (Message) -> Other) {
        let shared = observation.inbox.unsafelyUnwrapped
        self.init(lane: shared.lane)
        sharedInbox = SharedInbox(shared) { message, author in observation.postLimited(make(message), from: author) }
    }
}
