/// The messages of one observation that wait on a queue or an actor.
///
/// What was posted is guarded by the lock of the lane. What was taken out belongs to the block that does the lane's
/// errands. So the block takes the lock once for many messages, and none of them is handled or dies under it.
///
/// Each of both lines holds the errand of handling its messages, from the first one until the last one has been handled.
///
/// Messages keep neither their authors nor the observed object alive.
final class Inbox<Message>: AnyInbox, @unchecked Sendable {

    init(hop: Hop, storesAuthors: Bool) {
        self.storesAuthors = storesAuthors
        super.init(hop: hop)
    }

    /// Posts a message together with the errand of handling it.
    @inline(__always)
    func post(_ message: Message, from author: AnyObject?, errand: Errand) {
        hop.post(errand) {
            posted.append(message)
            if storesAuthors { authorsOfPosted.append(WeakReference(author)) }
            if holdOfPosted == nil { holdOfPosted = errand }
        }
    }

    /// Takes out that many messages one by one, oldest first. Call this from the errand, and return what this returns.
    @inline(__always)
    func take(_ count: Int, _ handle: (Message, AnyObject?) -> Void) -> Errand? {
        for _ in 0..<count {
            if taken.count == 0 { takePosted() }
            let author = authorsOfTaken.count > 0 ? authorsOfTaken.removeFirst().object : nil
            handle(taken.removeFirst(), author)
        }
        return taken.count == 0 ? holdOfTaken.take() : nil
    }

    /// Exchanges empty lines for all that was posted.
    ///
    /// If there was a hold already, it was one on the same errand, which lives on.
    private func takePosted() {
        hop.withLock {
            swap(&posted, &taken)
            swap(&authorsOfPosted, &authorsOfTaken)
            holdOfTaken = holdOfPosted.take()
        }
    }

    private let storesAuthors: Bool

    // Whoever posts writes to one end of this memory, and whoever takes out to the other, unless authors are stored. If both
    // wrote to the same cache line, they'd slow each other.

    @exclusivity(unchecked)
    private var holdOfPosted: Errand?

    @exclusivity(unchecked)
    private var posted = Line<Message>()

    @exclusivity(unchecked)
    private var authorsOfPosted = Line<WeakReference>()

    @exclusivity(unchecked)
    private var authorsOfTaken = Line<WeakReference>()

    @exclusivity(unchecked)
    private var taken = Line<Message>()

    @exclusivity(unchecked)
    private var holdOfTaken: Errand?
}

/// An inbox for messages of whatever type, and the way to where they wait.
class AnyInbox: @unchecked Sendable {
    final let hop: Hop
    fileprivate init(hop: Hop) { self.hop = hop }
}
