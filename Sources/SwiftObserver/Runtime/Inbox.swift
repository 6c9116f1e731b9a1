/// The messages of one observation that wait on a queue or an actor.
///
/// What was posted is guarded by the lock of the lane. What was taken out belongs to the block that does the lane's
/// errands. So the block takes the lock once for many messages, and none of them is handled or dies under it.
///
/// The errand of handling the messages is held once for each line of messages that isn't empty.
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
            let isFirst = posted.count == 0
            posted.append(message)
            if storesAuthors { authorsOfPosted.append(WeakReference(author)) }
            return isFirst
        }
    }

    /// Takes out that many messages one by one, oldest first, and returns how many lines got empty. Call this from the
    /// errand.
    @inline(__always)
    func take(_ count: Int, withAuthors: Bool, _ handle: (Message, AnyObject?) -> Void) -> Int {
        var emptyLines = 0
        for _ in 0..<count {
            if taken.count == 0 { takePosted() }
            let author = withAuthors ? authorsOfTaken.removeFirst().object : nil
            handle(taken.removeFirst(), author)
            if taken.count == 0 { emptyLines += 1 }
        }
        return emptyLines
    }

    /// Exchanges empty lines for all that was posted.
    private func takePosted() {
        hop.withLock {
            swap(&posted, &taken)
            swap(&authorsOfPosted, &authorsOfTaken)
        }
    }

    private let storesAuthors: Bool

    // Whoever posts writes to one end of this memory, and whoever takes out to the other. If both wrote to the same cache
    // line, they'd slow each other.

    @exclusivity(unchecked)
    private var posted = Line<Message>()

    @exclusivity(unchecked)
    private var authorsOfPosted = Line<WeakReference>()

    @exclusivity(unchecked)
    private var authorsOfTaken = Line<WeakReference>()

    @exclusivity(unchecked)
    private var taken = Line<Message>()
}

/// An inbox for messages of whatever type, and the way to where they wait.
class AnyInbox: @unchecked Sendable {
    final let hop: Hop
    fileprivate init(hop: Hop) { self.hop = hop }
}
