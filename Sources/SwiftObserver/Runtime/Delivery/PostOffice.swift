/// Delivers the messages of one observable to its observers.
///
/// The office can outlive its observable, until the last letters are delivered. It's retained by
/// its messenger, the observations of that messenger, the delivering thread, and letters that wait
/// for a queue. The page Lifetimes of the documentation names all other references.
///
/// `@unchecked Sendable` because one lock guards `PostOfficeState`, and letters that were taken out
/// belong to the delivering thread. Functions decide under the lock, and act after unlocking.
/// Handlers run, and objects are released, only without a lock.
///
/// The state is created with the first observation, or earlier if the observable is closed or
/// delivers on a queue. Before that, there's no observer, and no order to keep.
class PostOffice: ObservationRegistrar, @unchecked Sendable {

    /// Under this lock, those of combined observations, lanes, feeds and slots are taken.
    final let state: LazyProtected<PostOfficeState>

    override init() { state = LazyProtected() }

    /// Creates an office on a queue or another place, which delivers all its letters there.
    init(on lane: Lane?) {
        state = lane.map { LazyProtected(PostOfficeState(lane: $0)) } ?? LazyProtected()
    }

    deinit { leaveDirectory() }

    /// The name of the observable, if it has a name.
    var name: String? { nil }

    /// The variables that the observable combines, if it's a combination.
    var combinedSources: [CombinedSource] { [] }

    /// Identifies the office among all living offices.
    var identity: ObjectIdentifier { ObjectIdentifier(self) }

    /// The number of observations.
    var observationCount: Int { state.withLock(orElse: 0) { $0.observationCount } }

    /// `true` if there are observations.
    var isObserved: Bool { observationCount > 0 }

    /// `true` if there are observations, or messages are refused and counted.
    var isObservedOrClosed: Bool { state.withLock(orElse: false) { $0.observationCount > 0 || $0.isClosed } }

    /// The type of this office's observations with such a handler. It's remembered if the handler
    /// reads no authors: looking up a generic type takes about a tenth of the time of starting an
    /// observation.
    @inline(__always)
    final func observationType<Message>(for handler: borrowing Handler<Message>) -> Observation<Message>.Type {
        guard !handler.readsAuthor, let type = state.constant({ $0.pointee.observationType }) else {
            return handler.observationType
        }
        return unsafeBitCast(type, to: Observation<Message>.Type.self)
    }

    // MARK: - Send

    /// Sends a message to all current observations.
    @inline(__always)
    func send<Message>(_ message: Message, from author: AnyObject?) {
        var work = DeferredWork()
        let delivery = post(message, from: author, &work)
        perform(delivery, &work, message, from: author)
    }

    /// Gives the message its position in the order, and returns what is left to deliver.
    ///
    /// Observations with an inbox or a feed get the message right here, under the lock. So messages
    /// that one thread sends through several observables reach a queue in the order of sending.
    /// That holds even if some of these are busy, or their offices are on a queue.
    ///
    /// The caller may hold a lock of its own. It passes the result and the work on to `perform`
    /// after releasing that lock.
    @inline(__always)
    func post<Message>(
        _ message: Message, from author: AnyObject?, isFarewell: Bool = false, _ work: inout DeferredWork
    ) -> Delivery {
        let thread = ThreadID.current
        var fanOutLock: FanOutLock?
        let delivery = state.withLock(orElse: Delivery.nothing) { state in
            if state.needsCare {
                switch state.admit() {
                case .post: break
                case .fanOut:
                    fanOutLock = state.beginFanOut()
                    return .nothing
                case .refuse: return .refused
                }
            }
            state.postToHopped(message, from: author, isFarewell: isFarewell, &work)
            return state.postInPlace(
                message, from: author, isFarewell: isFarewell, by: thread, office: self, &work)
        }
        guard let fanOutLock else { return delivery }
        return fanOut(under: fanOutLock, &work) {
            $0.post(message, from: author, isFarewell: isFarewell, &$1)
        } inPlace: {
            // The observable may have been closed since.
            if $0.isClosed, $0.admit() == .refuse { return .refused }
            return $0.postInPlace(message, from: author, isFarewell: isFarewell, by: thread, office: self, &$1)
        }
    }

