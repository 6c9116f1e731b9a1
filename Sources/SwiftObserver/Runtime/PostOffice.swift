import Dispatch

/// Delivers the messages of one observable to its observers.
///
/// The office is what remains of an observable while its last words are delivered. It is held by its messenger, by the
/// observations of that messenger, by whoever is delivering, and by its letters that wait for a queue.
///
/// Mutable state: all of it is `PostOfficeState`, guarded by one lock, but for the address of that. Each function decides
/// under the lock, once, and acts after unlocking. Handlers and whatever dies along the way only ever run or die without
/// a lock.
///
/// The state is created with the first observation. Before that, there's nobody to deliver to, and no order to keep.
final class PostOffice: Errand, @unchecked Sendable {

    private let state: LateProtected<PostOfficeState>

    override init() { state = LateProtected() }

    /// Creates an office that delivers all its letters on a queue.
    init(on hop: Hop) { state = LateProtected(PostOfficeState(hop: hop)) }

    /// Identifies the office among all that are alive.
    var identity: ObjectIdentifier { ObjectIdentifier(self) }

    /// How many observations there are.
    var observationCount: Int { state.withLock(orElse: 0) { $0.registry.count + $0.hopRegistry.count } }

    /// Whether there are any.
    var isObserved: Bool { state.withLock(orElse: false) { $0.isObserved } }

    /// The type of this office's observations.
    ///
    /// It's remembered, because to look up a generic type takes about a tenth of the time of starting an observation.
    func observationType<Message>(for _: Message.Type) -> Observation<Message>.Type {
        guard let type = state.constant({ $0.pointee.observationType }) else { return Observation<Message>.self }
        return unsafeBitCast(type, to: Observation<Message>.Type.self)
    }

    // MARK: - Send

    /// Sends a message to all current observations.
    @inline(__always)
    func send<Message>(_ message: Message, from author: AnyObject?) {
        var duty = post(message, from: author)
        perform(&duty, message, from: author)
    }

    /// Gives the message its place in the order and returns what is left to do.
    ///
    /// The caller may hold a lock of its own, and passes the result on to `perform` after releasing it.
    @inline(__always)
    func post<Message>(_ message: Message, from author: AnyObject?, isFarewell: Bool = false) -> Duty {
        let thread = ThreadID.current
        var queue: PostingQueue?
        let duty = state.withLock(orElse: Duty()) {
            $0.post(message, from: author, isFarewell: isFarewell, by: thread, office: self, &queue)
        }
        if let queue { return post(message, from: author, isFarewell: isFarewell, by: thread, inTurnOf: queue) }
        return duty
    }

    /// Gives the message its place in the order, and posts it to many lanes without holding the lock of this office.
    ///
    /// Whoever sends meanwhile waits here, so that each lane gets all messages in the one order. Whoever starts or ends an
    /// observation meanwhile doesn't have to wait.
    @inline(never)
    private func post<Message>(
        _ message: Message, from author: AnyObject?, isFarewell: Bool, by thread: ThreadID,
        inTurnOf queue: PostingQueue
    ) -> Duty {
        queue.withLock { _ in
            var (duty, hopReading) = state.withLock { state in
                let duty = state.postInPlace(message, from: author, isFarewell: isFarewell, by: thread, office: self)
                return (duty, state.hopRegistry.lend())
            }
            hopReading?.forEach { observation in
                observation.of(Message.self).post(message, from: author)
                if isFarewell { observation.receiveFarewell() }
            }
            duty.remains = state.withLock { $0.endTurn(hopReading) }.map(RemainsBox.init)
            return duty
        }
    }

    /// Delivers what the caller has to deliver, and then whatever came in line meanwhile.
    @inline(__always)
    func perform<Message>(_ duty: inout Duty, _ message: Message, from author: AnyObject?) {
        guard duty.mustDeliver else { return }
        duty.deliver(message, from: author)
        finish(&duty.reading)
    }

    /// Ends all observations behind the last message in line.
    func close<Message>(endingMessagesOf _: Message.Type) {
        let thread = ThreadID.current
        var queue: PostingQueue?
        var duty = state.withLock(orElse: Duty()) {
            $0.postFarewell(behindMessagesOf: Message.self, by: thread, office: self, &queue)
        }
        if let queue { duty = postFarewell(behindMessagesOf: Message.self, by: thread, inTurnOf: queue) }
        guard duty.mustDeliver else { return }
        duty.deliverFarewell()
        finish(&duty.reading)
    }

