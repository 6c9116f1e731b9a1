/// Letters that wait to be delivered, oldest first.
///
/// A letter is an envelope and, in most cases, a message. Letters aren't objects, so it's cheap to
/// leave one. Here, eight were left, and the third is being delivered:
///
/// ```
///                  taken          waiting
///               +---+---+---+   +---+---+
///     1   2   3 | 4 | 5 | 6 |   | 7 | 8 |
///               +---+---+---+   +---+---+
///   |-- begun --|
///   |------ takenOut -------|
///   |------------- accepted ------------|
///               |------- backlog -------|
/// ```
///
/// This base class is all that deliveries need to know. It keeps them free of generics, which the
/// compiler could only specialize inside of this module.
///
/// `@unchecked Sendable` because of the second invariant.
///
/// INVARIANTS
/// - Letters are taken out in the order of positions, all at once, and only when the previous batch
///   is delivered.
/// - The lock of the office guards letters that wait. Letters that were taken out belong to the
///   delivering thread, and only it removes them.
class AnyLetters: @unchecked Sendable {

    /// The letters that weren't taken out yet.
    @exclusivity(unchecked)
    fileprivate final var waiting = SegmentedQueue<Envelope>()

    /// The batch: letters that were taken out to be delivered.
    @exclusivity(unchecked)
    fileprivate final var taken = SegmentedQueue<Envelope>()

    /// The office of these letters, if they wait for a queue.
    @exclusivity(unchecked)
    private final var office: Job?

    /// The number of letters taken out so far. Guarded by the lock of the office.
    @exclusivity(unchecked)
    private final var takenOut = 0

    /// The progress of the delivering thread.
    private final let steps = Steps()

    fileprivate init() {}

    // MARK: - What waits

    final var isAnyWaiting: Bool {
        @inline(__always)
        get { waiting.count > 0 }
    }

    /// The number of letters that were left so far.
    private final var accepted: Int { takenOut + waiting.count }

    /// The number of letters that wait, or were taken out and haven't begun.
    final var backlog: Int { accepted - steps.progress.begun }

    /// `true` if all letters are delivered.
    final var areDone: Bool { steps.areDone(accepted) }

    /// Takes out all letters that wait, unless some of the previous batch are left.
    final func takeOut() {
        if taken.count > 0 { return }
        swap(&waiting, &taken)
        swapMessages()
        takenOut += taken.count
    }

    fileprivate func swapMessages() {}

    // MARK: - Wait

    /// The step from which on fewer of the letters so far wait than the limit.
    final func step(below limit: Int) -> Int { Steps.step(below: limit, of: accepted) }

    /// The step from which on all letters so far are delivered, or only the one that was begun.
    final func step(behindAll: Bool) -> Int { 2 * (behindAll ? accepted : steps.progress.begun) }

    /// The step that the delivering thread has reached. Only that thread may ask.
    final var step: Int { steps.latest }

    /// Sets the step from which on the delivering thread must notify waiters.
    final func setAlarm(_ step: Int) { steps.setAlarm(step) }

    // MARK: - What was taken out

    /// Counts the oldest letter as begun, and returns whether something may have waited for that.
    @inline(__always)
    final func beginNext() -> Bool { steps.begin() }

    /// Marks everything that was begun as done.
    final func finish() { steps.finish() }

    /// Keeps the office alive for as long as these letters exist.
    @inline(__always)
    final func retain(_ office: Job) { if self.office == nil { self.office = office } }

    /// `true` if the oldest letter of the batch is foreign. There must be one.
    final var isNextForeign: Bool { taken.withFirst { $0.isForeign } }

    /// `true` if nothing is left of the batch.
    final var isBatchDone: Bool { taken.count == 0 }

    /// Removes the oldest letter, delivers it to its recipients, and returns the envelope.
    @inline(__always)
    @discardableResult
    final func deliverNext(to lease: ObservationList.Lease?) -> Envelope {
        let envelope = taken.removeFirst()
        if envelope.hasMessage { deliverNextMessage(in: envelope, to: lease) }
        if envelope.isFarewell { envelope.forEachRecipient(on: lease) { $0.handleFarewell() } }
        return envelope
    }

    fileprivate func deliverNextMessage(in envelope: Envelope, to lease: ObservationList.Lease?) {}

    /// The letters, with the type of their messages, which is one type for each office.
    @inline(__always)
    final func of<Message>(_: Message.Type) -> Letters<Message> { unsafeDowncast(self, to: Letters<Message>.self) }
}

/// Letters that contain messages of one type.
final class Letters<Message>: AnyLetters, @unchecked Sendable {

    @exclusivity(unchecked)
    private var waitingMessages = SegmentedQueue<Message>()

    @exclusivity(unchecked)
    private var takenMessages = SegmentedQueue<Message>()

    override init() { super.init() }

    /// Leaves a letter with a message.
    @inline(__always)
    func append(_ message: Message, in envelope: Envelope) {
        waitingMessages.append(message)
        waiting.append(envelope)
    }

    /// Leaves a letter without a message.
    func append(_ envelope: Envelope) { waiting.append(envelope) }

    override func swapMessages() { swap(&waitingMessages, &takenMessages) }

    override func deliverNextMessage(in envelope: Envelope, to lease: ObservationList.Lease?) {
        let message = takenMessages.removeFirst()
        envelope.forEachRecipient(on: lease) {
            $0.of(Message.self).handle(message, from: envelope.author)
        }
    }
}
