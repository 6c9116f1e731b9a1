/// The messages of one observation that wait in a place, with a limit, in batches, or selected.
///
/// The lock of the lane guards all of it. The block takes out one *portion* at a time, and only
/// when it handles it next: an entry, or a batch of entries. So the limit is exact, and costs a
/// lock for each portion.
///
/// The job is posted once for each entry. If messages are dropped or become part of a batch, there
/// are more postings than entries. The oldest postings are void then. The lane drops them when they
/// become many: see `LaneState`.
///
/// The job is retained as long as it's posted, as in `Inbox`.
///
/// INVARIANTS
/// - The job is posted at least as many times as there are waiting entries. The other postings are
///   void.
/// - The job is retained exactly as long as it's posted.
/// - If senders are stored, there are as many as waiting messages, in the same order.
final class BoundedInbox<Message>: LimitedInbox<Message>, @unchecked Sendable {

    /// The client's closure that takes the number of missed messages.
    let missed: (@Sendable (Int) -> Void)?

    /// How messages are handled in batches, if they are.
    let batching: Batching<Message>?

    /// Decides which messages come in at all, if not all do.
    private let selection: Selection<Message>?

    /// `true` if a message is just a reference to an object. It can be released like any object.
    private let areMessagesObjects =
        Message.self is AnyObject.Type && MemoryLayout<Message>.size == MemoryLayout<AnyObject>.size

    @exclusivity(unchecked)
    private var waiting: BoundedQueue<Message>

    /// The senders of the waiting messages, if they're stored.
    @exclusivity(unchecked)
    private var senders = SegmentedQueue<Sender>()

    /// The memory of a message between being taken out and being handled. Only for the lane's
    /// block.
    private let next = UnsafeMutablePointer<Message>.allocate(capacity: 1)

    /// Dropped messages that aren't objects.
    ///
    /// A thread that posts a message for which another one was dropped releases one of them,
    /// without a lock.
    @exclusivity(unchecked)
    private var evicted = SegmentedQueue<Message>()

    /// The number of postings that haven't begun, and the job as long as that's not zero.
    @exclusivity(unchecked)
    private var postings = 0
    @exclusivity(unchecked)
    private var job: Job?

    /// The number of messages taken out so far.
    @exclusivity(unchecked)
    private var takenOut = 0

    /// The number of postings that are still to be kept while the lane drops void ones.
    @exclusivity(unchecked)
    private var postingsToKeep = 0

    /// `true` if an evaluation is posted that hasn't begun.
    @exclusivity(unchecked)
    private var isEvaluationPosted = false

    init(
        lane: Lane, limit: BufferLimit<Message>, missed: (@Sendable (Int) -> Void)?, batching: Batching<Message>?,
        selecting selection: Selection<Message>? = nil, storesAuthors: Bool
    ) {
        waiting = BoundedQueue(limit: limit, marksGaps: missed != nil)
        self.missed = missed
        self.batching = batching
        self.selection = selection
        super.init(lane: lane, storesSenders: storesAuthors || lane.carrier != nil && batching == nil)
    }

    deinit { next.deallocate() }

    override var merges: Bool { waiting.merges }

    // MARK: - Post

    override func postEvaluation(_ work: inout DeferredWork, _ evaluate: @escaping @Sendable () -> Void) {
        if lane.withLock({ isEvaluationPosted }) { return }
        OneTimeJob { [self] in
            lane.withLock { isEvaluationPosted = false }
            evaluate()
        }.post(to: lane, &work) {
            if isEvaluationPosted { return false }
            isEvaluationPosted = true
            return true
        }
    }

    override func post(_ message: Message, from author: AnyObject?, job: Job, _ work: inout DeferredWork) {
        if let selection, !selection.contains(message) { return }
        lane.post(job, &work) { add(message, from: author, job, &$0, &$1) }
    }

    /// Adds or drops a message, and returns whether the job must be posted for it.
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
            // The last run can stand for the new message as well as for the dropped one.
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

    /// Removes the oldest sender. It carries values of a client, which are released later.
    @inline(__always)
    private func dropSender(_ work: inout DeferredWork) {
        if storesSenders { work.release(senders.removeFirst().carried) }
    }

    /// Removes the oldest message, which is dropped.
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

    /// Keeps a message that isn't an object until all locks are released.
    ///
    /// Plain memory is gone right away.
    @inline(__always)
    private func keep(_ message: Message, _ work: inout DeferredWork) {
        if _isPOD(Message.self) { return }
        evicted.append(message)
        work.performLater(self)
    }

    override func performDeferredTask() { withExtendedLifetime(lane.withLock { evicted.removeFirst() }) {} }

    // MARK: - Take out

    /// A portion: what the block takes out at once.
    struct Turn {

        /// The number of messages that are missing before the content.
        fileprivate(set) var missed = 0

        fileprivate(set) var content = Content.nothing
        fileprivate(set) var author: AnyObject?

        /// The values that were captured with the message, if any.
        fileprivate(set) var carried: Carried?
        fileprivate(set) var batch: [Message] = []

        /// The job, if it's no longer posted. It must be released after the portion.
        fileprivate(set) var job: Job?

        /// `true` if something waits for this portion to begin.
        fileprivate(set) var isAwaited = false

        enum Content {

            /// A message, which the caller takes.
            case message

            case batch
            case cutOff
            case nothing
        }
    }

    /// Takes out the next portion, unless all of these postings are void.
    ///
    /// - Parameter count: How many times the job is to be done. On return, it's less by one, and by
    ///   the void postings.
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

    /// Removes that many senders, and loads only the last author.
    ///
    /// Another author that is dying could be deallocated under the lock.
    private func lastAuthor(of count: Int) -> AnyObject? {
        for _ in 1..<count { _ = senders.removeFirst() }
        return senders.removeFirst().author
    }

    /// Takes the message of a portion that has one. Call this once, before the next portion.
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

    /// Begins to drop void postings. The lane calls this and `keep` under its lock.
    ///
    /// The newest postings aren't void. At least one is kept, because the job may only be released
    /// after it's done.
    override func beginPruning() { postingsToKeep = max(1, waiting.turns) }

    /// Returns how many of these postings, which are older than the ones before, aren't void.
    override func keep(_ count: Int) -> Int {
        let kept = min(count, postingsToKeep)
        postingsToKeep -= kept
        postings -= count - kept
        return kept
    }
}