    /// Posts the farewell to many lanes. See `post`.
    private func postFarewell<Message>(
        behindMessagesOf _: Message.Type, by thread: ThreadID, inTurnOf queue: PostingQueue
    ) -> Duty {
        queue.withLock { _ in
            var (duty, hopReading) = state.withLock { state in
                let duty = state.postFarewellInPlace(behindMessagesOf: Message.self, by: thread, office: self)
                return (duty, state.hopRegistry.lend())
            }
            hopReading?.forEach { $0.receiveFarewell() }
            duty.remains = state.withLock { $0.endTurn(hopReading) }.map(RemainsBox.init)
            return duty
        }
    }

    // MARK: - Start and end

    /// Registers an observation for all messages that are sent from now on.
    func start(_ observation: AnyObservation, ofMessenger messenger: AnyObject) {
        var oldRoll: Roll?
        _ = state.withLock(creating: PostOfficeState(for: type(of: observation)), courtesy: .great) {
            $0.start(observation, ofMessenger: messenger, &oldRoll)
        }
        extendLifetime(oldRoll)
    }

    /// Registers an observation together with a first message that is for this observation only.
    ///
    /// The result is for `perform`, as with `post`.
    func start<Message>(
        _ observation: AnyObservation, ofMessenger messenger: AnyObject, with message: Message,
        from author: AnyObject?, isFarewell: Bool
    ) -> Duty {
        let thread = ThreadID.current
        var oldRoll: Roll?
        defer { extendLifetime(oldRoll) }
        return state.withLock(creating: PostOfficeState(for: type(of: observation)), courtesy: .great) {
            $0.start(observation, ofMessenger: messenger, &oldRoll)
                ? $0.post(message, to: observation, from: author, isFarewell: isFarewell, by: thread, office: self)
                : Duty()
        }
    }

    /// Removes an observation, right now or, from the roll of a delivery that is under way, when that has ended.
    func remove(_ observation: AnyObservation) {
        let emptyRoll = state.withLock(orElse: nil, courtesy: .great) { $0.remove(observation) }
        extendLifetime(emptyRoll)
    }

    /// Ends all current observations.
    func endObservations() {
        let (reading, hopReading) = state.withLock(orElse: (nil, nil)) {
            ($0.registry.lend(), $0.hopRegistry.lend())
        }
        reading?.forEach { $0.end() }
        hopReading?.forEach { $0.end() }
        let remains = state.withLock(orElse: (nil, nil)) {
            ($0.registry.takeBack(reading), $0.hopRegistry.takeBack(hopReading))
        }
        extendLifetime(remains)
    }

    /// The observations with that receiver. O(n) in observations of this office.
    func observations(of receiver: Receiver.Observations) -> [AnyObservation] {
        var observations: [AnyObservation] = []
        state.withLock(orElse: ()) { state in
            state.registry.collect(&observations, of: receiver)
            state.hopRegistry.collect(&observations, of: receiver)
        }
        return observations
    }

    // MARK: - Authors

    /// The author, or the messenger in place of an author that is dead or dying.
    func livingAuthor(_ author: AnyObject?) -> AnyObject {
        SwiftObserver.livingAuthor(author, orElse: state.withLock(orElse: nil) { $0.messenger })
    }

    // MARK: - Deliver

    /// How many letters of other threads a thread delivers before it hands over to a queue of the runtime.
    #if EXPLORE
        private static var patience: Int { 2 }
    #else
        private static var patience: Int { 1000 }
    #endif

    /// Goes off duty or, if letters are in line, delivers these first. Call this only on duty.
    ///
    /// What nobody needs any more dies on duty, too. What is sent meanwhile is then left in line. Otherwise it would be
    /// delivered further up on the stack, and so on, and would not count as foreign.
    @inline(__always)
    private func finish(_ reading: inout Reading?) {
        if !goOffDuty(&reading) { deliverLine(&reading) }
    }

    /// Goes off duty unless letters are in line or something had to die. That is dead when this returns.
    @inline(__always)
    private func goOffDuty(_ reading: inout Reading?) -> Bool {
        let (isOffDuty, remains) = state.withLock { state in
            guard state.mailbox.isLineEmpty else { return (false, Remains?.none) }
            let remains = state.registry.takeBack(reading)
            reading = nil
            return (remains == nil && state.mailbox.goOffDuty(), remains)
        }
        extendLifetime(remains)
        return isOffDuty
    }

    @inline(never)
    private func deliverLine(_ reading: inout Reading?) {
        var batch: AnyLetters?
        if takeLine(&batch, &reading) { deliver(&batch, &reading) }
    }

