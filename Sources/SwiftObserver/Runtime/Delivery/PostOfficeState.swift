/// Everything that is guarded by the lock of a post office: who observes, what waits, and who is on duty.
///
/// What is to be delivered is decided here, and delivered by the caller after unlocking. Only what must happen under the lock
/// is done here: functions named `post` also put letters in line and post to lanes.
struct PostOfficeState: ~Copyable {

    var mailbox = Mailbox()

    /// Whether there's something that is to be looked at before a message is posted: many lanes, or an end.
    private(set) var needsCare = false

    /// Whether no messages are accepted any more.
    private(set) var isClosed = false

    /// Whether the directory lists this office, or is about to.
    private var isListed = false
    private var listedIndex: Int32 = 0

    private(set) var extras = OnDemand<OfficeExtras>()

    /// The observations that aren't hopped. Their handlers run on the thread that delivers or, if there's a `lane`, on its
    /// queue.
    var registry = Registry()

    /// How many positions were given to anything but messages for everyone.
    private var others = 0

    /// 0 if the directory doesn't list this office.
    private var listedNumber = 0

    /// The type of observations whose handlers read no authors, if it was known when the state was created. It never changes.
    let observationType: AnyObservation.Type?

    init(lane: Lane) {
        observationType = nil
        extras.created().pointee.lane = lane
    }

    init(for observationType: AnyObservation.Type) {
        self.observationType = observationType
    }

    private var hopCount: Int {
        @inline(__always)
        get { extras.existing?.pointee.hops.count ?? 0 }
    }

    /// The lane of the queue on which all letters are delivered, if there is one.
    var lane: Lane? {
        @inline(__always)
        get { extras.existing?.pointee.lane }
    }

    /// Where the directory lists this office, if it does.
    var listing: RegistrarListing? {
        get { listedNumber == 0 ? nil : RegistrarListing(number: listedNumber, index: listedIndex) }
        set {
            listedNumber = newValue?.number ?? 0
            listedIndex = newValue?.index ?? 0
        }
    }

    /// Stands in for dead authors. Known as soon as an observation asks for authors.
    var messenger: AnyObject? { extras.existing?.pointee.messenger }

    /// Whether nothing may be left of observations that have ended.
    private var isNothingLeft: Bool {
        guard let extras = extras.existing else { return true }
        return extras.pointee.retired.isEmpty && extras.pointee.remembered.isEmpty
    }

    /// Under which senders post to many lanes, once there have been so many hopped observations.
    var fanOutLock: FanOutLock? { extras.existing?.pointee.fanOutLock }

    /// How many messages were refused.
    var refused: Int { extras.existing?.pointee.refused ?? 0 }

    // MARK: - Observations

    var observationCount: Int { registry.count + hopCount }

    /// Whether a letter must remember its author.
    private var isAuthorRead: Bool {
        registry.authorReaders > 0 || extras.existing?.pointee.hops.authorReaders ?? 0 > 0
    }

    /// What is left to be done after unlocking when an observation has started.
    struct StartRest {

        /// Whether it's the first one, so that the office is to be entered in the directory.
        var isFirst = false

        /// The probe of the observation, if that is watched.
        var probe: Probe?

        /// To be released.
        var oldList: ObservationList?
    }

    /// Registers an observation unless it has already ended, and tells whether it did.
    mutating func start(
        _ observation: AnyObservation, ofMessenger messenger: AnyObject, _ rest: inout StartRest
    ) -> Bool {
        guard !isClosed, !observation.isEnded else { return false }
        if Watching.isOn || observation.probe != nil { watch(observation) }
        others += 1
        if observation.readsAuthor, self.messenger == nil { extras.created().pointee.messenger = messenger }
        observation.start = mailbox.nextPosition()
        observation.didStart(behind: sent)
        rest.probe = observation.probe
        rest.isFirst = !isListed
        isListed = true
        rest.oldList = observation.isHopped ? extras.created().pointee.hops.add(observation) : registry.add(observation)
        if isRoomWanted { observation.backlog?.want(below: firstLimit) }
        if hopCount > Tuning.lanesUnderLock, fanOutLock == nil {
            extras.created().pointee.fanOutLock = FanOutLock(())
            needsCare = true
        }
        return true
    }

    /// How many messages were sent to everyone, since there's a state.
    var sent: Int { mailbox.position - others }

    /// Watches an observation that is about to start, or drops its probe if watching has just been turned off.
    @inline(never)
    private func watch(_ observation: AnyObservation) {
        if Watching.isOn, !observation.isStandIn {
            observation.beginWatching(sentBefore: sent)
        } else {
            observation.endWatching()
        }
    }

