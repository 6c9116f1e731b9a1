extension BufferedObservable {

    /// Returns a stand-in for this observable whose observations start with the latest message.
    ///
    /// ```swift
    /// dog.observe(color.startingWithLatest()) { update in
    ///     // called with the current color right away, and then with each update
    /// }
    /// ```
    ///
    /// All forms of observing work with it: with authors, on a queue, in chains, free, once and
    /// combined. The observation belongs to this observable. ``Observer/stopObserving(_:)`` ends
    /// it, and it outlives the stand-in.
    ///
    /// **Order:** There is no gap. An observation of a ``Variable`` or ``Buffer`` receives the
    /// message that is the latest one at its position in the order, and then each later message.
    /// The latest message of an empty buffer is `nil`.
    ///
    /// The observation of a transform starts when its first message has come through the transform.
    /// That happens at once, unless the origin is busy or delivers on a queue. Until then, the
    /// observation doesn't receive messages that are sent directly through the transform. If
    /// another thread replaces the origin at that moment, the observation may miss messages that
    /// the new origin sends before the transform observes it.
    ///
    /// Any other buffered observable is observed first. Then the thread that starts the observation
    /// reads ``BufferedObservable/latestMessage``, without holding a lock. If a message is sent in
    /// the meantime, the observation starts with that message. So no message is missed, and no
    /// older message follows a newer one. The first message may already reflect one that is sent
    /// later.
    ///
    /// **Threads:** You can call this from any thread. Unless the observable is busy, an in-place
    /// handler has received the latest message when `observe` returns.
    public func startingWithLatest() -> StartingWithLatest<Self> {
        StartingWithLatest(self)
    }
}

/// Stands for a buffered observable, and starts observations with its latest message.
///
/// ``BufferedObservable/startingWithLatest()`` returns it, and has the details. Messages that are
/// sent through it are sent through the ``origin``.
///
/// **Lifetime:** It retains its origin. You needn't store it: observations belong to the origin.
///
/// As the origin of a transform, it gives the transform the latest message. A buffer can therefore
/// have a message right from the start:
///
/// ```swift
/// let latestName = name.new().startingWithLatest().buffer()
/// ```
///
/// It is `Sendable` if its messages are.
public final class StartingWithLatest<Origin: BufferedMessageSource>: Messenger<Origin.Message>, BufferedObservable {

    init(_ origin: Origin) {
        base = origin
        super.init(origin.sourceMessenger.messenger.office)
    }

    /// The observable that is actually observed.
    let base: Origin

    /// The latest message of the origin.
    public var latestMessage: Origin.Message { base.latestMessage }

    /// Sends the latest message of the origin to all observers.
    public func send() { (base as? any BufferedObservable)?.send() }

    override var ownsOffice: Bool { false }

    override var combinedOffices: [Downstream] { base.sourceMessenger.messenger.combinedOffices }

    override var drainElsewhere: DrainElsewhere? { base.sourceMessenger.messenger.drainElsewhere }
    override var nodeSource: NodeSource? { base.sourceMessenger.messenger.nodeSource }

    override func dispatch(_ message: Origin.Message, from author: AnyObject) {
        base.sourceMessenger.messenger.dispatch(message, from: author === self ? base : author)
    }

    override func start(_ observation: Observation<Origin.Message>) {
        let messenger = base.sourceMessenger.messenger
        if messenger === base {
            if messenger.startWithLatest(observation) { return }
        } else if let view = base as? any StandIn {
            return view.startOriginWithLatest(observation)
        }
        messenger.start(observation)
        postLatest(to: observation, ofMessenger: messenger)
    }

    /// `true` unless observations are known to start with the latest message in one step.
    ///
    /// The observation of a transform may have to wait for its first message. The observation of
    /// client code's observable must know when it started.
    override var mayStartLater: Bool {
        let messenger = base.sourceMessenger.messenger
        return messenger !== base || !messenger.startsWithLatestAtOnce
    }

    override func startWithLatest(_ observation: Observation<Origin.Message>) -> Bool {
        start(observation)
        return true
    }

    /// Reads the latest message, and posts it before all others.
    ///
    /// It posts nothing if a message was sent since the observation started.
    private func postLatest(
        to observation: Observation<Origin.Message>, ofMessenger messenger: Messenger<Origin.Message>
    ) {
        let latest = latestMessage
        var work = DeferredWork()
        let delivery = messenger.office.postFirst(latest, to: observation, from: base, &work) { _ in false }
        messenger.office.perform(delivery, &work, latest, from: base)
    }
}

extension StartingWithLatest where Origin: Sendable {

    /// The observable that is actually observed.
    ///
    /// You can access it if it's `Sendable`, since this stand-in may be on any thread.
    public var origin: Origin { base }
}

/// `@unchecked` because nothing in it changes.
///
/// The latest message of a buffered observable may be read on any thread.
extension StartingWithLatest: @unchecked Sendable where Origin.Message: Sendable {}

extension StartingWithLatest: StandIn {

    var startsWithLatest: Bool { true }

    func startOriginWithLatest(_ observation: AnyObservation) { start(observation.of(Message.self)) }

    var weakOrigin: WeakBuffered<Origin.Message> {
        (base as? any StandIn<Origin.Message>)?.weakOrigin ?? WeakBuffered(base)
    }
}
