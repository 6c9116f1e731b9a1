/// A message that triggers the handler of a combined observation.
struct Trigger {

    /// Where the message comes from.
    let part: AnyCombinedPart

    private let message: Any

    init<Message>(_ message: Message, from part: CombinedPart<Message>) {
        self.part = part
        self.message = message
    }

    /// The message, if it comes from that part. Otherwise, the latest message of the part.
    @inline(__always)
    func message<Message>(of part: CombinedPart<Message>, orEnd group: ObservationGroup) throws(CannotCombine)
        -> Message
    {
        if part.office == self.part.office { return message as! Message }
        return try part.latestMessage(orEnd: group)
    }
}