    /// Watches all observations that aren't watched.
    func beginWatching() {
        func watch(_ observation: AnyObservation) {
            if observation.probe == nil, !observation.isStandIn { observation.beginWatching(sentBefore: nil) }
        }
        registry.forEach(watch)
        extras.existing?.pointee.hops.forEach(watch)
    }

    /// Whether there's an observation with a probe.
    var isAnyWatched: Bool {
        var isAny = false
        registry.forEach { if $0.probe != nil { isAny = true } }
        extras.existing?.pointee.hops.forEach { if $0.probe != nil { isAny = true } }
        return isAny
    }

    /// Stops watching all observations. Returns `false` if handlers in place may be running, which use their probes.
    ///
    /// - Parameter thread: The calling thread. If it's the one that delivers, it's between two letters.
    func endWatching(on thread: ThreadID) -> Bool {
        extras.existing?.pointee.hops.forEach { $0.endWatching() }
        let isBetweenLetters = mailbox.isDelivering(thread) || lane?.isRunHere == true
        if mailbox.isDelivering, !isBetweenLetters { return false }
        registry.forEach { $0.endWatching() }
        return true
    }

    /// Removes an observation, and retires it if its handler may be running. Returns a list to be released.
    mutating func remove(_ observation: AnyObservation) -> ObservationList? {
        if !observation.isHopped { return removeInPlace(observation) }
        let extras = extras.created()
        if observation.isRegistered, observation.retireIfHandling() { extras.pointee.retired.append(observation) }
        return extras.pointee.hops.remove(observation)
    }

    /// The same for one that isn't hopped.
    ///
    /// In place, a handler only runs under a lease, so the registry has the observation until that is given back.
    @inline(__always)
    mutating func removeInPlace(_ observation: AnyObservation) -> ObservationList? {
        if mailbox.isDelivering, registry.isLeased, observation.isRegistered { observation.retire() }
        return registry.remove(observation)
    }

    /// Forgets an observation whose handler has returned.
    mutating func forgetRetired(_ observation: AnyObservation) {
        extras.existing?.pointee.retired.removeAll { $0 === observation }
    }

    /// Remembers where something may be left of an observation that's about to be removed: where it passed messages on to, or loops. Returns
    /// what is remembered, if it's time to look at that.
    mutating func rememberRest(of observation: AnyObservation) -> RememberedObjects? {
        if observation.inbox != nil || !observation.isRegistered { return nil }
        if let downstream = observation.downstream { return remember(downstream.registrar) }
        guard let backlog = observation.backlog, !backlog.isFinished else { return nil }
        return remember(backlog)
    }

    /// Remembers an object weakly. Returns all, if it's time to look at them.
    mutating func remember(_ object: AnyObject) -> RememberedObjects? {
        let extras = extras.created()
        return extras.pointee.remembered.add(object) ? extras.pointee.remembered : nil
    }

    /// Replaces what was remembered by what is still of interest.
    mutating func replace(_ remembered: RememberedObjects, by objects: [AnyObject]) {
        extras.created().pointee.remembered.replace(remembered, by: objects)
    }

    /// Ends a lease of whoever delivers, between letters. Returns what is to be released before the work is finished.
    @inline(__always)
    mutating func end(_ lease: ObservationList.Lease?, _ work: inout DeferredWork) -> Reclaimed? {
        mailbox.finishLetter(&work)
        return registry.end(lease)
    }

    // MARK: - Wait

    /// Whether nobody handles anything of what is in line, or being delivered.
    var isLineDone: Bool { mailbox.isIdle || registry.count == 0 && !mailbox.isDelivering }

    /// Whether there's nothing to wait for. It may also be `false` if there isn't.
    var isQuiet: Bool {
        var isQuiet = mailbox.isIdle && isNothingLeft
        registry.forEach { if isQuiet { isQuiet = $0.downstream == nil } }
        extras.existing?.pointee.hops.forEach {
            if isQuiet { isQuiet = $0.downstream == nil && $0.backlog?.isFinished ?? true }
        }
        return isQuiet
    }

    /// Adds a marker behind all letters, or only behind the one that is being delivered. Returns `false` if there's none.
    mutating func add(_ marker: Marker, behindLine isBehindLine: Bool) -> Bool {
        if isBehindLine ? isLineDone : !mailbox.isDelivering { return false }
        mailbox.add(marker, behindLine: isBehindLine)
        return true
    }

    // MARK: - Many lanes

    enum Admission { case post, fanOut, refuse }

    /// Decides what becomes of a message that is sent. Only needed if it `needsCare`.
    @inline(never)
    mutating func admit() -> Admission {
        if isClosed {
            countRefused()
            return .refuse
        }
        return mustFanOut ? .fanOut : .post
    }

    /// Counts a message that was refused elsewhere.
    mutating func countRefused() { extras.created().pointee.refused += 1 }