    /// Exchanges the empty batch for the line, and the reading for a current one, or goes off duty.
    private func takeLine(_ batch: inout AnyLetters?, _ reading: inout Reading?) -> Bool {
        while true {
            let (newReading, isInLine, remains) = state.withLock { state in
                let remains = state.registry.takeBack(reading)
                if remains != nil, state.mailbox.isLineEmpty { return (Reading?.none, Bool?.none, remains) }
                let isInLine = state.mailbox.takeLine(&batch)
                return (isInLine ? state.registry.lend() : nil, isInLine, remains)
            }
            reading = newReading
            extendLifetime(remains)
            if let isInLine { return isInLine }
        }
    }

    /// Exchanges a reading for a current one.
    private func renew(_ reading: inout Reading?) {
        let (newReading, remains) = state.withLock { state in
            let remains = state.registry.takeBack(reading)
            return (state.registry.lend(), remains)
        }
        reading = newReading
        extendLifetime(remains)
    }

    /// Delivers the batch and then the line until it's empty, or hands over.
    ///
    /// A whole line is taken at once. That's exact because what started after the line was taken isn't entitled to any
    /// of it, and what ended is skipped. If observations ended, we renew the reading, so that they die right after the
    /// letter during which they ended.
    private func deliver(_ batch: inout AnyLetters?, _ reading: inout Reading?) {
        var patience = Self.patience
        let outerWork = ForeignWork.mark
        defer { ForeignWork.mark = outerWork }
        while let letters = batch {
            while patience > 0, !letters.isEmpty {
                ForeignWork.isUnderWay = letters.isNextForeign
                if letters.deliverNext(to: reading).isForeign { patience -= 1 }
                if !letters.isEmpty, reading?.isOutdated == true { renew(&reading) }
            }
            if letters.isEmpty, !takeLine(&batch, &reading) { return }
            if patience <= 0 { return handOver(batch, reading) }
        }
    }

    /// Frees this thread from delivering for others.
    ///
    /// The rest of the batch moves on to the queue, so that each letter still dies when it's delivered.
    ///
    /// Each delivery that is handed over gets a serial queue of its own. Such queues get as many threads as it takes, within
    /// the limit of the system. On a shared concurrent queue, which has no more threads than the machine has processors,
    /// the handlers of a few observables could block all others, even those that they wait for.
    private func handOver(_ rest: AnyLetters?, _ reading: Reading?) {
        let remains = state.withLock { state in
            state.mailbox.handOver()
            return state.registry.takeBack(reading)
        }
        extendLifetime(remains)
        DispatchQueue(label: "SwiftObserver.delivery").async { [self] in
            var batch = rest
            var reading = state.withLock { state in
                state.mailbox.takeOver(.current)
                return state.registry.lend()
            }
            deliver(&batch, &reading)
        }
    }

    // MARK: - Deliver on a Queue

    /// Delivers that many letters, oldest first, on the queue on which this office delivers all its letters.
    override func run(_ count: Int) -> AnyObject? {
        var count = count, emptyLine: AnyLetters?
        while count > 0 {
            let (letters, reading) = state.withLock { ($0.mailbox.takeBatch(), $0.registry.lend()) }
            repeat {
                letters.deliverNext(to: reading)
                count -= 1
            } while count > 0 && !letters.isEmpty && reading?.isOutdated != true
            let remains = state.withLock { state in
                state.mailbox.takeBack(letters)
                return state.registry.takeBack(reading)
            }
            emptyLine = letters.isEmpty ? letters : nil
            extendLifetime(remains)
        }
        return emptyLine
    }
}

/// What someone who posted a message has to do after unlocking.
struct Duty {

    /// Whether to deliver at all. If not, somebody else does, or nobody observes.
    var mustDeliver = false

    /// Everyone who gets the message.
    var reading: Reading?

    /// The only one who gets the message, if it's not for everyone.
    var addressee: AnyObservation?

    /// Whether the message ends the observations it reaches.
    var isFarewell = false

    /// What nobody needs any more since the message was posted to many lanes. Whoever posted may hold a lock of its own, under
    /// which this must not die.
    fileprivate var remains: RemainsBox?

    /// Delivers the message, and possibly the farewell, to those it is for.
    @inline(__always)
    fileprivate func deliver<Message>(_ message: Message, from author: AnyObject?) {
        if let addressee {
            addressee.of(Message.self).handle(message, from: author)
        } else if let reading {
            reading.forEach { $0.of(Message.self).handle(message, from: author) }
        }
        if isFarewell { deliverFarewell() }
    }

    @inline(never)
    fileprivate func deliverFarewell() {
        if let addressee {
            addressee.receiveFarewell()
        } else if let reading {
            reading.forEach { $0.receiveFarewell() }
        }
    }
}