    /// Posts a message that wasn't sent on this thread, so that it carries no task-local values.
    @inline(never)
    func postAlone<Message>(
        _ message: Message, from author: AnyObject?, _ work: inout DeferredWork
    ) -> Delivery {
        Carrier.withoutSender { post(message, from: author, &work) }
    }

    /// Finishes the work first, so that no resumed loop waits for handlers. Then delivers the
    /// message, and all letters that became pending meanwhile.
    @inline(__always)
    func perform<Message>(
        _ delivery: Delivery, _ work: inout DeferredWork, _ message: Message, from author: AnyObject?
    ) {
        if !work.isEmpty { work.finish() }
        switch delivery {
        case .nothing, .refused: break
        case .toAll(let lease, let isLast):
            lease?.forEach { $0.of(Message.self).handle(message, from: author) }
            if isLast { performFarewell(lease) } else { finish(lease) }
        case .toOne(let observation, let lease, let isLast):
            observation.of(Message.self).handle(message, from: author)
            if isLast { observation.handleFarewell() }
            finish(lease)
        case .farewell(let lease): performFarewell(lease)
        }
    }

    /// Posts to many lanes without the lock of this office, so that starts and ends don't wait.
    /// Other senders wait meanwhile, so that each lane gets all messages in the one order.
    @inline(never)
    final func fanOut(
        under fanOutLock: FanOutLock, _ work: inout DeferredWork,
        toHopped post: (AnyObservation, inout DeferredWork) -> Void,
        inPlace decide: (inout PostOfficeState, inout DeferredWork) -> Delivery
    ) -> Delivery {
        fanOutLock.withLock { _ in
            let (delivery, lease) = state.withLock { (decide(&$0, &work), $0.extras.existing?.pointee.hops.lease()) }
            if !delivery.isRefused { lease?.forEach { post($0, &work) } }
            if let reclaimed = state.withLock({ $0.endFanOut(lease) }) { work.release(holding: reclaimed) }
            return delivery
        }
    }

    // MARK: - Start and end

    /// Registers an observation for all later messages, or ends it if the observable is closed.
    func start(_ observation: AnyObservation, ofMessenger messenger: AnyObject) {
        if register(observation, ofMessenger: messenger, posting: { _ in () }) == nil { observation.end() }
    }

    /// Registers an observation for all later messages, and posts first messages to it alone.
    ///
    /// The closure runs under the lock that registers the observation, and posts all first
    /// messages. Otherwise, the delivering thread could be done with the first message before the
    /// second is left. No thread would then deliver the second. The caller may hold a lock.
    ///
    /// The caller performs the result. If that's `nil`, the caller must end the observation. Either
    /// the closure wasn't called, because the observation has ended or the observable is closed, or
    /// it returned `nil`.
    func register<Result>(
        _ observation: AnyObservation, ofMessenger messenger: AnyObject,
        posting post: (inout PostOfficeState) -> Result?
    ) -> Result? {
        var rest = PostOfficeState.StartRest()
        let result = state.withLock(creating: PostOfficeState(for: observation.plainType), backoff: .long) {
            $0.start(observation, ofMessenger: messenger, &rest) ? post(&$0) : nil
        }
        if rest.isFirst { enterDirectory(type(of: messenger)) }
        if let probe = rest.probe {
            Watching.guest?.didStart(observation, probe, at: self, of: type(of: messenger))
        }
        extendLifetime(rest.oldList.take())
        return result
    }

    /// Posts the first message of an observation that is already registered. It posts nothing if
    /// another message was sent to everyone since, or the closure takes the message. The closure
    /// runs under the lock.
    func postFirst<Message>(
        _ message: Message, to observation: AnyObservation, from author: AnyObject?, _ work: inout DeferredWork,
        orTake take: (inout DeferredWork) -> Bool
    ) -> Delivery {
        let thread = ThreadID.current
        return state.withLock(orElse: Delivery.nothing) { state in
            if state.isClosed || observation.isEnded { return .nothing }
            if state.sent != observation.sentBefore || take(&work) { return .nothing }
            return state.post(
                message, to: observation, from: author, isFarewell: false, by: thread, office: self, &work)
        }
    }

