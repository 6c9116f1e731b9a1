import Synchronization

/// One observer observing one observable by one handler, without the type of messages.
///
/// Elsewhere, it's called a subscription. It ends exactly once, from either side. Its handler is
/// never replaced, so calling it needs no lock. It's released with the observation.
///
/// `@unchecked Sendable` because what changes is atomic, or guarded by locks as its property says.
class AnyObservation: Job, @unchecked Sendable {

    /// The receiver that keeps track of this observation, if one does.
    let receiver: LockedReceiverState?

    /// Where the observation is registered to get messages.
    let registrar: ObservationRegistrar

    /// Messages that wait on the handler's place. `nil` for in-place handlers and loops.
    let inbox: AnyInbox?

    /// Data that few observations need. Only set before the observation can be registered.
    private(set) final var extras: ObservationExtras?

    // Indices take half a word each, to keep observations small.

    /// The index of this observation in its receiver. Guarded by the lock of the receiver.
    var receiverIndex: Int32 = 0

    /// The index in the list, its complement if a removal is pending, or `noSlot`. Guarded by the
    /// lock of the office.
    var slot = AnyObservation.noSlot
    static var noSlot: Int32 { .min }

    /// The observation gets the messages after this position. The office sets it before any read.
    var start: Position = 0

    /// `true` from the start until the office has removed it, even after the end is marked.
    /// Afterwards, a leased list may still contain it.
    final var isRegistered: Bool { slot >= 0 }

    /// The data that is collected about this observation while watching is on. It's set before the
    /// observation starts, or under the lock of the office. It's read under that lock and, if it's
    /// marked as probed, by the thread that calls the handler.
    private(set) final var probe: Probe?

    // Data that is read for each message comes last: next to the handler, mostly in one cache line.

    /// The observer, if it can die and the receiver keeps its memory. Set like the extras.
    private var observerPin: ObserverPin?

    // The flags are next to each other, so that they share a word.

    /// `true` if messages go to a `LimitedInbox` or a feed, not to a plain `Inbox` or in place.
    final let mayDropMessages: Bool

    /// `true` if other observations end together with this one.
    private let hasGroup: Bool

    /// `true` if messages may wait elsewhere, so that some may be left after the end.
    let mayLeaveWork: Bool

    /// `true` if the observer can die during the observation. If so, a handler begins only if the
    /// observer could be retained, and it's released after the handler. So no handler runs without
    /// its observer. If it's released elsewhere meanwhile, it's deallocated where the handler ran.
    let isObserverMortal: Bool

    /// `true` if the handler reads the authors of messages.
    let readsAuthor: Bool

    /// Marks: the observation has ended, its calls are counted, it's retired.
    ///
    /// The operations in `markEnded` and `retireIfHandling`, and the load in `marks`, are
    /// sequentially consistent, as `Steps` says. `beginWatching`, `endWatching` and
    /// `endRetirement` release. So a thread that sees the end, the probed mark or the end of a
    /// retirement sees what preceded it. `retire` is relaxed: locks order it. On AArch64, they're
    /// `ldsetalb` and `ldsetlb`, or loops of `ldaxrb` and `stlxrb`, and `ldarb`.
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

    /// Sets where the observation begins. Call this before the observation starts.
    final func willStart(at startPoint: StartPoint?, by observer: Any.Type? = nil) {
        probe = Probe(startPoint, by: observer, isNew: true)
    }

    /// Begins to watch the observation. Call this under the lock of the office.
    ///
    /// - Parameter sent: The number of messages sent before, if the observation starts next.
    final func beginWatching(sentBefore sent: Int?) {
        let probe = probe ?? Probe(nil, isNew: sent != nil)
        probe.sentBefore = sent
        self.probe = probe
        if !isHopped { _ = atomicMarks.bitwiseOr(Self.probedMark, ordering: .releasing) }
    }

    /// Stops watching. Call this under the lock of the office, while no handler uses the probe.
    final func endWatching() {
        _ = atomicMarks.bitwiseAnd(~Self.probedMark, ordering: .releasing)
        probe = nil
    }

    /// Sets the observer. The receiver calls this before the start, if the observer is mortal.
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

    /// The messages that wait for the handler or for loops.
    final var backlog: Backlog? { inbox ?? extras?.inlet?.backlog }

    /// `true` if the handler runs where messages are delivered.
    final var isInPlace: Bool { !isHopped }

    /// `true` if it has an inbox or a feed, which gets messages when they're sent.
    final var isHopped: Bool { inbox != nil || mayDropMessages }

    /// Where messages go apart from the handler, if they do.
    @inline(__always)
    final func inlet<Message>(of _: Message.Type) -> Inlet<Message>? {
        extras?.inlet.map { unsafeDowncast($0, to: Inlet<Message>.self) }
    }

