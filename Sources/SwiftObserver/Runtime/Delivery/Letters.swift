/// Letters that wait to be delivered, oldest first.
///
/// A letter is an envelope and, in most cases, a message. Letters are no objects, so that it's cheap to leave one in line.
/// This base class is all that deliveries need to know. It keeps them free of generics, which the compiler could only
/// specialize inside of this module.
///
/// INVARIANTS
/// - Letters are taken out in the order of positions, all at once, and only when those are delivered that were taken out before.
/// - What waits is guarded by the lock of the office. What was taken out belongs to whoever delivers, and only it removes letters there.
class AnyLetters: @unchecked Sendable {

    /// What was left in line and not taken out yet.
    @exclusivity(unchecked)
    fileprivate final var waiting = SegmentedQueue<Envelope>()

    /// What was taken out of line to be delivered.
    @exclusivity(unchecked)
    fileprivate final var taken = SegmentedQueue<Envelope>()

    /// The office whose letters these are, if they wait for a queue.
    @exclusivity(unchecked)
    private final var office: Job?

    /// How many letters were taken out of line so far. Guarded by the lock of the office.
    @exclusivity(unchecked)
    private final var takenOut = 0

    /// How far whoever delivers has got.
    private final let steps = Steps()

    fileprivate init() {}

    // MARK: - What waits

    final var isAnyWaiting: Bool {
        @inline(__always)
        get { waiting.count > 0 }
    }

    /// How many letters were left in line so far.
    private final var accepted: Int { takenOut + waiting.count }

    /// How many letters wait in line, or were taken out and have not begun.
    final var backlog: Int { accepted - steps.progress.begun }

    /// Whether there are none.
    final var areDone: Bool { steps.areDone(accepted) }

    /// Takes out all that waits, unless something is left of what was taken out before.
    final func takeOut() {
        if taken.count > 0 { return }
        swap(&waiting, &taken)
        swapMessages()
        takenOut += taken.count
    }

    fileprivate func swapMessages() {}

    // MARK: - Wait

    /// From which step on fewer letters wait than the limit, of those so far.
    final func step(below limit: Int) -> Int { Steps.step(below: limit, of: accepted) }

    /// From which step on all letters so far are delivered, or only the one that is being delivered.
    final func step(behindAll: Bool) -> Int { 2 * (behindAll ? accepted : steps.progress.begun) }

    /// Which step whoever delivers has reached. Only it may ask.
    final var step: Int { steps.latest }

    /// Lets whoever delivers tell when it reaches a step.
    final func setAlarm(_ step: Int) { steps.setAlarm(step) }

    // MARK: - What was taken out

    /// Counts the oldest letter as one that doesn't wait any more. Returns whether someone may have waited for that.
    @inline(__always)
    final func beginNext() -> Bool { steps.begin() }

    /// Tells that all is done that was begun.
    final func finish() { steps.finish() }

    /// Keeps the office alive for as long as these letters exist.
    @inline(__always)
    final func retain(_ office: Job) { if self.office == nil { self.office = office } }

    /// Whether the oldest letter is foreign. There must be one.
    final var isNextForeign: Bool { taken.withFirst { $0.isForeign } }

    /// Whether nothing is left of what was taken out.
    final var isBatchDone: Bool { taken.count == 0 }

    /// Removes the oldest letter, delivers it to whoever is entitled to it, and returns the envelope.
    @inline(__always)
    @discardableResult
    final func deliverNext(to lease: ObservationList.Lease?) -> Envelope {
        let envelope = taken.removeFirst()
        if envelope.hasMessage { deliverNextMessage(in: envelope, to: lease) }
        if envelope.isFarewell { envelope.forEachRecipient(on: lease) { $0.handleFarewell() } }
        return envelope
    }

    fileprivate func deliverNextMessage(in envelope: Envelope, to lease: ObservationList.Lease?) {}

    /// The letters as ones that contain messages of that type. All letters of an office do.
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

    /// Leaves a letter in line.
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
