/// Takes the message with which a part's observation starts, unless that's for the handler.
///
/// It also has the part's backlog.
final class PartInlet<Message>: Inlet<Message>, @unchecked Sendable {

    private let part: CombinedPart<Message>
    private let takesFirst: Bool

    /// Called if the message with which the observation should start can't come.
    private let whenWithoutFirst: (@Sendable () -> Void)?

    init(
        of part: CombinedPart<Message>, takesFirst: Bool, backlog: PartBacklog?,
        whenWithoutFirst: (@Sendable () -> Void)?
    ) {
        self.part = part
        self.takesFirst = takesFirst
        self.whenWithoutFirst = whenWithoutFirst
        super.init(backlog, isForLoops: false)
    }

    override func startWithoutFirst() { whenWithoutFirst?() }

    override func takeFirst(_ message: Message, _ work: inout DeferredWork) -> Bool {
        takesFirst && part.takeFirst(message, &work)
    }
}
