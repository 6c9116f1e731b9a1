/// An inbox that may drop messages, and so isn't on the way of all others.
class LimitedInbox<Message>: AnyInbox, @unchecked Sendable {

    init(lane: Lane, storesSenders: Bool) {
        super.init(lane: lane, isLimited: true, storesSenders: storesSenders)
    }

    /// Takes a message in together with the job of handling it, or drops it.
    func post(_ message: Message, from author: AnyObject?, job: Job, _ work: inout DeferredWork) {}
}

/// An inbox whose messages are passed on to another one, which several observations share. It has nothing of its own.
final class ForwardingInbox<Message>: LimitedInbox<Message>, @unchecked Sendable {

    private let shared: AnyInbox
    private let pass: @Sendable (Message, AnyObject?, inout DeferredWork) -> Void

    /// - Parameter pass: Posts to the other inbox. It runs under the lock of the office.
    init(_ shared: AnyInbox, passing pass: @escaping @Sendable (Message, AnyObject?, inout DeferredWork) -> Void) {
        self.shared = shared
        self.pass = pass
        super.init(lane: shared.lane, storesSenders: false)
    }

    override func post(_ message: Message, from author: AnyObject?, job: Job, _ work: inout DeferredWork) {
        pass(message, author, &work)
    }

    override var progress: Progress { shared.progress }
    override var owner: AnyInbox { shared }

    /// Others wait for other numbers. So each one that's taken out is told, from the first time on that someone waits.
    override func want(below limit: Int) { if limit > 0 { shared.want(below: .max) } }
}
