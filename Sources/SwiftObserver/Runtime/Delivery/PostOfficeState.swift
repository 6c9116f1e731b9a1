/// Everything that is guarded by the lock of a post office: who observes, what waits, and who is on duty.
///
/// What is to be delivered is decided here, and delivered by the caller after unlocking. Only what must happen under the lock
/// is done here: functions named `post` also put letters in line and post to lanes.
///
/// INVARIANTS
/// - Each message for everyone, each start, and each message for one observation in place has a position, in the order of this lock. An
///   observation gets the messages for everyone with positions behind its own.
/// - A letter is in line only as long as someone is on duty who takes it out, or the office is on the lane of its queue.
/// - Who reads a registry's list without this lock has a lease of it, and observations leave the list only when there's none.
/// - A hopped observation gets its messages under this lock, or under the fan-out lock as long as someone fans out.
/// - `needsCare` is set if there's a fan-out lock, or the observable is closed.
struct PostOfficeState: ~Copyable {

    var mailbox = Mailbox()

    /// Whether there's something that is to be looked at before a message is posted: many lanes, or an end.
    private(set) var needsCare = false

    /// Whether no messages are accepted any more.
    private(set) var isClosed = false

    /// Whether the directory lists this office, or is about to.
    private var isListed = false
    private var listedIndex: Int32 = 0

    var extras = OnDemand<OfficeExtras>()

    /// The observations that aren't hopped. Their handlers run on the thread that delivers or, if there's a `lane`, on its
    /// queue.
    var registry = Registry()

    /// How many positions were given to anything but messages for everyone.
    var others = 0

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

    var hopCount: Int {
        @inline(__always)
        get { extras.existing?.pointee.hops.count ?? 0 }
    }

    /// The lane of the queue on which all letters are delivered, if there is one.
    var lane: Lane? {
        @inline(__always)
        get { extras.existing?.pointee.lane }
    }

    /// Where the directory lists this office, if it does.
    var listing: OfficeListing? {
        get { listedNumber == 0 ? nil : OfficeListing(number: listedNumber, index: listedIndex) }
        set {
            listedNumber = newValue?.number ?? 0
            listedIndex = newValue?.index ?? 0
        }
    }

    /// Stands in for dead authors. Known as soon as an observation asks for authors.
    var messenger: AnyObject? { extras.existing?.pointee.messenger }

    /// Under which senders post to many lanes, once there have been so many hopped observations.
    var fanOutLock: FanOutLock? { extras.existing?.pointee.fanOutLock }

    /// How many messages were refused.
    var refused: Int { extras.existing?.pointee.refused ?? 0 }

    // MARK: - Observations

    var observationCount: Int { registry.count + hopCount }

    /// Whether a letter must remember its author.
    var isAuthorRead: Bool {
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

    /// Ends a lease of whoever delivers, between letters. Returns what is to be released before the work is finished.
    @inline(__always)
    mutating func end(_ lease: ObservationList.Lease?, _ work: inout DeferredWork) -> Reclaimed? {
        mailbox.finishLetter(&work)
        return registry.end(lease)
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
        get { fanOutLock != nil && (isFanningOut || hopCount > Tuning.lanesUnderLock) }
    }

    /// Whether a sender posts to many lanes right now, or is about to.
    var isFanningOut: Bool { extras.existing?.pointee.fanOuts ?? 0 > 0 }

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
}
