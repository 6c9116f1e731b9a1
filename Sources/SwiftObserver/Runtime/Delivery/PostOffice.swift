/// Delivers the messages of one observable to its observers.
///
/// The office is what remains of an observable while its last words are delivered. It's retained by its messenger, by the
/// observations of that messenger, by whoever is delivering, and by its letters that wait for a queue. Who else keeps whom
/// alive is said on the page Lifetimes of the documentation.
///
/// Mutable state: `PostOfficeState`, guarded by one lock, and letters that were taken out of line, which belong to whoever is on
/// duty. Functions decide under the lock, and act after unlocking. Handlers only ever run, and whatever is removed is only ever
/// released, without a lock.
///
/// The state is created with the first observation or, if that's earlier, when the observable is closed, or at once if it delivers
/// on a fixed queue. Before that, there's nobody to deliver to, and no order to keep.
class PostOffice: ObservationRegistrar, @unchecked Sendable {

    /// Under this lock, those of lanes are taken, one at a time.
    final let state: LazyProtected<PostOfficeState>

    override init() { state = LazyProtected() }

    /// Creates an office that delivers all its letters on a queue.
    init(on lane: Lane?) {
        state = lane.map { LazyProtected(PostOfficeState(lane: $0)) } ?? LazyProtected()
    }

    deinit { leaveDirectory() }

    /// What the observable is called, if it has a name.
    var name: String? { nil }

    /// The variables that the observable combines, if that's what it does.
    var combinedSources: [CombinedSource] { [] }

    /// Identifies the office among all that are alive.
    var identity: ObjectIdentifier { ObjectIdentifier(self) }

    /// How many observations there are.
    var observationCount: Int { state.withLock(orElse: 0) { $0.observationCount } }

    /// Whether there are any.
    var isObserved: Bool { observationCount > 0 }

    /// Whether there are any, or messages are refused and counted.
    var isObservedOrClosed: Bool { state.withLock(orElse: false) { $0.observationCount > 0 || $0.isClosed } }

    /// The type of this office's observations with such a handler.
    ///
    /// If that reads no authors, the type is remembered, because to look up a generic type takes about a tenth of the time of
    /// starting an observation.
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

    /// Gives the message its position in the order and returns what is left to deliver.
    ///
    /// Hopped observations get the message right here, under the lock, and not when it's delivered: what one thread sends
    /// through several observables then reaches a queue in the order of sending, even if some of them are busy or deliver
    /// on a queue.
    ///
    /// The caller may hold a lock of its own, and passes the result and the work on to `perform` after releasing it.
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
            // It may have been closed since.
            if $0.isClosed, $0.admit() == .refuse { return .refused }
            return $0.postInPlace(message, from: author, isFarewell: isFarewell, by: thread, office: self, &$1)
        }
    }

    /// Posts a message that nobody on this thread has sent, so that it carries nothing along.
    @inline(never)
    func postAlone<Message>(
        _ message: Message, from author: AnyObject?, _ work: inout DeferredWork
    ) -> Delivery {
        Carrier.withoutSender { post(message, from: author, &work) }
    }

    /// Does the work first, since a resumed loop must not wait for handlers. Then delivers, and whatever was left in line meanwhile.
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

    /// Posts to many lanes without holding the lock of this office, so that nobody who starts or ends an observation
    /// meanwhile has to wait. Whoever sends meanwhile waits, so that each lane gets all messages in the one order.
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

    /// Registers an observation for all messages that are sent from now on, or ends it if the observable is closed.
    func start(_ observation: AnyObservation, ofMessenger messenger: AnyObject) {
        if register(observation, ofMessenger: messenger, posting: { _ in () }) == nil { observation.end() }
    }

    /// Registers an observation for all messages that are sent from now on, together with what the closure posts to it alone.
    ///
    /// The closure runs under the lock under which the observation is registered. All first messages are posted in it: otherwise
    /// whoever delivers could be done with the first before the next is in line, and nobody would deliver that. The result is what
    /// the caller has to perform, or `nil` if it has to end the observation: since it has ended, or the observable is closed, and
    /// the closure wasn't called, or since the closure returned that. The caller may hold a lock.
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

    /// Posts the message with which an observation starts that is already registered, unless another one was sent to everyone
    /// since then, or the closure takes the message. That's called under the lock.
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

    /// Removes an observation, right now or, from a list that is leased, when the last lease has ended.
    override func unregister(_ observation: AnyObservation, because reason: EndReason) {
        if observation.mayLeaveWork || Watching.isOn { return unregisterAndRemember(observation, because: reason) }
        var work = DeferredWork()
        let oldList = state.withLock(orElse: nil, backoff: .long) { state in
            defer { state.takeThoseWhoWaitInVain(&work) }
            return state.removeInPlace(observation)
        }
        extendLifetime(oldList)
        if !work.isEmpty { work.finish() }
    }

    /// The same for an observation of which something may be left elsewhere, or that is watched.
    @inline(never)
    private func unregisterAndRemember(_ observation: AnyObservation, because reason: EndReason) {
        var work = DeferredWork()
        let (watched, number, remembered, oldList) = state.withLock(orElse: (nil, nil, nil, nil), backoff: .long) {
            state in
            defer { state.takeThoseWhoWaitInVain(&work) }
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

    /// The observation that started at a position, unless it has ended. O(log n) in observations, and linear in those that have
    /// ended and are still on the list.
    ///
    /// - Parameter isEndIncluded: Whether one is returned, too, that someone else is just ending.
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

    /// Delivers that many letters, oldest first, on the queue on which this office delivers all its letters.
    override func run(_ count: Int) -> AnyObject? { deliverOldest(count) }
}

/// A variable that is combined with others.
struct CombinedSource: Sendable {
    let office: PostOffice
    let type: Any.Type
}
