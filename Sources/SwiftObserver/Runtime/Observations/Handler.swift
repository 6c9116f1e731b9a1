/// The closure that an observation calls with each message.
@usableFromInline
enum Handler<Message>: Sendable {

    /// A client's closure that takes the message.
    case message(@Sendable (Message) -> Void)

    /// A client's closure that takes the message and an author that is safe to store.
    case messageWithAuthor(@Sendable (Message, AnyObject) -> Void)

    /// A library closure that passes on message and author.
    ///
    /// The author may be dying, or dead and `nil`.
    case relay(@Sendable (Message, AnyObject?) -> Void)

    var readsAuthor: Bool {
        if case .message = self { false } else { true }
    }

    /// - Parameter living: Finds an author that is safe to store.
    func call(_ message: Message, from author: AnyObject?, living: (AnyObject?) -> AnyObject) {
        switch self {
        case .message(let receive): receive(message)
        case .messageWithAuthor(let receive): receive(message, living(author))
        case .relay(let receive): receive(message, author)
        }
    }
}

extension Handler {

    /// Returns a handler that only gets selected messages.
    ///
    /// It's called in place, by the delivering thread.
    func selecting(_ selection: Selection<Message>?) -> Handler {
        guard let selection else { return self }
        return switch self {
        case .message(let receive): .message { if selection.contains($0) { receive($0) } }
        case .messageWithAuthor(let receive): .messageWithAuthor { if selection.contains($0) { receive($0, $1) } }
        case .relay(let receive): .relay { if selection.contains($0) { receive($0, $1) } }
        }
    }

    /// Returns an inbox for an observation with this handler.
    ///
    /// The inbox stores authors only if the handler reads them.
    func inbox(
        on lane: Lane, limit: BufferLimit<Message> = .unbounded, missed: (@Sendable (Int) -> Void)? = nil,
        batching: Batching<Message>? = nil, selecting selection: Selection<Message>? = nil
    ) -> AnyInbox {
        if case .unbounded = limit, batching == nil, selection == nil {
            return Inbox<Message>(lane: lane, storesAuthors: readsAuthor)
        }
        return BoundedInbox(
            lane: lane, limit: limit, missed: missed, batching: batching, selecting: selection,
            storesAuthors: batching?.readsAuthor ?? readsAuthor)
    }
}