    /// Accepts no more messages. Returns the lock under which messages may still be posted that were accepted before.
    mutating func close() -> FanOutLock? {
        isClosed = true
        needsCare = true
        return fanOutLock
    }

    /// Whether a sender must take the fan-out lock and post to lanes and loops without the lock of the office, because there
    /// are many, or because another sender is doing so.
    var mustFanOut: Bool {
        get { fanOutLock != nil && (extras.existing?.pointee.fanOuts ?? 0 > 0 || hopCount > Tuning.lanesUnderLock) }
    }

    /// Counts the caller among those that fan out, and returns the lock under which it must post to them. Until
    /// `endFanOut`, all other senders must fan out, too, so that none of them overtakes it.
    mutating func beginFanOut() -> FanOutLock? {
        extras.created().pointee.fanOuts += 1
        return fanOutLock
    }

    mutating func endFanOut(_ lease: ObservationList.Lease?) -> Reclaimed? {
        extras.created().pointee.fanOuts -= 1
        return extras.existing?.pointee.hops.end(lease)
    }

    // MARK: - Room

    /// Whether someone waits for fewer messages to wait.
    private var isRoomWanted: Bool {
        @inline(__always)
        get { extras.existing?.pointee.room.isEmpty == false }
    }

    /// Below which number the messages that wait must fall before the first one may go on. 0 if nobody waits.
    var firstLimit: Int { extras.existing?.pointee.room.firstLimit ?? 0 }

    #if EXPLORE
        /// How many wait.
        var waiters: Int { extras.existing?.pointee.room.count ?? 0 }
    #endif

    /// How many messages wait in line for those who observe in place. What nobody observes any more waits for nobody.
    private var inLine: Int { registry.count == 0 ? 0 : mailbox.backlog }

    /// How many messages wait in line, or for the handler or the loop that's behind the most.
    var backlog: Int {
        let inLine = inLine
        var largest = inLine
        forEachBacklog { largest = max(largest, $0.count + ($1 ? inLine : 0)) }
        return largest
    }

    /// Calls the closure with what waits for each observation apart from the line, and whether the line waits for it, too. The
    /// locks of lanes, loops and parts of combined observations may be taken meanwhile.
    private func forEachBacklog(_ act: (_ backlog: Backlog, _ isBehindLine: Bool) -> Void) {
        extras.existing?.pointee.hops.forEach { if let backlog = $0.backlog { act(backlog, false) } }
        registry.forEach { if let backlog = $0.backlog { act(backlog, true) } }
    }

    /// Lets someone wait behind all others who wait for room.
    mutating func addWaiter(_ waiter: RoomWaiter, _ work: inout DeferredWork) {
        extras.created().pointee.room.append(waiter)
        takeWaitersWithRoom(&work)
    }

    /// Removes someone who gave up waiting. Tells whether that one was still waiting. If nobody waits then, nobody is told any more when
    /// messages are taken out.
    mutating func removeWaiter(_ waiter: RoomWaiter, _ work: inout DeferredWork) -> Bool {
        guard extras.existing?.pointee.room.remove(waiter) == true else { return false }
        takeSatisfiedWaiters(&work)
        return true
    }

    /// Whether messages wait for the calling thread, which can't handle them while it waits for there to be fewer.
    func isStuck(_ waiter: RoomWaiter, on thread: ThreadID) -> Bool {
        var isStuck = inLine >= waiter.limit && (mailbox.isDelivering(thread) || lane?.isRunHere == true)
        forEachBacklog { backlog, _ in if backlog.count >= waiter.limit, backlog.isConsumedHere { isStuck = true } }
        return isStuck
    }

    /// Removes those who may go on from the queue, to be resumed when the work is finished: all, if the observable is closed. The others
    /// are told when it's time.
    ///
    /// What is wanted is set before the messages are counted, and who takes them out does it the other way around. So either
    /// they are counted as fewer here, or who takes them out makes room.
    @inline(__always)
    mutating func takeWaitersWithRoom(_ work: inout DeferredWork) { if isRoomWanted { takeSatisfiedWaiters(&work) } }

    @inline(never)
    private mutating func takeSatisfiedWaiters(_ work: inout DeferredWork) {
        repeat {
            want(below: firstLimit)
        } while extras.created().pointee.room.takeSatisfied(by: isClosed ? 0 : backlog, &work)
    }

    private mutating func want(below limit: Int) {
        mailbox.want(below: limit)
        forEachBacklog { backlog, _ in backlog.want(below: limit) }
    }

    // MARK: - Letters

    /// Posts a message to the lanes of all hopped observations.
    @inline(__always)
    func postToHopped<Message>(
        _ message: Message, from author: AnyObject?, isFarewell: Bool, _ work: inout DeferredWork
    ) {
        guard let extras = extras.existing else { return }
        extras.pointee.hops.forEach { $0.post(message, from: author, isFarewell: isFarewell, &work) }
    }

