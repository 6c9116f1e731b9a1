/// The messages of one observation that wait on a queue or an actor.
///
/// What was posted is guarded by the lock of the lane. What was taken out belongs to the block that does the lane's
/// errands. So the block takes the lock once for many messages, and none of them is handled or dies under it.
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
        }
    }

    /// Takes out the oldest message. Call this once for each that was posted, from the errand.
    @inline(__always)
    func take(_ handle: (Message, AnyObject?) -> Void) {
        if taken.count == 0 {
            taken.shrink()
            hop.withLock {
                swap(&posted, &taken)
                swap(&authorsOfPosted, &authorsOfTaken)
            }
        }
        let author = storesAuthors ? authorsOfTaken.removeFirst().object : nil
        handle(taken.removeFirst(), author)
    }

    private let storesAuthors: Bool

    @exclusivity(unchecked)
    private var posted = Line<Message>()

    @exclusivity(unchecked)
    private var authorsOfPosted = Line<WeakReference>()

    @exclusivity(unchecked)
    private var taken = Line<Message>()

    @exclusivity(unchecked)
    private var authorsOfTaken = Line<WeakReference>()
}

/// An inbox for messages of whatever type, and the way to where they wait.
class AnyInbox: @unchecked Sendable {
    final let hop: Hop
    fileprivate init(hop: Hop) { self.hop = hop }
}
