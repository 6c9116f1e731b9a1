/// Letters that wait to be delivered, oldest first.
///
/// A letter is an envelope and, in most cases, a message. Letters are no objects, so that it's cheap to leave one in line.
/// This base class is all that deliveries need to know. It keeps them free of generics, which the compiler could only
/// specialize inside of this module.
///
/// `@unchecked Sendable` because what a mailbox holds is guarded by the lock of the office, and a batch that was taken out
/// belongs to whoever is on duty or to the queue.
class AnyLetters: @unchecked Sendable {

    @exclusivity(unchecked)
    fileprivate final var envelopes = SegmentedQueue<Envelope>()

    /// The office whose letters these are, if they wait for a queue.
    @exclusivity(unchecked)
    private final var office: Job?

    /// Those who wait for some of these letters, while they're being delivered. They belong to whoever delivers.
    @exclusivity(unchecked)
    final var markers: [LineMarker] = []

    /// How many letters were taken out of line so far. Guarded by the lock of the office.
    @exclusivity(unchecked)
    private final var takenOut = 0

    /// How far whoever delivers them has got.
    private final let steps = Steps()

    fileprivate init() {}

    /// How many letters there are, for whoever they belong to.
    final var count: Int { envelopes.count }

    /// Counts all of them as taken out of line.
    final func takeOut(wantedLimit: Int) {
        takenOut += count
        want(below: wantedLimit)
    }

    /// How many of those that were taken out have not begun.
    final var waiting: Int { takenOut - steps.progress.begun }

    /// Sets the number below which someone waits for these letters to fall, or 0 if nobody does.
    final func want(below limit: Int) { steps.setAlarm(below: limit, of: takenOut) }

    /// Counts the oldest letter as one that doesn't wait any more. Returns whether someone waits for room, and may have some.
    @inline(__always)
    final func beginNext() -> Bool { steps.begin() }

    /// Keeps the office alive for as long as these letters exist.
    @inline(__always)
    final func retain(_ office: Job) { if self.office == nil { self.office = office } }

    /// Whether the oldest letter is foreign. There must be one.
    final var isNextForeign: Bool { envelopes.withFirst { $0.isForeign } }

    final var isEmpty: Bool { envelopes.count == 0 }

    /// Tells those who wait for no letter that is left here. Call this between letters.
    @inline(never)
    final func reachMarkers() {
        let next = isEmpty ? Position.max : envelopes.withFirst { $0.position }
        let reached = markers.prefix { $0.position < next }
        markers.removeFirst(reached.count)
        for marker in reached { marker.marker.reach() }
    }

    /// Removes the oldest letter, delivers it to whoever is entitled to it, and returns the envelope.
    @inline(__always)
    @discardableResult
    final func deliverNext(to lease: ObservationList.Lease?) -> Envelope {
        let envelope = envelopes.removeFirst()
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
    private var messages = SegmentedQueue<Message>()

    override init() { super.init() }

    /// Adds a letter.
    @inline(__always)
    func append(_ message: Message, in envelope: Envelope) {
        messages.append(message)
        envelopes.append(envelope)
    }

    /// Adds a letter without a message.
    func append(_ envelope: Envelope) { envelopes.append(envelope) }

    override func deliverNextMessage(in envelope: Envelope, to lease: ObservationList.Lease?) {
        let message = messages.removeFirst()
        envelope.forEachRecipient(on: lease) {
            $0.of(Message.self).handle(message, from: envelope.author)
        }
    }
}
