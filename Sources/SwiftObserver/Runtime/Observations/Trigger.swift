/// A message that triggers the handler of a combined observation.
struct Trigger {

    /// The part from which the message comes.
    let part: AnyCombinedPart

    let message: Any

    /// The messages of all parts, if they're not taken when the handler is called.
    private(set) var all: Sides?

    init<Message>(_ message: Message, from part: CombinedPart<Message>) {
        self.part = part
        self.message = message
    }

    /// The messages of all parts, for one call of the handler.
    ///
    /// An object, so that its release can be deferred.
    final class Sides {

        let messages: [Any]

        init(_ messages: [Any]) { self.messages = messages }
    }

    /// Returns this trigger with the latest messages of the other parts.
    func withLatest(of parts: [AnyCombinedPart]) -> Trigger {
        var trigger = self
        trigger.all = Sides(parts.map { $0 === part ? message : $0.anyLatest })
        return trigger
    }

    /// The message, if it comes from that part. Otherwise, the latest message of the part.
    @inline(__always)
    func message<Message>(of part: CombinedPart<Message>, at index: Int) -> Message {
        if let all { return assume(all.messages[index], is: Message.self) }
        return part === self.part ? assume(message, is: Message.self) : part.latest
    }
}
