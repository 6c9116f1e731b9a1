extension BufferedObservable {

    /// Stands for this observable in one thing: whoever observes the result starts with the latest message.
    ///
    /// ```swift
    /// dog.observe(color.startingWithLatest()) { update in
    ///     // called with the current color right away, and then with each update
    /// }
    /// ```
    ///
    /// All forms of observing work with it: with author, on a queue, in chains, free, once and combined. What starts is
    /// an observation of this observable, which ``Observer/stopObserving(_:)`` ends and which outlives the result.
    ///
    /// **Order:** Without gap. The observation of a ``Variable`` or ``Buffer`` gets the message that is the latest one at
    /// its place in the order, and then each message after it. The latest message of a buffer that has none is `nil`.
    ///
    /// The observation of a transform begins when its first message has come through, which is at once unless the origin
    /// is busy delivering or delivers on a queue. What someone sends directly through the transform before that is not
    /// for it. If another thread replaces the origin just then, messages can be missed that the new one sends before the
    /// transform observes it.
    ///
    /// Any other buffered observable is observed first. Then the thread that starts the observation pulls
    /// ``BufferedObservable/latestMessage``, without a lock. If a message is sent in the meantime, the observation starts with
    /// that message. So no message is missed, and no older one comes after a newer one. A message that is sent
    /// later may be one that the first message already reflects.
    ///
    /// **Threads:** May be called from any thread. If the observable is free, an in-place handler has been called with
    /// the latest message when `observe` returns.
    public func startingWithLatest() -> StartingWithLatest<Self> {
        StartingWithLatest(self)
    }
}

/// Stands for a buffered observable, its ``origin``. Whoever observes it, observes the origin and gets its latest message
/// to start with.
///
/// It's what ``BufferedObservable/startingWithLatest()`` returns, where the details are. It holds its origin strongly, and
/// needn't be stored: observations belong to the origin. What is sent through it is sent through the origin.
///
/// As the origin of a transform, it gives the transform the latest message. So, a buffer can remember something right
/// from the start:
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

    /// Lets the origin send its latest message to all observers.
    public func send() { (base as? any BufferedObservable)?.send() }

    override var ownsOffice: Bool { false }

    override var combinedOffices: [Downstream] { base.sourceMessenger.messenger.combinedOffices }

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

    /// The observation of a transform may have to wait for its first message, and that of a client's observable must know when
    /// it started.
    override var mayStartLater: Bool {
        let messenger = base.sourceMessenger.messenger
        return messenger !== base || !messenger.startsWithLatestAtOnce
    }

    override func startWithLatest(_ observation: Observation<Origin.Message>) -> Bool {
        start(observation)
        return true
    }

    /// Pulls the latest message, and posts it in front of all others, unless one was sent since the observation has started.
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

    /// The observable that is actually observed. It can be accessed if it's `Sendable`, since this object can be anywhere.
    public var origin: Origin { base }
}

/// `@unchecked` because nothing of it changes, and the latest message of a buffered observable may be pulled anywhere.
extension StartingWithLatest: @unchecked Sendable where Origin.Message: Sendable {}

extension StartingWithLatest: StandIn {

    var startsWithLatest: Bool { true }

    func startOriginWithLatest(_ observation: AnyObservation) { start(observation.of(Message.self)) }

    var weakOrigin: WeakBuffered<Origin.Message> {
        (base as? any StandIn<Origin.Message>)?.weakOrigin ?? WeakBuffered(base)
    }
}
