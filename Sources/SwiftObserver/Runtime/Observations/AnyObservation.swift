import Synchronization

/// One observer observing one observable through one handler, without the type of messages. Others call it a subscription.
///
/// An observation ends exactly once, from whichever side. Its handler is never replaced, so whoever may still be calling it
/// needs no lock; it's released together with the observation.
///
/// `@unchecked Sendable` because what changes is guarded by locks, as each of its properties says, or atomic.
class AnyObservation: Job, @unchecked Sendable {

    /// The receiver that keeps track of this observation, if one does.
    let receiver: LockedReceiverState?

    /// Where the observation is registered, to get messages.
    let registrar: ObservationRegistrar

    /// The messages that wait on the queue or actor on which the handler runs. Without it, the handler
    /// runs in place, or loops get the messages.
    let inbox: AnyInbox?

    /// What only few observations need. It's only set before the observation can be registered.
    private var extras: ObservationExtras?

    // Indices take half a word each, since an observation is to be small.

    /// Where the receiver stores this observation. Guarded by the receiver's lock.
    var receiverIndex: Int32 = 0

    /// Where the list of observations stores this one, the complement of that when it's about to be removed, or `noSlot`.
    /// Guarded by the office's lock.
    var slot = AnyObservation.noSlot

    /// The observation gets the messages behind this position. Set by the office before anyone can read it.
    var start: Position = 0

    static var noSlot: Int32 { .min }

    /// Whether the observation is registered and won't be removed soon.
    final var isRegistered: Bool { slot >= 0 }

    /// What is known and measured of this observation while watching is on. Set before the observation starts, or under the
    /// office's lock. It's read under that lock and, if it is marked as probed, by whoever calls the handler.
    private(set) final var probe: Probe?

    // What is read for each message comes last, so that it's next to the handler, and mostly in one cache line.

    /// The observer, if it can die, and the receiver keeps its memory. It's only set before the observation can be registered.
    private var observerPin: ObserverPin?

    // The flags are next to each other, so that they share a word.

    /// Whether messages go to a `LimitedInbox` or to loops, so that they may be dropped.
    final let mayDropMessages: Bool

    /// Whether there are observations that end together with this one.
    private let hasGroup: Bool

    /// Whether messages may be somewhere else than in place.
    let isMoreThanHandled: Bool

    /// Whether the observer can die during the observation.
    ///
    /// Then, a handler begins only if the observer could be retained, and the observer is released after the handler has returned. So
    /// no handler runs without its observer, and an observer that is released elsewhere meanwhile dies where the handler ran.
    let isObserverMortal: Bool

    /// Whether the handler wants to know the authors of messages.
    let readsAuthor: Bool

    /// Whether this observation has ended, whether its calls are counted, and whether a farewell of its own waits or is being handled.
    ///
    /// The operation in `markEnded` and the load in `marks` are sequentially consistent, as `Steps` says. The one in `beginWatching` releases, that in `postFarewell` is relaxed.
    /// So who sees that the observation has ended sees all that preceded the end, and who sees that it's probed sees
    /// the probe. On AArch64, they're `ldsetalb` and `ldsetlb`, or loops of `ldaxrb` and `stlxrb`, and `ldarb`.
    private let atomicMarks = Atomic<UInt8>(0)

    private static var endedMark: UInt8 { 1 }
    private static var probedMark: UInt8 { 2 }
    private static var farewellMark: UInt8 { 4 }

    private final var marks: UInt8 {
        @inline(__always)
        get { atomicMarks.load(ordering: .sequentiallyConsistent) }
    }

    init(
        of registrar: ObservationRegistrar, receiver: LockedReceiverState?, isObserverMortal: Bool, readsAuthor: Bool,
        inbox: AnyInbox?, extras: ObservationExtras?
    ) {
        self.registrar = registrar
        self.receiver = receiver
        self.isObserverMortal = isObserverMortal
        self.readsAuthor = readsAuthor
        self.inbox = inbox
        self.extras = extras
        mayDropMessages = inbox?.isLimited == true || extras?.inlet?.isForLoops == true
        isMoreThanHandled = inbox != nil || extras?.inlet != nil || extras?.downstream != nil
        hasGroup = extras?.group != nil
        super.init()
    }

