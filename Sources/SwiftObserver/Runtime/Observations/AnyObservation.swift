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
    private(set) final var extras: ObservationExtras?

    // Indices take half a word each, since an observation is to be small.

    /// Where the receiver stores this observation. Guarded by the receiver's lock.
    var receiverIndex: Int32 = 0

    /// Where the list of observations stores this one, the complement of that when it's about to be removed, or `noSlot`.
    /// Guarded by the office's lock.
    var slot = AnyObservation.noSlot
    static var noSlot: Int32 { .min }

    /// The observation gets the messages behind this position. Set by the office before anyone can read it.
    var start: Position = 0

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

    /// Whether messages may be somewhere else than in place, so that some may be left after the end.
    let mayLeaveWork: Bool

    /// Whether the observer can die during the observation.
    ///
    /// Then, a handler begins only if the observer could be retained, and the observer is released after the handler has returned. So
    /// no handler runs without its observer, and an observer that is released elsewhere meanwhile dies where the handler ran.
    let isObserverMortal: Bool

    /// Whether the handler wants to know the authors of messages.
    let readsAuthor: Bool

    /// Whether this observation has ended, whether its calls are counted, and whether it's known although it has ended, until its handler
    /// has returned.
    ///
    /// The operations in `markEnded` and `retireIfHandling`, and the load in `marks`, are sequentially consistent, as `Steps` says. Those in
    /// `beginWatching` and `endWatching` release. Those in `retire` and `endRetirement` are relaxed: locks order them.
    /// So who sees that the observation has ended sees all that preceded the end, and who sees that it's probed sees
    /// the probe. On AArch64, they're `ldsetalb` and `ldsetlb`, or loops of `ldaxrb` and `stlxrb`, and `ldarb`.
    private let atomicMarks = Atomic<UInt8>(0)

    private static var endedMark: UInt8 { 1 }
    private static var probedMark: UInt8 { 2 }
    private static var retiredMark: UInt8 { 4 }

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
        mayLeaveWork = inbox != nil || extras?.inlet != nil || extras?.downstream != nil
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

    final override func beginPruning() { inbox?.beginPruning() }
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

    /// Makes everyone forget the observation that is marked as ended, but for as long as its handler runs.
    final func finishEnd(because reason: EndReason) {
        unregister(because: reason)
        receiver?.withLock { $0.removeUnlessRetired(self) }
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

    /// Makes the registrar and the group forget the ended observation. The receiver is to forget or to keep it apart from that.
    final func unregister(because reason: EndReason) {
        if let group { group.end(because: reason, with: self) } else { registrar.unregister(self, because: reason) }
    }

    /// Whether the handler may be running. Call this when the observation is marked as ended, so that no handler begins any more.
    final var mayBeHandling: Bool { inbox?.isHandling ?? registrar.isDelivering }

    // MARK: - Retire

    /// Whether the observation has ended, but stays known until its handler has returned.
    final var isRetired: Bool { marks & Self.retiredMark != 0 }

    /// Retires the ended observation if its handler may be running on a queue or an actor, and tells whether it did.
    ///
    /// The mark is set before the step is loaded. The block stores an even step before it loads the mark. So one of both sees the other: if
    /// this finds an odd step, the block has still to look, finds the mark, and calls `letGo`. If it finds an even one, no handler
    /// runs or begins any more, and the mark is taken back. A block that sees it meanwhile lets go in vain.
    ///
    /// The steps of an inbox that's shared are those of the observation to which it belongs.
    final func retireIfHandling() -> Bool {
        guard let inbox else { return false }
        _ = atomicMarks.bitwiseOr(Self.retiredMark, ordering: .sequentiallyConsistent)
        if inbox.steps.isBusy { return true }
        endRetirement()
        return false
    }

    /// Retires the observation, which a delivery under way may call in place. Call this under the office's lock.
    final func retire() { _ = atomicMarks.bitwiseOr(Self.retiredMark, ordering: .relaxed) }
    private final func endRetirement() { _ = atomicMarks.bitwiseAnd(~Self.retiredMark, ordering: .relaxed) }

    /// Makes everyone forget the retired observation, whose handler has returned. The caller must hold it, and no lock.
    ///
    /// The mark goes before the receiver is asked. Whoever makes the receiver keep the observation looks at the mark under the same lock. So
    /// either that's before this, or it finds that there's nothing to keep.
    @inline(never)
    final func letGo() {
        if inbox != nil { registrar.forgetRetired(self) }
        endRetirement()
        receiver?.withLock { $0.removeUnlessRetired(self) }
    }

    // MARK: - Farewell

    /// Posts the farewell of the observable to where the handler runs, behind all messages. Only call this on hopped observations.
    ///
    /// If no message waits or is being handled, the observation ends right here, and doesn't depend on a place that may never run a
    /// block again. It's marked under the lock, since no message posted after the farewell may be handled. The rest of the end is
    /// deferred. A member of a group can't end here, as messages of other members may wait, nor can one that does something else when
    /// it hears the farewell. Loops have all their messages already, and learn of the end after the last one.
    @inline(never)
    final func postFarewell(_ work: inout DeferredWork) {
        guard let inbox, hasGroup || extras?.farewell != nil || !inbox.isFinished else {
            if markEnded() { work.performLater(self) }
            return
        }
        inbox.postFarewell(&work) { [self] in handleFarewell() }
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
