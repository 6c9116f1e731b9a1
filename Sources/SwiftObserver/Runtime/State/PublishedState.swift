/// A state whose changes are posted in exactly the order in which they happen.
///
/// The office's lock is taken while the state's lock is held, never the other way around. So no one gets between a change
/// and its message, nor between a value and the start of an observation.
///
/// `@unchecked Sendable` because the state is only reached under its lock, and what it contains goes no further than the
/// messages that it amounts to.
struct PublishedState<State, Message>: @unchecked Sendable {

    /// Under this lock, the `FanOutLock` and the lock of the office are taken, and those of other values as said in
    /// `DependencyRole`.
    let state: Protected<State>
    let office: PostOffice

    init(_ state: State, office: PostOffice) {
        self.state = Protected(state)
        self.office = office
    }

    /// A copy of the state.
    var current: State { state.copy(orStop: .changeInsideChange) }

    /// Changes the state and sends the message that the change amounts to.
    ///
    /// - Parameter change: Runs under the lock, so no code of clients must run in it and nothing be released. It returns
    ///   the message, or `nil` to send none, and whatever it removed, which is then released after unlocking.
    func change<Removed>(
        as author: AnyObject?, isFarewell: Bool = false,
        _ change: (inout State) -> (message: Message?, removed: Removed)
    ) {
        var work = DeferredWork()
        let (delivery, message, removed) = state.withLock(orStop: .changeInsideChange) { state in
            let (message, removed) = change(&state)
            guard let message else { return (Delivery.nothing, message, removed) }
            return (office.post(message, from: author, isFarewell: isFarewell, &work), message, removed)
        }
        if let message { office.perform(delivery, &work, message, from: author) }
        withExtendedLifetime(removed) {}
    }

    /// Sends a message if the state wants it, which it tells under the lock, and may change meanwhile. For that, see `change`.
    func send(_ message: Message, as author: AnyObject?, if isWanted: (inout State) -> Bool) {
        state.lock(orStop: .changeInsideChange)
        var work = DeferredWork()
        let delivery =
            isWanted(&state.assumingLocked) ? office.post(message, from: author, &work) : Delivery.nothing
        state.unlock()
        office.perform(delivery, &work, message, from: author)
    }

    /// Puts another state in place of this one and sends the message that this amounts to, unless that is refused.
    ///
    /// Whoever gets the message on a lane before the state is replaced finds it locked, and waits.
    func replaceState(with new: State, sending message: Message, as author: AnyObject?) {
        var old = new, work = DeferredWork()
        state.lock(orStop: .changeInsideChange)
        let delivery = office.post(message, from: author, &work)
        if !delivery.isRefused { swap(&state.assumingLocked, &old) }
        state.unlock()
        office.perform(delivery, &work, message, from: author)
        withExtendedLifetime(old) {}
    }

    /// Starts an observation between two changes of the state, together with what the closure posts.
    ///
    /// - Parameter post: Runs under both locks, so no code of clients must run in it and nothing be released. If it returns `nil`, the
    ///   observation ends.
    /// - Returns: What the caller has to perform.
    @discardableResult
    func start(
        _ observation: Observation<Message>, ofMessenger messenger: AnyObject,
        posting post: (State, inout PostOfficeState) -> Delivery? = { _, _ in Delivery.nothing }
    ) -> Delivery? {
        state.lock(orStop: .changeInsideChange)
        let delivery = office.register(observation, ofMessenger: messenger) { post(state.assumingLocked, &$0) }
        state.unlock()
        if delivery == nil { observation.end() }
        return delivery
    }

    /// Starts an observation with the message that the current state amounts to. The messenger is its author.
    func start(
        _ observation: Observation<Message>, ofMessenger messenger: AnyObject, withLatest latest: (State) -> Message
    ) {
        state.lock(orStop: .changeInsideChange)
        let message = latest(state.assumingLocked)
        var delivery = Delivery.nothing, work = DeferredWork()
        let isStarted: Void? = office.register(observation, ofMessenger: messenger) {
            delivery = $0.post(
                message, to: observation, from: messenger, isFarewell: false, by: .current, office: office, &work)
        }
        state.unlock()
        if isStarted == nil { observation.end() } else { office.perform(delivery, &work, message, from: messenger) }
    }
}

extension PublishedState where State == Message {

    /// A handler that makes a message of each one that it gets, remembers it as the state, and sends it.
    func replacing<Input>(_ transform: @escaping @Sendable (Input) -> Message) -> Handler<Input> {
        .relay {
            let message = transform($0)
            replaceState(with: message, sending: message, as: $1)
        }
    }
}
