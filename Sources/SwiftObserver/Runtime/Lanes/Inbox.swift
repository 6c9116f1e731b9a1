import Synchronization

/// The messages of one observation that wait in a place.
///
/// What was posted is guarded by the lock of the lane. What was taken out belongs to the block that does the lane's jobs.
/// So the block takes the lock once for many messages, and no message is handled or dies under it.
///
/// A lane doesn't retain its jobs. So the inbox retains the job of handling its messages, which is the observation, as long
/// as there are messages that were posted, or taken out. They keep neither their authors nor the observable alive.
final class Inbox<Message>: AnyInbox, @unchecked Sendable {

    init(lane: Lane, storesAuthors: Bool) {
        storesSenders = storesAuthors || lane.carrier != nil
        super.init(lane: lane, isLimited: false)
    }

    /// Posts a message together with the job of handling it. Returns whether a block is left to be enqueued.
    @inline(__always)
    func post(_ message: Message, from author: AnyObject?, job: Job) -> Bool {
        lane.post(job) {
            posted.append(message)
            if storesSenders { sendersOfPosted.append(Sender(author, carrying: lane.carrier)) }
            if jobOfPosted == nil { jobOfPosted = job }
        }
    }

    /// Handles that many messages, oldest first. There must be as many. Returns the job if everything taken out is handled.
    /// `Job.run` is to return that, too, so that it's released only after that.
    ///
    /// - Parameter makeRoom: Tells someone who waits for room that there may be some.
    @inline(__always)
    func take(_ count: Int, makeRoom: () -> Void, _ handle: (Message, AnyObject?) -> Void) -> Job? {
        handling.store(true, ordering: .relaxed)
        for _ in 0..<count {
            if taken.count == 0 { takePosted() }
            let sender = sendersOfTaken.count > 0 ? sendersOfTaken.removeFirst() : nil
            let author = sender?.author
            let message = taken.removeFirst()
            if waitingCount.publish(taken.count) { makeRoom() }
            if let carried = sender?.carried {
                carried.run { handle(message, author) }
            } else {
                handle(message, author)
            }
        }
        handling.store(false, ordering: .releasing)
        guard taken.count == 0 else { return nil }
        hasTaken.store(false, ordering: .releasing)
        return jobOfTaken.take()
    }

    /// Exchanges empty queues for all that was posted.
    ///
    /// If `jobOfTaken` refers to the job already, it's the same job.
    private func takePosted() {
        lane.withLock {
            swap(&posted, &taken)
            swap(&sendersOfPosted, &sendersOfTaken)
            jobOfTaken = jobOfPosted.take()
            takenOut += taken.count
            // The first one is handled right now.
            _ = waitingCount.publish(taken.count - 1)
            hasTaken.store(true, ordering: .relaxed)
        }
    }

    override var count: Int { lane.withLock { posted.count + waitingCount.count } }

    /// All that is taken out is counted under the lock, and how much of it waits is one number. So nothing is counted twice.
    override var progress: Progress {
        lane.withLock {
            let waiting = waitingCount.count
            return Progress(
                waiting: posted.count + waiting, handled: takenOut - waiting,
                isBusy: isBusy && isHandling)
        }
    }

    override func want(below limit: Int) { waitingCount.want(below: limit) }

    override var isBusy: Bool { hasTaken.load(ordering: .acquiring) }
    override var isHandling: Bool { handling.load(ordering: .acquiring) }
    override var isFinished: Bool { lane.withLock { posted.count == 0 && !isBusy } }

    private let storesSenders: Bool

    // Whoever posts writes to one end of this memory, and whoever takes out to the other, unless senders are stored. If both
    // wrote to the same cache line, they'd slow each other.

    @exclusivity(unchecked)
    private var jobOfPosted: Job?

    @exclusivity(unchecked)
    private var posted = SegmentedQueue<Message>()

    @exclusivity(unchecked)
    private var sendersOfPosted = SegmentedQueue<Sender>()

    private let waitingCount = WaitingCount()

    /// How many messages were taken out so far. Guarded by the lock of the lane.
    @exclusivity(unchecked)
    private var takenOut = 0

    /// Whether something was taken out and is not done with. It's set under the lock of the lane and reset without. Whoever
    /// reads under that lock that it's reset finds everything done that was taken out before: the store releases, the load
    /// acquires. On AArch64, they're `stlrb` and `ldarb`.
    private let hasTaken = Atomic(false)

    /// Whether handlers are called right now. The consumer sets it, then publishes the count, and then looks whether the
    /// observation has ended. Whoever ends that does so by an exchange, and then reads this. Publishing is sequentially
    /// consistent, so at least one of them sees what the other has done.
    private let handling = Atomic(false)

    @exclusivity(unchecked)
    private var sendersOfTaken = SegmentedQueue<Sender>()

    @exclusivity(unchecked)
    private var taken = SegmentedQueue<Message>()

    @exclusivity(unchecked)
    private var jobOfTaken: Job?
}