/// Keeps what must die later, and takes little room where there's nothing.
private final class RemainsBox: Sendable {
    private let remains: UncheckedSendable<Remains>
    init(_ remains: Remains) { self.remains = UncheckedSendable(remains) }
}

/// Everything that is guarded by the lock of a post office, and all decisions about it.
struct PostOfficeState: ~Copyable {

    var mailbox = Mailbox()

    /// The observations whose handlers run in place.
    var registry = Registry()

    /// The observations that are hopped to queues or actors.
    var hopRegistry = Registry()

    /// Where senders wait for their turn to post to many lanes, once there have been so many hopped observations.
    private var postingQueue: PostingQueue?

    /// How many senders have a turn, or wait for it.
    private var turns = 0

    /// To how many lanes a message is posted under the lock of the office. That takes some microseconds a lane.
    #if EXPLORE
        private static var lanesUnderLock: Int { 2 }
    #else
        private static var lanesUnderLock: Int { 64 }
    #endif

    /// The way to the queue on which all letters are delivered, if there is one.
    let hop: Hop?

    /// Stands in for dead authors. Known as soon as an observation asks for authors.
    weak var messenger: AnyObject?

    /// The type of all observations, which never changes, if it was known when the state was created.
    let observationType: AnyObservation.Type?

    init(hop: Hop) {
        self.hop = hop
        observationType = nil
    }

    init(for observationType: AnyObservation.Type) {
        hop = nil
        self.observationType = observationType
    }

    /// Registers an observation that has not ended meanwhile.
    mutating func start(
        _ observation: AnyObservation, ofMessenger messenger: AnyObject, _ oldRoll: inout Roll?
    ) -> Bool {
        guard !observation.isEnded else { return false }
        if observation.readsAuthor, self.messenger == nil { self.messenger = messenger }
        observation.start = mailbox.nextPlace()
        oldRoll = observation.isHopped ? hopRegistry.add(observation) : registry.add(observation)
        if hopRegistry.count > Self.lanesUnderLock, postingQueue == nil { postingQueue = PostingQueue(()) }
        return true
    }

    mutating func remove(_ observation: AnyObservation) -> Roll? {
        observation.isHopped ? hopRegistry.remove(observation) : registry.remove(observation)
    }

    var isObserved: Bool { registry.count + hopRegistry.count > 0 }

    /// Whether a letter must remember its author.
    private var isAuthorRead: Bool { registry.authorReaders + hopRegistry.authorReaders > 0 }

    /// Posts a message to the queues of hopped observations, and decides who delivers it to all others.
    ///
    /// Queues get the message right here, under the lock, not when it's delivered: what one thread sends through several
    /// observables then reaches a queue in the order of sending, even if some of them are busy or deliver on a queue.
    ///
    /// If there are so many queues that this could take long, it does nothing but say in whose turn to post instead.
    @inline(__always)
    mutating func post<Message>(
        _ message: Message, from author: AnyObject?, isFarewell: Bool, by thread: ThreadID, office: PostOffice,
        _ queue: inout PostingQueue?
    ) -> Duty {
        if postingQueue != nil, takeTurn(&queue) { return Duty() }
        hopRegistry.forEach { observation in
            observation.of(Message.self).post(message, from: author)
            if isFarewell { observation.receiveFarewell() }
        }
        return postInPlace(message, from: author, isFarewell: isFarewell, by: thread, office: office)
    }

    /// Lets the caller post in its turn, if there are many lanes or others have a turn.
    ///
    /// Who has a turn counts from here on, so that nobody who posts under the lock of the office overtakes it.
    private mutating func takeTurn(_ queue: inout PostingQueue?) -> Bool {
        guard turns > 0 || hopRegistry.count > Self.lanesUnderLock else { return false }
        turns += 1
        queue = postingQueue
        return true
    }

    /// Ends the turn of one who posted to those whom it read about here.
    mutating func endTurn(_ hopReading: Reading?) -> Remains? {
        turns -= 1
        return hopRegistry.takeBack(hopReading)
    }

    /// Decides who delivers a message to those whose handlers run in place.
    @inline(__always)
    mutating func postInPlace<Message>(
        _ message: Message, from author: AnyObject?, isFarewell: Bool, by thread: ThreadID, office: PostOffice
    ) -> Duty {
        guard mustDeliver else { return Duty() }
        _ = mailbox.nextPlace()
        if takeDuty(thread) { return Duty(mustDeliver: true, reading: registry.lend(), isFarewell: isFarewell) }
        let details =
            isFarewell || isAuthorRead
            ? Envelope.Details(author: isAuthorRead ? author : nil, isFarewell: isFarewell) : nil
        leave(message, details, by: thread, office)
        return Duty()
    }

