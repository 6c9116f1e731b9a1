/// The handler of a combined observation.
///
/// When it's triggered, it pulls the messages, part by part, and passes them to the client's
/// closure. No value holds all messages unless the closure takes the author: the type of such a
/// value would be looked up for each message.
enum CombinedHandler: Sendable {

    case message(@Sendable (inout CombinedPull) -> Void)

    /// The closure pulls the messages and then the author.
    case messageWithAuthor(@Sendable (inout CombinedPull, AnyObject?) -> Void)

    /// A handler whose closure takes several messages.
    static func spreading<A, B, each C>(_ receive: @escaping @Sendable (A, B, repeat each C) -> Void) -> Self {
        .message { pull in
            receive(pull.next(), pull.next(), repeat pull.next((each C).self))
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
                    pull.next(), pull.next(), repeat pull.next((each C).self), pull.livingAuthor(author)
                ))
        }
    }

    /// Turns a closure that takes several values into one that takes them as a tuple.
    ///
    /// The compiler requires that a pack is the only parameter.
    private static func taking<each M>(_ receive: @escaping @Sendable (repeat each M) -> Void)
        -> @Sendable ((repeat each M)) -> Void
    {
        { (messages: (repeat each M)) in receive(repeat each messages) }
    }

    /// A handler of the triggers that call this handler.
    ///
    /// - Parameters:
    ///   - beginning: The phase before the first call, if the latest message of a part causes that
    ///     call.
    ///   - isCounted: Whether the parts count the messages that wait for the handler.
    func triggered(
        of parts: [AnyCombinedPart], in group: ObservationGroup, beginning: Beginning?, isCounted: Bool
    ) -> Handler<Trigger> {
        let handle = { @Sendable (trigger: Trigger, call: (inout CombinedPull) -> Void) in
            if isCounted { trigger.part.begin() }
            if parts.contains(where: { $0 !== trigger.part && $0.isLost }) { return group.end() }
            if beginning?.admits(trigger) != false {
                var pull = CombinedPull(by: trigger, of: parts)
                call(&pull)
            }
            if trigger.all == nil {
                var work = DeferredWork()
                trigger.part.setLatest(to: trigger.message, &work)
                work.finish()
            }
        }
        return switch self {
        case .message(let receive): .message { handle($0) { receive(&$0) } }
        case .messageWithAuthor(let receive): .relay { trigger, author in handle(trigger) { receive(&$0, author) } }
        }
    }
}
