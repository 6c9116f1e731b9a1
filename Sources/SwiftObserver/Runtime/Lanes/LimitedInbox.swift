/// An inbox that may drop messages, and so isn't on the path of all other messages.
class LimitedInbox<Message>: AnyInbox, @unchecked Sendable {

    init(lane: Lane, storesSenders: Bool) {
        super.init(lane: lane, isLimited: true, storesSenders: storesSenders)
    }

    /// Adds a message together with the job of handling it, or drops the message.
    func post(_ message: Message, from author: AnyObject?, job: Job, _ work: inout DeferredWork) {}
}

/// An inbox whose messages are passed on to another one, which several observations share.
///
/// Nothing waits in it.
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

    /// Makes the shared inbox report each message that is taken out, once there is a waiter.
    ///
    /// Other offices may have waiters with other limits.
    override func want(below limit: Int) { if limit > 0 { shared.want(below: .max) } }
}