    /// The type of observations of the same messages whose handlers don't read authors.
    var plainType: AnyObservation.Type { AnyObservation.self }

    // MARK: - Watch

    /// Sets where the observation begins. It's only called before the observation starts.
    final func willStart(at startPoint: StartPoint?, by observer: Any.Type? = nil) {
        probe = Probe(startPoint, by: observer, isNew: true)
    }

    /// Begins to watch the observation. This is called under the office's lock.
    ///
    /// - Parameter sent: How many messages were sent before, if the observation is just about to start.
    final func beginWatching(sentBefore sent: Int?) {
        let probe = probe ?? Probe(nil, isNew: sent != nil)
        probe.sentBefore = sent
        self.probe = probe
        if !isHopped { _ = atomicMarks.bitwiseOr(Self.probedMark, ordering: .releasing) }
    }

    /// Stops watching. This is called under the office's lock, and while no handler in place runs, since that uses the probe.
    final func endWatching() {
        _ = atomicMarks.bitwiseAnd(~Self.probedMark, ordering: .releasing)
        probe = nil
    }

    /// Sets the observer. The receiver calls this before the observation starts, if the observer is mortal.
    ///
    /// - Parameter pin: The observer, if the receiver's state keeps its memory.
    final func setObserver(_ observer: AnyObject, _ pin: ObserverPin?) {
        observerPin = pin
        if pin == nil { setOwnObserver(observer) }
    }

    @inline(never)
    private final func setOwnObserver(_ observer: AnyObject) {
        let extras = extras ?? ObservationExtras()
        extras.observer = observer
        self.extras = extras
    }

    /// The observations that end together with this one.
    final var group: ObservationGroup? {
        @inline(__always)
        get { extras?.group }
    }

    /// Ends this observation also while it waits for its first message, if it does so. Only read by the thread that starts it.
    final var startGroup: ObservationGroup? {
        @inline(__always)
        get { extras?.startGroup }
    }

    /// Whether it only stands in for another observation. Then, nobody who looks sees it.
    final var isStandIn: Bool { extras?.isStandIn == true }

    /// How many messages had been sent to everyone when it started, if it did. Only observations that have extras know that,
    /// among them those that may start later. Guarded by the office's lock.
    final var sentBefore: Int? { extras?.sentBefore }

    final func didStart(behind sent: Int) { extras?.sentBefore = sent }

    /// Sets what ends this observation also while it waits for its first message. Only the thread that starts it may ask for that.
    final func willStartLater(endingWith group: ObservationGroup) {
        guard let extras else { preconditionFailure("The observation was not prepared to start later.") }
        extras.startGroup = group
    }

    /// The observer, or `nil` if it has died. Only call this if the observer is mortal.
    final var livingObserver: AnyObject? {
        @inline(__always)
        get { if let observerPin { observerPin.observer } else { ownObserver } }
    }

    private final var ownObserver: AnyObject? {
        @inline(never)
        get { extras?.observer }
    }

    /// What waits for the handler, or for loops.
    final var backlog: Backlog? { inbox ?? extras?.inlet?.backlog }

    /// Whether the handler runs where messages are delivered.
    final var isInPlace: Bool { !isHopped }

    /// Whether messages go to an inbox or to loops right when they're sent.
    final var isHopped: Bool { inbox != nil || mayDropMessages }

    /// Where messages go apart from the handler, if they do.
    @inline(__always)
    final func inlet<Message>(of _: Message.Type) -> Inlet<Message>? {
        extras?.inlet.map { unsafeDowncast($0, to: Inlet<Message>.self) }
    }

    /// Where the handler passes messages on to, if that's all it does.
    final var downstream: Downstream? { extras?.downstream }

    /// Who observes, where someone reads it.
    final var observer: ObserverLabel { observer(knownAs: nil, isLoaded: true) }

