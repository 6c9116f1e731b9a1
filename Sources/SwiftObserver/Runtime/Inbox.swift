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

    /// Takes out that many messages one by one, oldest first. Call this from the errand.
    ///
    /// Meanwhile, they're kept by this function alone. If they were in this object, whoever posts and whoever takes out
    /// would slow each other, since both would write to the same piece of memory all the time.
    @inline(__always)
    func take(_ count: Int, _ handle: (Message, AnyObject?) -> Void) {
        var messages = Line<Message>(), authors = Line<WeakReference>()
        let storesAuthors = storesAuthors
        swapTaken(&messages, &authors)
        for _ in 0..<count {
            if messages.count == 0 { takePosted(&messages, &authors) }
            let author = storesAuthors ? authors.removeFirst().object : nil
            handle(messages.removeFirst(), author)
        }
        swapTaken(&messages, &authors)
    }

    private func swapTaken(_ messages: inout Line<Message>, _ authors: inout Line<WeakReference>) {
        swap(&taken, &messages)
        swap(&authorsOfTaken, &authors)
    }

    /// Exchanges empty lines for all that was posted.
    private func takePosted(_ messages: inout Line<Message>, _ authors: inout Line<WeakReference>) {
        hop.withLock {
            swap(&posted, &messages)
            swap(&authorsOfPosted, &authors)
        }
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
