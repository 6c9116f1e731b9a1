/// What a combined observation does when it's triggered: it pulls the messages, part by part, and passes them to the client's
/// closure. No value holds them all, unless the client wants the author, because the type of that would be looked up with each message.
enum CombinedHandler: Sendable {

    case message(@Sendable (inout CombinedPull) throws -> Void)

    /// The closure pulls the messages and then the author.
    case messageWithAuthor(@Sendable (inout CombinedPull, AnyObject?) throws -> Void)

    /// A handler whose closure takes several messages.
    static func spreading<A, B, each C>(_ receive: @escaping @Sendable (A, B, repeat each C) -> Void) -> Self {
        .message { pull in
            receive(try pull.next(), try pull.next(), repeat try pull.next((each C).self))
        }
    }

    /// A handler whose closure takes several messages and an author.
    static func spreadingWithAuthor<A, B, each C>(
        _ receive: @escaping @Sendable (A, B, repeat each C, AnyObject) -> Void
    ) -> Self {
        let receive: @Sendable ((A, B, repeat each C, AnyObject)) -> Void = taking(receive)
        return .messageWithAuthor { pull, author in
            receive(
                (
                    try pull.next(), try pull.next(), repeat try pull.next((each C).self), pull.livingAuthor(author)
                ))
        }
    }

    /// Makes a closure that takes several values take them as one. The compiler wants a pack to be all there is.
    private static func taking<each M>(_ receive: @escaping @Sendable (repeat each M) -> Void)
        -> @Sendable ((repeat each M)) -> Void
    {
        { (messages: (repeat each M)) in receive(repeat each messages) }
    }

    /// A handler of the messages that trigger this one. It passes over such as can't be combined.
    func triggered(of parts: [AnyCombinedPart], in group: ObservationGroup) -> Handler<Trigger> {
        switch self {
        case .message(let receive):
            .message { trigger in
                var pull = CombinedPull(by: trigger, of: parts, in: group)
                try? receive(&pull)
            }
        case .messageWithAuthor(let receive):
            .relay { trigger, author in
                var pull = CombinedPull(by: trigger, of: parts, in: group)
                try? receive(&pull, author)
            }
        }
    }
}