    /// Removes an observation: now or, if its list is leased, when the last lease has ended.
    override func unregister(_ observation: AnyObservation, because reason: EndReason) {
        if observation.mayLeaveWork || Watching.isOn { return unregisterAndRemember(observation, because: reason) }
        var work = DeferredWork()
        let oldList = state.withLock(orElse: nil, backoff: .long) { state in
            defer { state.takeHopelessWaiters(&work) }
            return state.removeInPlace(observation)
        }
        extendLifetime(oldList)
        if !work.isEmpty { work.finish() }
    }

    /// Removes an observation that is watched, or may have left something elsewhere.
    @inline(never)
    private func unregisterAndRemember(_ observation: AnyObservation, because reason: EndReason) {
        var work = DeferredWork()
        let (watched, number, remembered, oldList) = state.withLock(orElse: (nil, nil, nil, nil), backoff: .long) {
            state in
            defer { state.takeHopelessWaiters(&work) }
            return (
                state.sampleIfWatched(observation), state.listing?.number, state.rememberRest(of: observation),
                state.remove(observation)
            )
        }
        extendLifetime(oldList)
        observation.inbox?.owner.endWaiting(&work)
        work.finish()
        if let watched { Watching.guest?.didEnd(watched, at: self, number: number, because: reason) }
        if let remembered { forgetIdle(remembered) }
    }

    override func forgetRetired(_ observation: AnyObservation) {
        state.withLock(orElse: ()) { $0.forgetRetired(observation) }
    }

    /// Ends all current observations.
    func endObservations() { forEachObservation { $0.end() } }

    /// Calls the closure with all current observations, without a lock.
    func forEachObservation(_ act: (AnyObservation) -> Void) {
        let (lease, hopLease) = state.withLock(orElse: (nil, nil)) {
            ($0.registry.lease(), $0.extras.existing?.pointee.hops.lease())
        }
        lease?.forEach(act)
        hopLease?.forEach(act)
        let reclaimed = state.withLock(orElse: (nil, nil)) { state in
            (state.registry.end(lease), hopLease == nil ? nil : state.extras.existing?.pointee.hops.end(hopLease))
        }
        reclaimed.0?.release()
        extendLifetime(reclaimed.1)
    }

    /// The observation that started at a position, unless it has ended. O(log n) in observations,
    /// and linear in ended ones that are still on the list.
    ///
    /// - Parameter isEndIncluded: Whether an observation that another thread is ending is returned,
    ///   too.
    func observation(startedAt position: Position, isEndIncluded: Bool = false) -> AnyObservation? {
        let observation = state.withLock(orElse: nil) {
            $0.registry.observation(startedAt: position)
                ?? $0.extras.existing?.pointee.hops.observation(startedAt: position)
        }
        return isEndIncluded || observation?.isEnded == false ? observation : nil
    }

    /// The observations with that receiver. O(n) in observations of this office.
    func observations(of receiver: LockedReceiverState) -> [AnyObservation] {
        var observations: [AnyObservation] = []
        state.withLock(orElse: ()) { state in
            state.registry.collect(&observations, of: receiver)
            state.extras.existing?.pointee.hops.collect(&observations, of: receiver)
        }
        return observations
    }

    /// The author, or the messenger in place of an author that is dead or dying.
    override func livingAuthor(_ author: AnyObject?) -> AnyObject {
        SwiftObserver.livingAuthor(author, orElse: state.withLock(orElse: nil) { $0.messenger })
    }

    /// `true` if a thread is on duty and has a lease, so that it may be calling a handler.
    override var isDelivering: Bool {
        state.withLock(orElse: false) { $0.mailbox.isDelivering && $0.registry.isLeased }
    }

    override func remember(_ group: ObservationGroup) {
        if let remembered = state.withLock(orElse: nil, { $0.remember(group) }) { forgetIdle(remembered) }
    }

    @inline(never)
    override func makeRoom() {
        var work = DeferredWork()
        state.withLock(orElse: ()) { $0.takeWaitersWithRoom(&work) }
        work.finish()
    }

    /// Delivers that many letters, oldest first, on the queue that delivers for this office.
    override func run(_ count: Int) -> AnyObject? { deliverOldest(count) }
}

/// A variable that is combined with others.
struct CombinedSource: Sendable {
    let office: PostOffice
    let type: Any.Type
}
