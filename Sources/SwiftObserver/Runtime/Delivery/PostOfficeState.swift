/// Everything that is guarded by the lock of a post office: who observes, what waits, and who is on duty.
///
/// What is to be delivered is decided here, and delivered by the caller after unlocking. Only what must happen under the lock
/// is done here: functions named `post` also put letters in line and post to lanes.
struct PostOfficeState: ~Copyable {

    var mailbox = Mailbox()

    /// The observations that aren't hopped. Their handlers run on the thread that delivers or, if there's a `lane`, on its
    /// queue.
    var registry = Registry()

    /// The observations that are hopped to queues or actors.
    var hopRegistry = Registry()

    /// Under which senders post to many lanes, once there have been so many hopped observations.
    private var fanOutLock: FanOutLock?

    /// How many senders have that lock, or wait for it.
    private var fanOuts = 0

    /// Those who wait until fewer messages wait.
    var room = RoomQueue()

    /// The lane of the queue on which all letters are delivered, if there is one.
    private let lane: Lane?

    /// Stands in for dead authors. Known as soon as an observation asks for authors.
    weak var messenger: AnyObject?

    /// The type of all observations, which never changes, if it was known when the state was created.
    let observationType: AnyObservation.Type?

    init(lane: Lane) {
        self.lane = lane
        observationType = nil
    }

    init(for observationType: AnyObservation.Type) {
        lane = nil
        self.observationType = observationType
    }

    // MARK: - Observations

    var observationCount: Int { registry.count + hopRegistry.count }

    /// Whether a letter must remember its author.
    private var isAuthorRead: Bool { registry.authorReaders + hopRegistry.authorReaders > 0 }

    /// Registers an observation unless it has already ended, and tells whether it did. The old list must be released after
    /// unlocking.
    mutating func start(
        _ observation: AnyObservation, ofMessenger messenger: AnyObject, _ oldList: inout ObservationList?
    ) -> Bool {
        guard !observation.isEnded else { return false }
        if observation.readsAuthor, self.messenger == nil { self.messenger = messenger }
        observation.start = mailbox.nextPosition()
        oldList = observation.isHopped ? hopRegistry.add(observation) : registry.add(observation)
        if !room.isEmpty { observation.backlog?.want(below: room.firstLimit) }
        if hopRegistry.count > Tuning.lanesUnderLock, fanOutLock == nil { fanOutLock = FanOutLock(()) }
        return true
    }

    mutating func remove(_ observation: AnyObservation) -> ObservationList? {
        observation.isHopped ? hopRegistry.remove(observation) : registry.remove(observation)
    }

    // MARK: - Many lanes

    /// Whether a sender must take the fan-out lock and post to the lanes without the lock of the office, because there are many
    /// lanes, or because another sender is doing so.
    var mustFanOut: Bool {
        @inline(__always)
        get { fanOutLock != nil && (fanOuts > 0 || hopRegistry.count > Tuning.lanesUnderLock) }
    }

    /// Counts the caller among those that fan out, and returns the lock under which it must post to the lanes. Until
    /// `endFanOut`, all other senders must fan out, too, so that none of them overtakes it.
    mutating func beginFanOut() -> FanOutLock? {
        fanOuts += 1
        return fanOutLock
    }

    mutating func endFanOut(_ lease: ObservationList.Lease?) -> Reclaimed? {
        fanOuts -= 1
        return hopRegistry.end(lease)
    }

    // MARK: - Room

    /// How many messages wait in line, or for the hopped handler or the loop that's behind the most.
    var backlog: Int {
        var largest = mailbox.backlog
        forEachBacklog { largest = max(largest, $0.count) }
        return largest
    }

    /// Calls the closure with what waits for each observation. The locks of lanes and loops may be taken meanwhile.
    private func forEachBacklog(_ act: (Backlog) -> Void) {
        hopRegistry.forEach { if let backlog = $0.backlog { act(backlog) } }
        registry.forEach { if let backlog = $0.backlog { act(backlog) } }
    }

    /// Lets someone wait behind all others who wait for room. Returns those who may go on, to be resumed after unlocking.
    mutating func addWaiter(_ waiter: RoomWaiter) -> [RoomWaiter] {
        room.append(waiter)
        return takeWaitersWithRoom()
    }

    /// Removes someone who gave up waiting. Returns those who may go on, or `nil` if that one wasn't waiting any more. If nobody
    /// waits then, nobody is told any more when messages are taken out.
    mutating func removeWaiter(_ waiter: RoomWaiter) -> [RoomWaiter]? {
        room.remove(waiter) ? takeSatisfiedWaiters() : nil
    }

    /// Whether messages wait for the calling thread, which can't handle them while it waits for there to be fewer.
    func isStuck(_ waiter: RoomWaiter, on thread: ThreadID) -> Bool {
        var isStuck = mailbox.backlog >= waiter.limit && (mailbox.isDelivering(thread) || lane?.isRunHere == true)
        forEachBacklog { if $0.count >= waiter.limit, $0.isConsumedHere { isStuck = true } }
        return isStuck
    }