    final override func beginPruning() { inbox?.beginPruning() }
    final override func keep(_ count: Int) -> Int { inbox?.keep(count) ?? count }

    /// `true` if the observation has ended.
    final var isEnded: Bool {
        @inline(__always)
        get { marks & Self.endedMark != 0 || hasGroup && hasGroupEnded }
    }

    /// `true` if it may have ended or its calls are counted, so that the caller must check more.
    final var isSpecial: Bool {
        @inline(__always)
        get { marks != 0 || hasGroup && hasGroupEnded }
    }

    /// The probe, if the calls are counted.
    final var activeProbe: Probe? { marks & Self.probedMark != 0 ? probe : nil }

    private final var hasGroupEnded: Bool {
        @inline(never)
        get { extras?.group?.hasEnded == true }
    }

    /// Ends the observation everywhere, and returns whether this call did.
    ///
    /// No handler begins after this returns, except for one call that another thread may have been
    /// starting. The last reference releases the contents, never under a lock.
    @inline(never)
    @discardableResult
    final func end(because reason: EndReason = .stopped) -> Bool {
        guard markEnded() else { return false }
        finishEnd(because: reason)
        return true
    }

    /// Removes the ended observation everywhere. It stays known while its handler runs.
    final func finishEnd(because reason: EndReason) {
        unregister(because: reason)
        receiver?.withLock { $0.removeUnlessRetired(self) }
    }

    /// Marks the observation and its group as ended, and returns whether this call did.
    ///
    /// A thread that looked at the mark before may still begin one call. The caller must unregister
    /// the observation. This runs no client code, so it may be called under a lock.
    final func markEnded() -> Bool {
        // The group is first: when this observation has ended, no other member begins a handler.
        group?.markEnded()
        return atomicMarks.bitwiseOr(Self.endedMark, ordering: .sequentiallyConsistent).oldValue & Self.endedMark == 0
    }

    /// Removes the ended observation from the registrar and the group, but not from the receiver.
    final func unregister(because reason: EndReason) {
        if let group { group.end(because: reason, with: self) } else { registrar.unregister(self, because: reason) }
    }

    /// `true` if the handler may be running. Call this after the observation is marked as ended.
    final var mayBeHandling: Bool { inbox?.isHandling ?? registrar.isDelivering }

    // MARK: - Retire

    /// `true` if the observation has ended, but stays known until its handler has returned.
    final var isRetired: Bool { marks & Self.retiredMark != 0 }

    /// Retires the ended observation if a lane may be running its handler. Returns whether it did.
    ///
    /// This sets the mark, then loads the step. The block stores an even step, then loads the mark.
    /// So at least one sees the other. If this finds an odd step, the block has yet to look, finds
    /// the mark, and calls `letGo`. If it's even, no handler runs or begins, and the mark is reset.
    /// A block that sees it calls `letGo` needlessly. A shared inbox has its owner's steps.
    final func retireIfHandling() -> Bool {
        guard let inbox else { return false }
        _ = atomicMarks.bitwiseOr(Self.retiredMark, ordering: .sequentiallyConsistent)
        if inbox.steps.isBusy { return true }
        endRetirement()
        return false
    }

    /// Retires an in-place observation. Call this under the lock of the office.
    final func retire() { _ = atomicMarks.bitwiseOr(Self.retiredMark, ordering: .relaxed) }
    private final func endRetirement() { _ = atomicMarks.bitwiseAnd(~Self.retiredMark, ordering: .releasing) }

    /// Forgets the retired observation after its handler. The caller retains it and holds no lock.
    ///
    /// The mark is reset before the receiver is asked. A thread that makes the receiver keep it
    /// reads the mark under the same lock: before this, or it finds nothing to keep.
    @inline(never)
    final func letGo() {
        if inbox != nil { registrar.forgetRetired(self) }
        endRetirement()
        receiver?.withLock { $0.removeUnlessRetired(self) }
    }

    // MARK: - Farewell

    /// Posts the farewell after all messages. Only for an observation with an inbox or a feed.
    ///
    /// If no message waits or is being handled, it ends here, independent of a place that may never
    /// run a block again. It's marked under the lock: no later message may be handled. The rest is
    /// deferred. A member of a group can't end here: messages of other members may wait. Nor can an
    /// observation with its own `farewell`. Loops already have all messages, and learn of the end
    /// after the last one.
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

    /// Handles the farewell immediately.
    final func handleFarewell() {
        if let farewell = extras?.farewell {
            farewell()
        } else {
            end(because: .farewell)
        }
    }
}