    /// Posts a message to the observations without a queue or actor of their own. Either the caller must deliver it, or it's
    /// left in line: for the thread on duty or, if this office delivers on a queue, for that queue, to whose lane the office
    /// is then posted.
    @inline(__always)
    mutating func postInPlace<Message>(
        _ message: Message, from author: AnyObject?, isFarewell: Bool, by thread: ThreadID, office: Job,
        _ work: inout DeferredWork
    ) -> PendingDelivery {
        _ = mailbox.nextPosition()
        guard registry.count > 0 else { return PendingDelivery() }
        if goOnDuty(thread) {
            return PendingDelivery(isOnDuty: true, lease: registry.lease(), kind: .init(isFarewell: isFarewell))
        }
        let details =
            isFarewell || isAuthorRead
            ? Envelope.Details(author: isAuthorRead ? author : nil, isFarewell: isFarewell) : nil
        leave(message, details, by: thread, office, &work)
        return PendingDelivery()
    }

    /// Posts a farewell without a message, in the same way.
    mutating func postFarewellInPlace<Message>(
        behindMessagesOf _: Message.Type, by thread: ThreadID, office: Job, _ work: inout DeferredWork
    ) -> PendingDelivery {
        guard registry.count > 0 else { return PendingDelivery() }
        _ = mailbox.nextPosition()
        others += 1
        if goOnDuty(thread) { return PendingDelivery(isOnDuty: true, lease: registry.lease(), kind: .farewell) }
        let details = Envelope.Details(author: nil, isFarewell: true)
        let envelope = envelope(hasMessage: false, details, by: thread), line = mailbox.line(for: Message.self)
        line.append(envelope)
        postToLane(office, retainedBy: line, &work)
        return PendingDelivery()
    }

    /// Posts the message with which one observation starts: to its inlet, if that takes it, in the same way in place or, if
    /// it's hopped, to its lane.
    mutating func post<Message>(
        _ message: Message, to observation: AnyObservation, from author: AnyObject?, isFarewell: Bool,
        by thread: ThreadID, office: Job, _ work: inout DeferredWork
    ) -> PendingDelivery {
        if !isFarewell, observation.inlet(of: Message.self)?.takeFirst(message, &work) == true {
            return PendingDelivery()
        }
        if observation.isHopped {
            observation.post(message, from: author, isFarewell: isFarewell, &work)
            return PendingDelivery()
        }
        _ = mailbox.nextPosition()
        others += 1
        if let probe = observation.probe { probe.addressed += 1 }
        if goOnDuty(thread) {
            return PendingDelivery(
                isOnDuty: true, lease: registry.lease(), addressee: observation, kind: .init(isFarewell: isFarewell))
        }
        let details = Envelope.Details(author: author, addressee: observation, isFarewell: isFarewell)
        leave(message, details, by: thread, office, &work)
        return PendingDelivery()
    }

    /// Posts several messages to one single observation. If the caller must deliver the first one, all others are
    /// left in line for it.
    mutating func post<Message>(
        all messages: [Message], to observation: AnyObservation, from author: AnyObject?, by thread: ThreadID,
        office: Job, _ work: inout DeferredWork
    ) -> PendingDelivery {
        var first: PendingDelivery?
        for message in messages {
            let delivery = post(
                message, to: observation, from: author, isFarewell: false, by: thread, office: office, &work)
            first = first ?? delivery
        }
        return first ?? PendingDelivery()
    }

    /// Makes the caller deliver, unless someone else is on duty, or a queue delivers.
    @inline(__always)
    private mutating func goOnDuty(_ thread: ThreadID) -> Bool { lane == nil && mailbox.goOnDuty(thread) }

    /// Leaves a letter for whoever is on duty, or for the queue.
    @inline(__always)
    private mutating func leave<Message>(
        _ message: Message, _ details: Envelope.Details?, by thread: ThreadID, _ office: Job,
        _ work: inout DeferredWork
    ) {
        let envelope = envelope(hasMessage: true, details, by: thread), line = mailbox.line(for: Message.self)
        line.append(message, in: envelope)
        postToLane(office, retainedBy: line, &work)
    }

    @inline(__always)
    private func postToLane(_ office: Job, retainedBy line: AnyLetters, _ work: inout DeferredWork) {
        lane?.post(office, &work) { line.retain(office) }
    }

    @inline(__always)
    private func envelope(hasMessage: Bool, _ details: Envelope.Details?, by thread: ThreadID) -> Envelope {
        Envelope(
            position: mailbox.position,
            isForeign: mailbox.isForeign(thread, sentByForeignWork: ForeignWork.isUnderWay),
            hasMessage: hasMessage, details: details)
    }
}
