/// The messages of one observation that wait in a place.
///
/// The lock of the lane guards posted messages. Messages that were taken out belong to the block
/// that does the lane's jobs. So the block takes the lock once for many messages, and no message is
/// handled or released under it.
///
/// A lane doesn't retain its jobs. So the inbox retains the job of handling its messages, which is
/// the observation. It does so as long as there are messages that were posted or taken out.
/// Messages keep neither their authors nor the observable alive.
final class Inbox<Message>: AnyInbox, @unchecked Sendable {

    init(lane: Lane, storesAuthors: Bool) {
        super.init(lane: lane, isLimited: false, storesSenders: storesAuthors || lane.carrier != nil)
    }

    /// Posts a message together with the job of handling it.
    @inline(__always)
    func post(_ message: Message, from author: AnyObject?, job: Job, _ work: inout DeferredWork) {
        lane.post(job, &work) {
            posted.append(message)
            if storesSenders { sendersOfPosted.append(Sender(author, carrying: lane.carrier)) }
            if jobOfPosted == nil { jobOfPosted = job }
        }
    }

    /// Handles that many messages, oldest first. There must be as many.
    ///
    /// Returns the job if everything that was taken out is handled. `Job.run` must return it, too,
    /// so that it's released only after that.
    ///
    /// - Parameter ring: Notifies the waiters for the message that has just begun.
    @inline(__always)
    func take(_ count: Int, ring: () -> Void, _ handle: (Message, AnyObject?) -> Void) -> Job? {
        for _ in 0..<count {
            if taken.count == 0 { takePosted() }
            let sender = sendersOfTaken.count > 0 ? sendersOfTaken.removeFirst() : nil
            let author = sender?.author
            let message = taken.removeFirst()
            if steps.begin() { ring() }
            if let carried = sender?.carried {
                carried.run { handle(message, author) }
            } else {
                handle(message, author)
            }
        }
        return taken.count == 0 ? jobOfTaken.take() : nil
    }

    /// Exchanges empty queues for all posted messages.
    ///
    /// If `jobOfTaken` already refers to a job, it's the same job.
    private func takePosted() {
        lane.withLock {
            swap(&posted, &taken)
            swap(&sendersOfPosted, &sendersOfTaken)
            jobOfTaken = jobOfPosted.take()
            takenOut += taken.count
        }
    }

    override func messages(behind begun: Int) -> Int { takenOut + posted.count - begun }

    override var progress: Progress {
        lane.withLock {
            let (begun, isBusy) = steps.progress
            return Progress(waiting: messages(behind: begun), handled: begun, isBusy: isBusy)
        }
    }

    // The block writes to one end of this memory. A thread that posts writes to the other end,
    // unless senders are stored. If both wrote to the same cache line, they would slow each other.

    @exclusivity(unchecked)
    private var taken = SegmentedQueue<Message>()

    @exclusivity(unchecked)
    private var jobOfTaken: Job?

    @exclusivity(unchecked)
    private var sendersOfTaken = SegmentedQueue<Sender>()

    /// The number of messages taken out so far. Guarded by the lock of the lane.
    @exclusivity(unchecked)
    private var takenOut = 0

    @exclusivity(unchecked)
    private var sendersOfPosted = SegmentedQueue<Sender>()

    @exclusivity(unchecked)
    private var posted = SegmentedQueue<Message>()

    @exclusivity(unchecked)
    private var jobOfPosted: Job?
}
