/// The messages of one observation that wait in a place, where their number has a limit, or they're handled in
/// batches.
///
/// All of it is guarded by the lock of the lane: what the lane's block has taken out waits here, too, until it's about to be
/// handled. So the limit is exact, and costs a lock a message.
///
/// For each turn, which is a message or a gap, the job is posted once. If messages are dropped or become part of a batch, it's
/// posted more often than that. The oldest postings are void then. The lane drops them when they become
/// many: see `LaneState`.
///
/// The job is retained as long as it's posted, as in `Inbox`.
///
/// INVARIANTS
/// - The job is posted at least as many times as there are turns that wait. What's more is void.
/// - The job is retained exactly as long as it is posted.
/// - If senders are stored, there are as many as messages that wait, in the same order.
final class BoundedInbox<Message>: LimitedInbox<Message>, @unchecked Sendable {

    /// A client's closure that takes how many messages are missing.
    let missed: (@Sendable (Int) -> Void)?

    /// How messages are handled in batches, if they are.
    let batching: Batching<Message>?

    /// Whether a message is a reference to an object, and nothing else. Then it can be released like any object.
    private let areMessagesObjects =
        Message.self is AnyObject.Type && MemoryLayout<Message>.size == MemoryLayout<AnyObject>.size

    @exclusivity(unchecked)
    private var waiting: BoundedQueue<Message>

    /// Where the messages that wait come from, if that's wanted.
    @exclusivity(unchecked)
    private var senders = SegmentedQueue<Sender>()

    /// Where a message is between being taken out and being handled. Only the lane's block uses it.
    private let next = UnsafeMutablePointer<Message>.allocate(capacity: 1)

    /// Messages that had to make room and are no objects. Whoever posted what they made room for releases them without a lock,
    /// one each.
    @exclusivity(unchecked)
    private var evicted = SegmentedQueue<Message>()

    /// How many times the job is posted and has not begun, and the job as long as that's not zero.
    @exclusivity(unchecked)
    private var postings = 0
    @exclusivity(unchecked)
    private var job: Job?

    /// How many messages were taken out so far.
    @exclusivity(unchecked)
    private var takenOut = 0

    /// How many postings are still to be kept while the lane drops void ones.
    @exclusivity(unchecked)
    private var postingsToKeep = 0

    init(
        lane: Lane, limit: BufferLimit<Message>, missed: (@Sendable (Int) -> Void)?, batching: Batching<Message>?,
        storesAuthors: Bool
    ) {
        waiting = BoundedQueue(limit: limit, marksGaps: missed != nil)
        self.missed = missed
        self.batching = batching
        super.init(lane: lane, storesSenders: storesAuthors || lane.carrier != nil && batching == nil)
    }

    deinit { next.deallocate() }

    // MARK: - Post

    override func post(_ message: Message, from author: AnyObject?, job: Job, _ work: inout DeferredWork) {
        lane.post(job, &work) { add(message, from: author, job, &$0, &$1) }
    }

    /// Takes a message in, and tells whether the job must be posted for it.
    @inline(__always)
    private func add(
        _ message: Message, from author: AnyObject?, _ job: Job, _ lane: inout LaneState, _ work: inout DeferredWork
    ) -> Bool {
        switch waiting.admit() {
        case .add:
            waiting.append(message)
            storeSender(author)
        case .replace:
            dropSender(&work)
            evictFirst(&work)
            waiting.append(message)
            storeSender(author)
            // The last run can stand for the new message as well as for the one that was dropped.
            if lane.isLastRun(of: job, count: postings) { return false }
            lane.hasVoidRuns = true
        case .merge:
            keep(waiting.merge(message), &work)
            dropSender(&work)
            storeSender(author)
            return false
        case .drop(let opensGap):
            if !opensGap { return false }
        }
        postings += 1
        if self.job == nil { self.job = job }
        return true
    }

    private func storeSender(_ author: AnyObject?) {
        if storesSenders { senders.append(Sender(author, carrying: batching == nil ? lane.carrier : nil)) }
    }

    /// Removes the oldest sender. What was carried along is a client's.
    @inline(__always)
    private func dropSender(_ work: inout DeferredWork) {
        if storesSenders { work.release(senders.removeFirst().carried) }
    }

    /// Removes the oldest message.
    @inline(__always)
    private func evictFirst(_ work: inout DeferredWork) {
        if _isPOD(Message.self) {
            waiting.dropFirst()
        } else if areMessagesObjects {
            work.release(waiting.removeFirstObject())
        } else {
            keep(waiting.removeFirst(), &work)
        }
    }

