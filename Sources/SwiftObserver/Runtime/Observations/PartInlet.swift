/// Takes the message with which the observation of a part starts, unless that's for the handler, and has the part's backlog.
final class PartInlet<Message>: Inlet<Message>, @unchecked Sendable {

    private let part: CombinedPart<Message>
    private let takesFirst: Bool

    init(of part: CombinedPart<Message>, takesFirst: Bool, backlog: PartBacklog?) {
        self.part = part
        self.takesFirst = takesFirst
        super.init(backlog, isForLoops: false)
    }

    override func takeFirst(_ message: Message) -> Leftover? { takesFirst ? part.takeFirst(message) : nil }
}