    /// Removes those who may go on from the queue, to be resumed after unlocking. The others are told when it's time.
    ///
    /// What is wanted is set before the messages are counted, and who takes them out does it the other way around. So either
    /// they are counted as fewer here, or who takes them out makes room.
    @inline(__always)
    mutating func takeWaitersWithRoom() -> [RoomWaiter] { room.isEmpty ? [] : takeSatisfiedWaiters() }

    @inline(never)
    private mutating func takeSatisfiedWaiters() -> [RoomWaiter] {
        var satisfied: [RoomWaiter] = []
        repeat {
            want(below: room.firstLimit)
            let waiters = room.takeSatisfied(by: backlog)
            if waiters.isEmpty { break }
            satisfied += waiters
        } while true
        return satisfied
    }

    private func want(below limit: Int) {
        mailbox.want(below: limit)
        forEachBacklog { $0.want(below: limit) }
    }

    // MARK: - Letters

    /// Posts a message to the lanes of all hopped observations.
    @inline(__always)
    mutating func postToHopped<Message>(_ message: Message, from author: AnyObject?, isFarewell: Bool) -> Leftover {
        var leftover = Leftover()
        if hopRegistry.count == 0 { return leftover }
        hopRegistry.forEach { $0.post(message, from: author, isFarewell: isFarewell, &leftover) }
        return leftover
    }

    /// Posts a message to the observations without a queue or actor of their own. Either the caller must deliver it, or it's
    /// left in line: for the thread on duty or, if this office delivers on a queue, for that queue, to whose lane the office
    /// is then posted.
    @inline(__always)
    mutating func postInPlace<Message>(
        _ message: Message, from author: AnyObject?, isFarewell: Bool, by thread: ThreadID, office: Job,
        _ leftover: Leftover
    ) -> PendingDelivery {
        guard registry.count > 0 else { return PendingDelivery(leftover: leftover) }
        _ = mailbox.nextPosition()
        if goOnDuty(thread) {
            return PendingDelivery(
                isOnDuty: true, lease: registry.lease(), isFarewell: isFarewell, leftover: leftover)
        }
        let details =
            isFarewell || isAuthorRead
            ? Envelope.Details(author: isAuthorRead ? author : nil, isFarewell: isFarewell) : nil
        leave(message, details, by: thread, office)
        return PendingDelivery(leftover: leftover)
    }

    /// Posts a farewell without a message, in the same way.
    mutating func postFarewellInPlace<Message>(
        behindMessagesOf _: Message.Type, by thread: ThreadID, office: Job
    ) -> PendingDelivery {
        guard registry.count > 0 else { return PendingDelivery() }
        _ = mailbox.nextPosition()
        if goOnDuty(thread) { return PendingDelivery(isOnDuty: true, lease: registry.lease(), isFarewell: true) }
        let details = Envelope.Details(author: nil, isFarewell: true)
        let envelope = envelope(hasMessage: false, details, by: thread), line = mailbox.line(for: Message.self)
        line.append(envelope)
        lane?.post(office) { line.retain(office) }
        return PendingDelivery()
    }

    /// Posts a message to one single observation in the same way or, if that is hopped, to the lane of that one.
    mutating func post<Message>(
        _ message: Message, to observation: AnyObservation, from author: AnyObject?, isFarewell: Bool,
        by thread: ThreadID, office: Job
    ) -> PendingDelivery {
        if observation.isHopped {
            var delivery = PendingDelivery()
            observation.post(message, from: author, isFarewell: isFarewell, &delivery.leftover)
            return delivery
        }
        _ = mailbox.nextPosition()
        if goOnDuty(thread) {
            return PendingDelivery(isOnDuty: true, addressee: observation, isFarewell: isFarewell)
        }
        let details = Envelope.Details(author: author, addressee: observation, isFarewell: isFarewell)
        leave(message, details, by: thread, office)
        return PendingDelivery()
    }

    /// Makes the caller deliver, unless someone else is on duty, or a queue delivers.
    @inline(__always)
    private mutating func goOnDuty(_ thread: ThreadID) -> Bool { lane == nil && mailbox.goOnDuty(thread) }

    /// Leaves a letter for whoever is on duty, or for the queue.
    @inline(__always)
    private mutating func leave<Message>(
        _ message: Message, _ details: Envelope.Details?, by thread: ThreadID, _ office: Job
    ) {
        let envelope = envelope(hasMessage: true, details, by: thread), line = mailbox.line(for: Message.self)
        line.append(message, in: envelope)
        lane?.post(office) { line.retain(office) }
    }

    @inline(__always)
    private func envelope(hasMessage: Bool, _ details: Envelope.Details?, by thread: ThreadID) -> Envelope {
        Envelope(
            position: mailbox.position,
            isForeign: mailbox.isForeign(thread, sentByForeignWork: ForeignWork.isUnderWay),
            hasMessage: hasMessage, details: details)
    }
}

/// The lock under which the messages of one office are posted to many lanes. Under it, the lock of the office is taken and
/// released, then those of the lanes, one at a time, then that of the office again.
typealias FanOutLock = Protected<Void>
