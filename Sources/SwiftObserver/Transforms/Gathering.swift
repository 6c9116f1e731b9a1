/// An observable that combines the messages of several others, which it retains.
class Gathering<Message>: Messenger<Message> {

    /// - Parameter observations: The observations of the origins. They end with this object.
    required init(_ origins: [AnyObject], _ office: PostOffice, _ observations: [AnyObservation]) {
        self.origins = origins
        self.observations = observations
        super.init(office)
    }

    deinit {
        if Watching.isOn { Watching.guest?.suspect(.dyingTransform(Self.self, office)) }
        endObservations()
        while let origin = origins.popLast() { Trampoline.release(consume origin) }
    }

    /// Released one by one, so that long chains need no long stack.
    private var origins: [AnyObject]
    private let observations: [AnyObservation]

    /// Stops observing the origins.
    final func endObservations() { for observation in observations { observation.end() } }
}

/// `@unchecked` because nothing changes after the initialization.
extension Gathering: @unchecked Sendable where Message: Sendable {}

/// The messages of one of several observables that wait for those of the others.
///
/// A lock that all of them share guards them.
final class GatheredMessages<Message>: AnyGatheredMessages, @unchecked Sendable {

    private let keepsLatest: Bool

    @exclusivity(unchecked)
    private var messages = SegmentedQueue<Message>()

    /// - Parameter keepsLatest: Whether only the latest message is kept, and stays. Otherwise, all
    ///   messages are kept until they're taken.
    init(keepingLatest keepsLatest: Bool) { self.keepsLatest = keepsLatest }

    override var isEmpty: Bool { messages.count == 0 }

    /// - Returns: The displaced message, if there is one. Release it after unlocking.
    func add(_ message: Message) -> Message? {
        defer { messages.append(message) }
        return keepsLatest && !isEmpty ? messages.removeFirst() : nil
    }

    /// The first message. It's removed unless only the latest message is kept. There must be one.
    func next() -> Message { keepsLatest ? messages.withFirst { $0 } : messages.removeFirst() }
}

/// `GatheredMessages` without the type of messages.
class AnyGatheredMessages {
    var isEmpty: Bool { preconditionFailure("A subclass must override this.") }
}

/// Sends a tuple whenever all observables have a message for it.
///
/// All messages are added, and all tuples are posted, under one lock.
///
/// - Parameter keepsLatest: Whether a tuple has the latest messages. Otherwise, each message is in
///   one tuple.
func gather<each Source: MessageSource>(
    _ sources: repeat each Source, keepingLatest keepsLatest: Bool, at startPoint: StartPoint,
    as type: Gathering<(repeat (each Source).Message)>.Type
) -> Messenger<(repeat (each Source).Message)> where repeat (each Source).Message: Sendable {
    let office = PostOffice()
    let queues = (repeat (each sources).gatheredMessages(keepingLatest: keepsLatest))
    var all: [AnyGatheredMessages] = []
    for queue in repeat each queues { all.append(queue) }
    let tuples = GatheredTuples<(repeat (each Source).Message)>(all, office) { (repeat (each queues).next()) }
    var origins: [AnyObject] = [], observations: [AnyObservation] = []
    for (source, queue) in repeat (each sources, each queues) {
        origins.append(source)
        observations.append(
            tuples.observe(source, adding: queue, startingWithLatest: keepsLatest, as: type, at: startPoint))
    }
    return type.init(origins, office, observations)
}

extension MessageSource {

    fileprivate func gatheredMessages(keepingLatest keepsLatest: Bool) -> GatheredMessages<Message> {
        GatheredMessages(keepingLatest: keepsLatest)
    }
}

/// Makes tuples of the messages of several observables, and posts them.
///
/// `@unchecked Sendable` because messages are added and removed only under the lock.
private final class GatheredTuples<Tuple: Sendable>: @unchecked Sendable {

    /// While this lock is held, the locks that the office needs to post are taken.
    private let lock = Protected(())
    private let office: PostOffice
    private let parts: [AnyGatheredMessages]
    private let next: () -> Tuple

    init(_ parts: [AnyGatheredMessages], _ office: PostOffice, _ next: @escaping () -> Tuple) {
        self.parts = parts
        self.office = office
        self.next = next
    }

    func observe<Source: MessageSource>(
        _ source: Source, adding messages: GatheredMessages<Source.Message>, startingWithLatest: Bool,
        as type: Any.Type, at startPoint: StartPoint
    ) -> AnyObservation {
        let source: any MessageSource<Source.Message> =
            startingWithLatest ? source.startingWithLatestIfBuffered : source
        let messenger = source.sourceMessenger.messenger
        let observation = Observation.forwarding(
            messenger, to: office, of: type, at: startPoint
        ) { [self] _ in .relay { self.add($0, to: messages, from: $1) } }
        messenger.start(observation)
        return observation
    }

    private func add<Message>(_ message: Message, to messages: GatheredMessages<Message>, from author: AnyObject?) {
        lock.lock(orStop: .lockInsideLock)
        let displaced = messages.add(message)
        if isComplete {
            var work = DeferredWork()
            let tuple = next(), delivery = office.post(tuple, from: author, &work)
            lock.unlock()
            office.perform(delivery, &work, tuple, from: author)
        } else {
            lock.unlock()
        }
        withExtendedLifetime(displaced) {}
    }

    private var isComplete: Bool {
        for part in parts where part.isEmpty { return false }
        return true
    }
}
