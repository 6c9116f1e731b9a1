/// Everything that the lock of a post office guards: observations, letters, and duty.
///
/// The functions decide what is to be delivered, and the caller delivers it after unlocking. They
/// do only what must happen under the lock: functions named `post` also leave letters and post to
/// lanes.
///
/// ```
///                +---+---+---+---+---+---+---+---+
///    position    | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 |     others == 4, the positions 1, 4, 6 and 8
///                +---+---+---+---+---+---+---+---+     sent == position - others == 4
///    is of         A   m   m   B   m   b   m   F
///
///    A, B: observations start     m: message for all     b: message for B alone     F: farewell
///    Observation A gets 2, 3, 5, 7 and 8. Observation B gets 5, 6, 7 and 8.
/// ```
///
/// INVARIANTS
/// - These have positions, in the order of this lock: messages for everyone, messages for one
///   observation, starts, and farewells in place that have no message. An observation gets the
///   messages for everyone whose positions are higher than its own.
/// - Without a `lane`, a letter waits only as long as a thread is on duty or coming. With a `lane`,
///   it waits only as long as a posting of the office for it is on that lane.
/// - A thread that reads a registry's list without this lock has a lease of it. Observations leave
///   the list only while there is no lease.
/// - An observation with an inbox or a feed gets its messages under this lock or, as long as a
///   sender fans out, under the fan-out lock.
/// - `needsCare` is set if there's a fan-out lock, or the observable is closed.
struct PostOfficeState: ~Copyable {

    var mailbox = Mailbox()

    /// The one flag that each send checks. It's set if there are many lanes, or after a close.
    private(set) var needsCare = false

    /// `true` if no more messages are accepted.
    private(set) var isClosed = false

    /// `true` if the directory lists this office, or will do so shortly.
    private var isListed = false
    private var listedIndex: Int32 = 0

    var extras = OnDemand<OfficeExtras>()

    /// The in-place observations, which have neither an inbox nor a feed.
    ///
    /// Their handlers run on the delivering thread or, if there's a `lane`, on its queue.
    var registry = Registry()

    /// The number of positions that weren't given to messages for everyone.
    var others = 0

    /// 0 if the directory doesn't list this office.
    private var listedNumber = 0

    /// The type of observations whose handlers read no authors, if it's known.
    ///
    /// It's set when the state is created, and never changes.
    let observationType: AnyObservation.Type?

    init(lane: Lane) {
        observationType = nil
        extras.created().pointee.lane = lane
    }

    init(for observationType: AnyObservation.Type) {
        self.observationType = observationType
    }

    /// The number of observations with an inbox or a feed.
    var hopCount: Int {
        @inline(__always)
        get { extras.existing?.pointee.hops.count ?? 0 }
    }

    /// The lane of the queue on which all letters are delivered, if there is one.
    var lane: Lane? {
        @inline(__always)
        get { extras.existing?.pointee.lane }
    }

    /// The entry of this office in the directory, if there is one.
    var listing: OfficeListing? {
        get { listedNumber == 0 ? nil : OfficeListing(number: listedNumber, index: listedIndex) }
        set {
            listedNumber = newValue?.number ?? 0
            listedIndex = newValue?.index ?? 0
        }
    }

    /// The messenger, which handlers get in place of dead authors.
    ///
    /// It's known as soon as an observation asks for authors.
    var messenger: AnyObject? { extras.existing?.pointee.messenger }

    /// The lock for posting to many lanes and feeds, once there have been that many.
    var fanOutLock: FanOutLock? { extras.existing?.pointee.fanOutLock }

    /// The number of messages that were refused.
    var refused: Int { extras.existing?.pointee.refused ?? 0 }

    // MARK: - Observations

    var observationCount: Int { registry.count + hopCount }

    /// `true` if a letter must remember its author.
    var isAuthorRead: Bool {
        registry.authorReaders > 0 || extras.existing?.pointee.hops.authorReaders ?? 0 > 0
    }

    /// The work that is left after unlocking when an observation has started.
    struct StartRest {

        /// `true` for the first observation, with which the office enters the directory.
        var isFirst = false

        /// The probe of the observation, if it's watched.
        var probe: Probe?

        /// A list to be released.
        var oldList: ObservationList?
    }

    /// Registers an observation, unless it has ended or the observable is closed.
    ///
    /// Returns whether it did.
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

    /// The number of messages sent to everyone since the state was created.
    var sent: Int { mailbox.position - others }

    /// Removes an observation, and retires it if its handler may be running.
    ///
    /// Returns a list to be released.
    mutating func remove(_ observation: AnyObservation) -> ObservationList? {
        if !observation.isHopped { return removeInPlace(observation) }
        let extras = extras.created()
        if observation.isRegistered, observation.retireIfHandling() { extras.pointee.retired.append(observation) }
        return extras.pointee.hops.remove(observation)
    }

    /// Removes an in-place observation, and retires it if a delivery may call its handler.
    ///
    /// Returns a list to be released.
    ///
    /// In place, a handler only runs under a lease. So the registry keeps the observation until the
    /// lease ends.
    @inline(__always)
    mutating func removeInPlace(_ observation: AnyObservation) -> ObservationList? {
        if mailbox.isDelivering, registry.isLeased, observation.isRegistered { observation.retire() }
        return registry.remove(observation)
    }

    /// Ends a lease of the delivering thread, between letters.
    ///
    /// Returns what is to be released before the work is finished.
    @inline(__always)
    mutating func end(_ lease: ObservationList.Lease?, _ work: inout DeferredWork) -> Reclaimed? {
        mailbox.finishLetter(&work)
        return registry.end(lease)
    }

    // MARK: - Many lanes

    enum Admission { case post, fanOut, refuse }

    /// Decides what happens to a message that is sent. Only needed if `needsCare` is set.
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

    /// Accepts no more messages.
    ///
    /// Returns the lock under which messages that were accepted before may still be posted.
    mutating func close() -> FanOutLock? {
        isClosed = true
        needsCare = true
        return fanOutLock
    }

    /// `true` if a sender must take the fan-out lock, and post without the lock of the office.
    ///
    /// There are many lanes and loops, or another sender fans out right now.
    var mustFanOut: Bool {
        get { fanOutLock != nil && (isFanningOut || hopCount > Tuning.lanesUnderLock) }
    }

    /// `true` if a sender posts to many lanes, or will do so shortly.
    var isFanningOut: Bool { extras.existing?.pointee.fanOuts ?? 0 > 0 }

    /// Counts the caller as fanning out, and returns the lock under which it must post.
    ///
    /// Until `endFanOut`, all other senders must fan out, too, so that none of them overtakes it.
    mutating func beginFanOut() -> FanOutLock? {
        extras.created().pointee.fanOuts += 1
        return fanOutLock
    }

    mutating func endFanOut(_ lease: ObservationList.Lease?) -> Reclaimed? {
        extras.created().pointee.fanOuts -= 1
        return extras.existing?.pointee.hops.end(lease)
    }
}
