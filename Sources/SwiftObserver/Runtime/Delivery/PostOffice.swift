import Dispatch

/// Delivers the messages of one observable to its observers.
///
/// The office is what remains of an observable while its last words are delivered. It's retained by its messenger, by the
/// observations of that messenger, by whoever is delivering, and by its letters that wait for a queue. Who else keeps whom
/// alive is said on the page Lifetimes of the documentation.
///
/// Mutable state: all of it is `PostOfficeState`, guarded by one lock, but for the address of that. Each function decides
/// under the lock, once, and acts after unlocking. Handlers only ever run, and whatever is removed is only ever released,
/// without a lock.
///
/// The state is created with the first observation. Before that, there's nobody to deliver to, and no order to keep.
class PostOffice: ObservationRegistrar, @unchecked Sendable {

    /// Under this lock, those of lanes are taken, one at a time.
    private final let state: LazyProtected<PostOfficeState>

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
    override var isObserved: Bool { observationCount > 0 }

    override var restingCounts: RestingCounts {
        let (number, sent, refused) = state.withLock(orElse: (0, 0, 0)) {
            ($0.listing?.number ?? 0, $0.sent, $0.refused)
        }
        return RestingCounts(number: number, name: name, sent: sent, refused: refused)
    }

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
        var delivery = post(message, from: author, &work)
        perform(&delivery, &work, message, from: author)
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
    ) -> PendingDelivery {
        let thread = ThreadID.current
        var fanOutLock: FanOutLock?
        let delivery = state.withLock(orElse: PendingDelivery()) { state in
            if state.needsCare {
                switch state.admit() {
                case .post: break
                case .fanOut:
                    fanOutLock = state.beginFanOut()
                    return PendingDelivery()
                case .refuse: return PendingDelivery(kind: .refused)
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
            if $0.isClosed, $0.admit() == .refuse { return PendingDelivery(kind: .refused) }
            return $0.postInPlace(message, from: author, isFarewell: isFarewell, by: thread, office: self, &$1)
        }
    }

    /// Posts a message that nobody on this thread has sent, so that it carries nothing along.
    @inline(never)
    func postAlone<Message>(
        _ message: Message, from author: AnyObject?, _ work: inout DeferredWork
    ) -> PendingDelivery {
        Carrier.withoutSender { post(message, from: author, &work) }
    }

    /// Does the work first, since a resumed loop must not wait for handlers. Then delivers, and whatever was left in line meanwhile.
    @inline(__always)
    func perform<Message>(
        _ delivery: inout PendingDelivery, _ work: inout DeferredWork, _ message: Message, from author: AnyObject?
    ) {
        if !work.isEmpty { work.finish() }
        guard delivery.isOnDuty else { return }
        delivery.deliver(message, from: author)
        finish(&delivery.lease)
    }

    /// Ends all observations behind the last message in line.
    func close<Message>(endingMessagesOf _: Message.Type) {
        let thread = ThreadID.current
        var fanOutLock: FanOutLock?, work = DeferredWork()
        var delivery = state.withLock(orElse: PendingDelivery()) { state in
            if state.mustFanOut {
                fanOutLock = state.beginFanOut()
                return PendingDelivery()
            }
            state.extras.existing?.pointee.hops.forEach { $0.postFarewell(&work) }
            return state.postFarewellInPlace(behindMessagesOf: Message.self, by: thread, office: self, &work)
        }
        if let fanOutLock {
            delivery = fanOut(under: fanOutLock, &work) {
                $0.postFarewell(&$1)
            } inPlace: {
                $0.postFarewellInPlace(behindMessagesOf: Message.self, by: thread, office: self, &$1)
            }
        }
        work.finish()
        guard delivery.isOnDuty else { return }
        delivery.deliverFarewell()
        finish(&delivery.lease)
    }

    /// Posts to many lanes without holding the lock of this office, so that nobody who starts or ends an observation
    /// meanwhile has to wait. Whoever sends meanwhile waits, so that each lane gets all messages in the one order.
    @inline(never)
    private func fanOut(
        under fanOutLock: FanOutLock, _ work: inout DeferredWork,
        toHopped post: (AnyObservation, inout DeferredWork) -> Void,
        inPlace decide: (inout PostOfficeState, inout DeferredWork) -> PendingDelivery
    ) -> PendingDelivery {
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
    ) -> PendingDelivery {
        let thread = ThreadID.current
        return state.withLock(orElse: PendingDelivery()) { state in
            if state.isClosed || observation.isEnded { return PendingDelivery() }
            if state.sent != observation.sentBefore || take(&work) { return PendingDelivery() }
            return state.post(
                message, to: observation, from: author, isFarewell: false, by: thread, office: self, &work)
        }
    }

    /// Removes an observation, right now or, from a list that is leased, when the last lease has ended.
    override func unregister(_ observation: AnyObservation, because reason: EndReason) {
        if observation.isMoreThanHandled || Watching.isOn { return unregisterAndRemember(observation, because: reason) }
        var work = DeferredWork()
        let oldList = state.withLock(orElse: nil, backoff: .long) { state in
            defer { state.takeWaitersWithRoom(&work) }
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
            defer { state.takeWaitersWithRoom(&work) }
            return (
                state.sampleIfWatched(observation), state.listing?.number, state.rememberRest(of: observation),
                state.remove(observation)
            )
        }
        extendLifetime(oldList)
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

    // MARK: - Deliver what is in line

    /// Goes off duty or, if letters are in line, delivers these first. Call this only on duty.
    ///
    /// What nobody needs any more is released on duty, too. What is sent meanwhile is then left in line. Otherwise it would
    /// be delivered further up on the stack, and so on, and would not count as foreign.
    @inline(__always)
    private func finish(_ lease: inout ObservationList.Lease?) {
        if !goOffDuty(&lease) { deliverLine(&lease) }
    }

    /// Goes off duty unless letters are in line or something had to be released. That is released when this returns.
    @inline(__always)
    private func goOffDuty(_ lease: inout ObservationList.Lease?) -> Bool {
        let (isOffDuty, reclaimed) = state.withLock { state in
            guard state.mailbox.isLineEmpty else { return (false, Reclaimed?.none) }
            let reclaimed = state.registry.end(lease)
            lease = nil
            return (reclaimed == nil && state.mailbox.goOffDuty(), reclaimed)
        }
        reclaimed?.release()
        return isOffDuty
    }

    @inline(never)
    private func deliverLine(_ lease: inout ObservationList.Lease?) {
        if let letters = takeLine(&lease) { deliver(letters, &lease) }
    }

    /// Takes the line out, and exchanges the lease for a new one, or goes off duty.
    private func takeLine(_ lease: inout ObservationList.Lease?) -> AnyLetters? {
        while true {
            var mustReleaseFirst = false, work = DeferredWork()
            let (letters, newLease, reclaimed) = state.withLock { state in
                let reclaimed = state.end(lease, &work)
                mustReleaseFirst = reclaimed != nil && state.mailbox.isLineEmpty
                let letters = mustReleaseFirst ? nil : state.mailbox.takeLine(wantedLimit: state.firstLimit)
                return (letters, letters == nil ? nil : state.registry.lease(), reclaimed)
            }
            lease = newLease
            reclaimed?.release()
            work.finish()
            if !mustReleaseFirst { return letters }
        }
    }

    /// Exchanges a lease for a new one.
    private func renew(_ lease: inout ObservationList.Lease?) {
        var work = DeferredWork()
        let (newLease, reclaimed) = state.withLock { state in
            let reclaimed = state.end(lease, &work)
            return (state.registry.lease(), reclaimed)
        }
        lease = newLease
        reclaimed?.release()
        work.finish()
    }

    /// Delivers the batch and then the line until it's empty, or hands over.
    ///
    /// A whole line is taken at once. That's exact because what started after the line was taken isn't entitled to any
    /// of it, and what ended is skipped. If observations ended, we renew the lease, so that they're released right after
    /// the letter during which they ended.
    private func deliver(_ letters: AnyLetters, _ lease: inout ObservationList.Lease?) {
        var letters = letters, budget = Tuning.deliveryBudget
        let outerWork = ForeignWork.mark
        defer { ForeignWork.mark = outerWork }
        while true {
            while budget > 0, !letters.isEmpty {
                ForeignWork.isUnderWay = letters.isNextForeign
                if deliverNext(of: letters, to: lease).isForeign { budget -= 1 }
                if !letters.isEmpty, lease?.isStale == true { renew(&lease) }
            }
            if letters.isEmpty {
                guard let next = takeLine(&lease) else { return }
                letters = next
            }
            if budget <= 0 { return handOver(lease) }
        }
    }

    /// Delivers the oldest letter, and returns its envelope.
    @inline(__always)
    @discardableResult
    private func deliverNext(of letters: AnyLetters, to lease: ObservationList.Lease?) -> Envelope {
        if letters.beginNext() { ring() }
        return letters.deliverNext(to: lease)
    }

    /// Tells those who waited for the letter to begin that has just begun.
    @inline(never)
    private func ring() {
        var work = DeferredWork()
        state.withLock {
            $0.mailbox.takeReachedMarkers(&work)
            $0.takeWaitersWithRoom(&work)
        }
        work.finish()
    }

    /// Frees this thread from delivering for others.
    ///
    /// What was taken out stays with the mailbox, so that each letter still dies when it's delivered.
    ///
    /// Each delivery that is handed over gets a serial queue of its own. Such queues get as many threads as it takes, within
    /// the limit of the system. On a shared concurrent queue, which has no more threads than the machine has processors,
    /// the handlers of a few observables could block all others, even those that they wait for.
    private func handOver(_ lease: ObservationList.Lease?) {
        var work = DeferredWork()
        let reclaimed = state.withLock { state in
            state.mailbox.handOver()
            return state.end(lease, &work)
        }
        reclaimed?.release()
        work.finish()
        DispatchQueue(label: "SwiftObserver.delivery").async { [self] in
            var (letters, lease) = state.withLock { ($0.mailbox.takeOver(.current), $0.registry.lease()) }
            if let letters { deliver(letters, &lease) }
        }
    }

    /// Delivers that many letters, oldest first, on the queue on which this office delivers all its letters.
    override func run(_ count: Int) -> AnyObject? {
        let thread = ThreadID.current
        var count = count, emptied: AnyLetters?, work = DeferredWork()
        while count > 0 {
            let (letters, lease) = state.withLock {
                ($0.mailbox.takeOldest(thread, wantedLimit: $0.firstLimit), $0.registry.lease())
            }
            repeat {
                deliverNext(of: letters, to: lease)
                count -= 1
            } while count > 0 && !letters.isEmpty && lease?.isStale != true
            let reclaimed = state.withLock { state in
                let reclaimed = state.end(lease, &work)
                emptied = state.mailbox.pause()
                return reclaimed
            }
            reclaimed?.release()
            work.finish()
        }
        return emptied
    }

    // MARK: - Watch

    /// The type of the messenger, if there has been an observation.
    final var messengerType: Any.Type? {
        state.withLock(orElse: nil) { $0.listing }.flatMap(RegistrarDirectory.messenger)
    }

    /// Where handlers in place run.
    final var destination: Unfinished.Destination {
        state.withLock(orElse: nil) { $0.lane }?.destination ?? .inPlace
    }

    /// Lets itself be found while it's observed. If watching was turned on or off just now, whoever did that may have looked
    /// before.
    @inline(never)
    private final func enterDirectory(_ messenger: Any.Type) {
        #if EXPLORE
            // Only where someone looks. Else, it would double the number of schedules.
            if !isWatchingExplored { return }
        #endif
        let listing = RegistrarDirectory.add(self, messenger)
        state.withLock { $0.listing = listing }
        if Watching.isOn {
            beginWatching()
        } else if state.withLock({ $0.isAnyWatched }) {
            Watching.guest?.didMissTurningOff(self)
        }
    }

    /// Lets itself be found no more. Each destructor calls this first.
    final func leaveDirectory() {
        guard state.constant({ $0.pointee.listing }) != nil else { return }
        let (listing, sent, refused) = state.withLock { ($0.listing.take(), $0.sent, $0.refused) }
        guard let listing else { return }
        let messenger = RegistrarDirectory.remove(listing)
        if Watching.isOn { Watching.guest?.didDie(named: name, of: messenger, sent: sent, refused: refused) }
    }

    /// Watches all observations, unless watching was turned off since: whoever did that may have looked here before.
    final func beginWatching() { state.withLock(orElse: ()) { if Watching.isOn { $0.beginWatching() } } }

    /// Drops the probes of all observations, unless watching was turned on since. Returns `false` if a handler in place may be using one.
    final func dropProbes() -> Bool {
        let thread = ThreadID.current
        return state.withLock(orElse: true) { Watching.isOn || $0.endWatching(on: thread) }
    }

    /// Looks at everything at one moment, but for messages that are just being posted to many lanes: it waits for these.
    final func sample(where isWanted: (ObservationSample) -> Bool = { _ in true }) -> OfficeSample {
        while true {
            let fanOutLock = state.withLock(orElse: nil) { $0.fanOutLock }
            let sample =
                fanOutLock.map { $0.withLock { _ in state.withLock { $0.sample(where: isWanted) } } }
                ?? state.withLock(orElse: OfficeSample()) { $0.fanOutLock == nil ? $0.sample(where: isWanted) : nil }
            if let sample { return sample }
        }
    }

    // MARK: - Close

    /// Accepts no more messages and no more observations. When this has returned, everything is posted that was accepted.
    ///
    /// Call `makeRoom` without locks after that, since those who wait for room may go on.
    func refuseMessages<Message>(of _: Message.Type) {
        let fanOutLock = state.withLock(creating: PostOfficeState(for: Observation<Message>.self)) { $0.close() }
        fanOutLock?.withLock { _ in }
    }

    var isClosed: Bool { state.withLock(orElse: false) { $0.isClosed } }

    /// How many messages were refused since the observable is closed.
    var refused: Int { state.withLock(orElse: 0) { $0.refused } }

    /// Counts one message more as refused, if the observable is closed.
    func countRefused() { state.withLock(orElse: ()) { if $0.isClosed { _ = $0.admit() } } }

    /// Counts one message more as refused, since the observable is being closed.
    func countRefused<Output>(of _: Output.Type) {
        state.withLock(creating: PostOfficeState(for: Observation<Output>.self)) { $0.countRefused() }
    }

    // MARK: - Wait until all is handled

    /// Whether there's nothing to wait for. It may also be `false` if there isn't. O(n) in observations.
    var isQuiet: Bool { state.withLock(orElse: true) { $0.isQuiet } }

    /// How many messages were sent since the observable was observed first.
    var sent: Int { state.withLock(orElse: 0) { $0.sent } }

    override func drain(_ barrier: Barrier, _ route: DrainRoute) {
        if route.hasPassed(identity) || isQuiet { return }
        for observation in state.withLock(orElse: [], { $0.extras.existing?.pointee.hops.all ?? [] }) {
            wait(for: observation, barrier, route)
        }
        barrier.wait(for: BehindLine(of: self, route.observable)) { [self] in passOn($0, route) }
    }

    /// Waits for what is behind the line: transforms, and what was passed on by observations that have ended.
    private func passOn(_ barrier: Barrier, _ route: DrainRoute) {
        for observation in state.withLock(orElse: [], { $0.registry.all }) {
            wait(for: observation, barrier, route)
        }
        for inbox in retired.compactMap(\.inbox) { barrier.wait(for: BehindHandler(inbox, at: route.observable)) }
        for object in remembered {
            if let backlog = object as? Backlog {
                barrier.wait(for: BehindBacklog(backlog, of: .object(nil), at: route.observable))
            }
            (object as? PostOffice)?.drain(barrier, route.behind(identity, to: route.observable))
        }
    }

    /// Waits for what one observation still has to handle, and then for where that was passed on to.
    private func wait(for observation: AnyObservation, _ barrier: Barrier, _ route: DrainRoute) {
        let passOn = observation.downstream.map { [identity] next in
            { @Sendable (barrier: Barrier) in next.registrar.drain(barrier, route.behind(identity, to: next.type)) }
        }
        if let backlog = observation.backlog {
            barrier.wait(
                for: BehindBacklog(backlog, of: observation.observer, at: route.observable), thenPassOn: passOn)
        } else {
            passOn?(barrier)
        }
    }

    // MARK: - Wait for handlers

    /// The observations that have ended, but whose handlers may still run on queues or actors, and those that are retired of their groups.
    var retired: [AnyObservation] {
        let elsewhere = retiredGroups.flatMap(\.all).filter { $0.isRetired && $0.registrar !== self }
        return state.withLock(orElse: []) { $0.extras.existing?.pointee.retired ?? [] } + elsewhere
    }

    /// What lives of that in which something may be left of other observations that have ended.
    private var remembered: [AnyObject] {
        state.withLock(orElse: nil) { $0.extras.existing?.pointee.remembered }?.living ?? []
    }

    /// The groups of which an observation was here and another one may be retired.
    var retiredGroups: [ObservationGroup] { remembered.compactMap { $0 as? ObservationGroup } }

    override func add(_ marker: Marker, behindLine isBehindLine: Bool) -> Bool {
        state.withLock(orElse: false) { $0.add(marker, behindLine: isBehindLine) }
    }

    override func remove(_ marker: Marker) { state.withLock(orElse: ()) { $0.mailbox.remove(marker) } }

    override var deliveringThread: ThreadID? {
        state.withLock(orElse: nil) { $0.mailbox.threadOnDuty ?? $0.lane?.runner }
    }

    /// If none is left, one that has ended is in its handler.
    override func unfinishedInPlace(of observable: Any.Type) -> [Unfinished] {
        let found = state.withLock(orElse: nil) { state in
            state.isLineDone
                ? nil : (observations: state.registry.all, waiting: state.mailbox.backlog, lane: state.lane)
        }
        guard let found else { return [] }
        let observers = found.observations.map(\.observer), destination = found.lane?.destination ?? .inPlace
        return (observers.isEmpty ? [.object(nil)] : observers).map {
            Unfinished(observable: observable, observer: $0, destination: destination, waiting: found.waiting)
        }
    }

    override func remember(_ group: ObservationGroup) {
        if let remembered = state.withLock(orElse: nil, { $0.remember(group) }) { forgetIdle(remembered) }
    }

    /// Forgets what is idle of observations that have ended. Other offices stay, as long as they live.
    private func forgetIdle(_ remembered: RememberedObjects) {
        let busy = remembered.living.filter {
            switch $0 {
            case let backlog as Backlog: !backlog.isFinished
            case let group as ObservationGroup: group.all.contains(where: \.isRetired)
            default: true
            }
        }
        state.withLock(orElse: ()) { $0.replace(remembered, by: busy) }
    }

    // MARK: - Room

    /// How many messages wait for whoever is behind the most.
    var backlog: Int { state.withLock(orElse: 0) { $0.backlog } }

    /// Lets someone wait until fewer messages wait than they want. They're resumed right here if that's so already.
    func waitForRoom(_ waiter: RoomWaiter) {
        var work = DeferredWork()
        let isWaiting = state.withLock(orElse: false) {
            $0.addWaiter(waiter, &work)
            return true
        }
        if !isWaiting { work.perform(waiter) }
        work.finish()
    }

    /// Whether the calling thread would wait for itself: as long as it waits, it can't handle the messages that wait.
    func isStuck(_ waiter: RoomWaiter) -> Bool {
        let thread = ThreadID.current
        return state.withLock(orElse: false) { $0.isStuck(waiter, on: thread) }
    }

    /// Tells whether someone gave up waiting for room by this very call. If not, they're resumed.
    func giveUpRoom(_ waiter: RoomWaiter) -> Bool {
        var work = DeferredWork()
        let wasWaiting = state.withLock(orElse: false) { $0.removeWaiter(waiter, &work) }
        work.finish()
        return wasWaiting
    }

    #if EXPLORE
        /// How many wait for room.
        var waitersForRoom: Int { state.withLock(orElse: 0) { $0.waiters } }
    #endif

    @inline(never)
    override func makeRoom() {
        var work = DeferredWork()
        state.withLock(orElse: ()) { $0.takeWaitersWithRoom(&work) }
        work.finish()
    }
}

/// A variable that is combined with others.
struct CombinedSource: Sendable {
    let office: PostOffice
    let type: Any.Type
}
