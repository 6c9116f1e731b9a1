/// Takes the message with which the observation of a part starts, unless that's for the handler, and counts what waits.
final class PartInlet<Message>: Inlet<Message>, @unchecked Sendable {

    private let part: CombinedPart<Message>
    private let takesFirst: Bool

    init(of part: CombinedPart<Message>, takesFirst: Bool, counts: Bool) {
        self.part = part
        self.takesFirst = takesFirst
        super.init(counts ? PartBacklog(of: part) : nil, isForLoops: false)
    }

    override func takeFirst(_ message: Message) -> Leftover? { takesFirst ? part.takeFirst(message) : nil }
}