    /// - Parameters:
    ///   - type: The type of the observer, if the caller knows it, also if the observer is dead.
    ///   - isLoaded: Whether the observer may be loaded to tell. It may die here then, so the caller must hold no lock.
    final func observer(knownAs type: Any.Type?, isLoaded: Bool) -> ObserverLabel {
        if isObserverMortal {
            return .object(type ?? (isLoaded ? livingObserver.map { Swift.type(of: $0) } : nil))
        }
        if let downstream { return .object(downstream.type) }
        return extras?.inlet?.isForLoops == true ? .loop : .free
    }

    /// The name of the observer, if it has one. To read it takes the receiver's lock.
    final var observerName: String? { receiver?.withLock { $0.name } }

    final override func beginKeeping() { inbox?.beginKeeping() }

    final override func keep(_ count: Int) -> Int { inbox?.keep(count) ?? count }

    /// Whether the observation has ended.
    final var isEnded: Bool {
        @inline(__always)
        get { marks & Self.endedMark != 0 || hasGroup && hasGroupEnded }
    }

    /// Whether it may have ended, or its calls are counted, so that whoever calls the handler must look closer.
    final var isSpecial: Bool {
        @inline(__always)
        get { marks != 0 || hasGroup && hasGroupEnded }
    }

    /// Whether a farewell that is more than an end was posted to where the handler runs. What it causes is behind it.
    final var isFarewellPosted: Bool { marks & Self.farewellMark != 0 }

    /// The probe if the calls are counted.
    final var activeProbe: Probe? { marks & Self.probedMark != 0 ? probe : nil }

    private final var hasGroupEnded: Bool {
        @inline(never)
        get { extras?.group?.hasEnded == true }
    }

    /// Ends the observation, makes receiver, registrar and group forget it, and tells whether this very call did.
    ///
    /// No handler begins after this returned, except for the one call that another thread may have been about to make. What
    /// the observation holds is released by whoever lets go of it last, never under a lock.
    @inline(never)
    @discardableResult
    final func end(because reason: EndReason = .stopped) -> Bool {
        guard markEnded() else { return false }
        finishEnd(because: reason)
        return true
    }

    /// Makes everyone forget the observation that is marked as ended.
    private final func finishEnd(because reason: EndReason) {
        receiver?.withLock { $0.remove(self) }
        unregister(because: reason)
    }

    /// Marks the observation and its group as ended, and tells whether this very call did. A thread that looked at the mark
    /// before may still begin one call.
    ///
    /// Who does that has to unregister it. This runs no code of clients, so it's fine under a lock.
    final func markEnded() -> Bool {
        // first, so that once this observation has ended, none of the others begins a handler either
        group?.markEnded()
        return atomicMarks.bitwiseOr(Self.endedMark, ordering: .sequentiallyConsistent).oldValue & Self.endedMark == 0
    }

    /// Makes the registrar and the group forget the ended observation. The receiver is to forget it apart from that.
    final func unregister(because reason: EndReason) {
        group?.end(because: reason)
        if registrar.unregister(self, because: reason), let receiver { registrar.rememberEnd(in: receiver) }
    }

    /// Posts the farewell of the observable to where the handler runs, behind all messages. Only call this on hopped observations.
    ///
    /// If no message waits or is being handled, the observation ends right here, and doesn't depend on a
    /// place that may never run a block again. The observation is marked under the lock, since no message
    /// posted after the farewell may be handled. The rest of the end is deferred. A member of a group
    /// can't end here, as messages of other members may wait. Loops have all their messages already, and
    /// learn of the end after the last one.
    final func postFarewell(_ work: inout DeferredWork) {
        guard let inbox, hasGroup || extras?.farewell != nil || !inbox.isFinished else {
            if markEnded() { work.release(keptBy: self) }
            return
        }
        if extras?.farewell != nil { _ = atomicMarks.bitwiseOr(Self.farewellMark, ordering: .relaxed) }
        OneTimeJob { [self] in handleFarewell() }.post(to: inbox.lane, &work)
    }

    /// Finishes an end that began under a lock: by `postFarewell`, or because a loop was cut off.
    final override func performDeferredTask() {
        finishEnd(because: extras?.inlet?.backlog?.isCutOff == true ? .tooSlow : .farewell)
    }

    /// Handles the farewell here and now.
    final func handleFarewell() {
        if let farewell = extras?.farewell {
            farewell()
        } else {
            end(because: .farewell)
        }
    }
}