    /// Keeps a message that is no object until all locks are released. If it's nothing but memory, it's gone right away.
    @inline(__always)
    private func keep(_ message: Message, _ work: inout DeferredWork) {
        if _isPOD(Message.self) { return }
        evicted.append(message)
        work.performLater(self)
    }

    override func performDeferredTask() { withExtendedLifetime(lane.withLock { evicted.removeFirst() }) {} }

    // MARK: - Take out

    /// What the job is to do in one turn.
    struct Turn {

        /// How many messages are missing in front of the content.
        fileprivate(set) var missed = 0

        fileprivate(set) var content = Content.nothing
        fileprivate(set) var author: AnyObject?

        /// What was taken along with the message, if something was.
        fileprivate(set) var carried: Carried?
        fileprivate(set) var batch: [Message] = []

        /// The job, if it isn't posted any more. It's to be released after the turn.
        fileprivate(set) var job: Job?

        /// Whether someone waits for this turn to begin.
        fileprivate(set) var isAwaited = false

        enum Content {

            /// A message, which the caller takes.
            case message

            case batch
            case cutOff
            case nothing
        }
    }

    /// Takes out what is next, unless all of these postings are void.
    ///
    /// - Parameter count: How many times the job is to be done. One less, and without the void ones, when this returns.
    func nextTurn(_ count: inout Int) -> Turn {
        var turn = Turn()
        lane.withLock {
            let void = min(postings - waiting.turns, count)
            postings -= void
            count -= void
            if count > 0 {
                postings -= 1
                count -= 1
                takeOut(&turn)
                let begun = max(1, turn.batch.count)
                turn.isAwaited = steps.begin(begun)
            }
            if postings == 0 { turn.job = job.take() }
        }
        return turn
    }

    private func takeOut(_ turn: inout Turn) {
        if let batching, waiting.hasElementNext {
            turn.missed = waiting.takeElements(batching.limit, into: &turn.batch)
            takenOut += turn.batch.count
            turn.content = .batch
            if storesSenders { turn.author = lastAuthor(of: turn.batch.count) }
            return
        }
        switch waiting.next() {
        case .element(let missed):
            turn.missed = missed
            turn.content = .message
            takenOut += 1
            waiting.moveFirst(to: next)
            if storesSenders {
                let sender = senders.removeFirst()
                turn.author = sender.author
                turn.carried = sender.carried
            }
        case .gap(let missed):
            turn.missed = missed
        case .cutOff(let missed):
            turn.missed = missed
            turn.content = .cutOff
        case .nothing: break
        }
    }

    /// Takes out so many senders, and loads only the last author. Another one that is dying could die under the lock.
    private func lastAuthor(of count: Int) -> AnyObject? {
        for _ in 1..<count { _ = senders.removeFirst() }
        return senders.removeFirst().author
    }

    /// Takes the message of a turn that has one. It's to be taken once, before the next turn.
    @inline(__always)
    func takeMessage() -> Message { next.move() }

    // MARK: - Look

    override func messages(behind begun: Int) -> Int { waiting.count }
    override func turns(behind begun: Int) -> Int { waiting.turns }

    override var progress: Progress {
        lane.withLock {
            Progress(waiting: waiting.count, handled: takenOut, missed: waiting.dropped, isBusy: steps.isBusy)
        }
    }

    // MARK: - Drop void postings

    /// Begins to drop the postings that are void. This and `keep` are called under the lock of the lane.
    ///
    /// The newest postings aren't void. One is kept in any case, since the job may only be released after it's done.
    override func beginPruning() { postingsToKeep = max(1, waiting.turns) }

    /// Tells how many of these postings, which are older than those before, are not void.
    override func keep(_ count: Int) -> Int {
        let kept = min(count, postingsToKeep)
        postingsToKeep -= kept
        postings -= count - kept
        return kept
    }
}

/// How messages are handled in batches.
struct Batching<Message>: Sendable {

    /// How many messages a batch has at most.
    let limit: Int

    /// Whether the author matters.
    let readsAuthor: Bool

    /// Takes a batch, the author of its last message, and what finds one that is safe to store.
    let handle: @Sendable (_ batch: [Message], _ author: AnyObject?, _ living: (AnyObject?) -> AnyObject) -> Void
}