    /// Decides who says farewell to all current observations.
    mutating func postFarewell<Message>(
        behindMessagesOf _: Message.Type, by thread: ThreadID, office: PostOffice, _ queue: inout PostingQueue?
    ) -> Duty {
        if postingQueue != nil, takeTurn(&queue) { return Duty() }
        hopRegistry.forEach { $0.receiveFarewell() }
        return postFarewellInPlace(behindMessagesOf: Message.self, by: thread, office: office)
    }

    /// Decides who says farewell to those whose handlers run in place.
    mutating func postFarewellInPlace<Message>(
        behindMessagesOf _: Message.Type, by thread: ThreadID, office: PostOffice
    ) -> Duty {
        guard mustDeliver else { return Duty() }
        _ = mailbox.nextPlace()
        if takeDuty(thread) { return Duty(mustDeliver: true, reading: registry.lend(), isFarewell: true) }
        let details = Envelope.Details(author: nil, isFarewell: true)
        let envelope = envelope(hasMessage: false, details, by: thread), line = mailbox.line(for: Message.self)
        line.append(envelope)
        hop?.post(office) { line.hold(office) }
        return Duty()
    }

    /// Decides who delivers a message to one single observation.
    mutating func post<Message>(
        _ message: Message, to observation: AnyObservation, from author: AnyObject?, isFarewell: Bool,
        by thread: ThreadID, office: PostOffice
    ) -> Duty {
        if observation.isHopped {
            observation.of(Message.self).post(message, from: author)
            if isFarewell { observation.receiveFarewell() }
            return Duty()
        }
        _ = mailbox.nextPlace()
        if takeDuty(thread) { return Duty(mustDeliver: true, addressee: observation, isFarewell: isFarewell) }
        let details = Envelope.Details(author: author, addressee: observation, isFarewell: isFarewell)
        leave(message, details, by: thread, office)
        return Duty()
    }

    /// Whether anyone is left for whom a letter must be delivered, after hopped observations got theirs.
    private var mustDeliver: Bool { registry.count > 0 }

    /// Makes it the caller's duty to deliver, unless someone else is on duty, or delivers on the queue.
    @inline(__always)
    private mutating func takeDuty(_ thread: ThreadID) -> Bool { hop == nil && mailbox.takeDuty(thread) }

    /// Leaves a letter for whoever is on duty or on the queue.
    @inline(__always)
    private mutating func leave<Message>(
        _ message: Message, _ details: Envelope.Details?, by thread: ThreadID, _ office: PostOffice
    ) {
        let envelope = envelope(hasMessage: true, details, by: thread), line = mailbox.line(for: Message.self)
        line.append(message, in: envelope)
        hop?.post(office) { line.hold(office) }
    }

    @inline(__always)
    private func envelope(hasMessage: Bool, _ details: Envelope.Details?, by thread: ThreadID) -> Envelope {
        Envelope(
            place: mailbox.place,
            isForeign: mailbox.isForeign(thread, sentByForeignWork: ForeignWork.isUnderWay),
            hasMessage: hasMessage, details: details)
    }
}

/// The author, or the messenger in place of an author that is dead or dying.
///
/// A weak reference to a dying object reads as `nil`, which is how we know. The messenger may be dead or dying, too.
func livingAuthor(_ author: AnyObject?, orElse messenger: @autoclosure () -> AnyObject?) -> AnyObject {
    #if EXPLORE
        explored(.weakLoad)
    #endif
    weak let living = author
    return living ?? messenger() ?? Nobody.shared
}

/// The author of a message that was sent by a messenger in its own `deinit`.
private final class Nobody: Sendable {
    static let shared = Nobody()
}

/// Whether the calling thread is delivering a foreign letter, through whatever observable, so that what it sends meanwhile is
/// foreign, too.
private enum ForeignWork {

    static var isUnderWay: Bool {
        get { mark != 0 }
        set { if newValue != isUnderWay { mark = newValue ? 1 : 0 } }
    }

    /// The same, to be restored by whoever delivers within a handler.
    static var mark: UInt {
        get { word.value }
        set { word.value = newValue }
    }

    private static let word = ThreadWord()
}

/// The lock under which messages are posted to many lanes. Under it, the lock of the office is taken, then that of a lane.
typealias PostingQueue = Protected<Void>

/// Where large pieces of memory are freed.
let runtimeQueue = DispatchQueue(label: "SwiftObserver.memory")
