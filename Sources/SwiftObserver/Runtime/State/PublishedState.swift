/// A state whose changes are posted in exactly the order in which they happen.
///
/// ```
///   +-----------+-----------+-----------+-----------+
///   | change to | change to |   start   | change to |    under the lock of the state
///   |     B     |     C     |           |     D     |
///   +-----------+-----------+-----------+-----------+
///   | message 7 | message 8 |     9     | message 10|    also under that of the office
///   +-----------+-----------+-----------+-----------+
///                           ^
///                           an observation can start with C, and then gets message 10
/// ```
///
/// The lock of the office is taken while the state's lock is held, never the other way around. So
/// nothing comes between a change and its message, or between a value and the start of an
/// observation.
///
/// `@unchecked Sendable` because the state is only reached under its lock, and its contents go no
/// further than the messages about it.
struct PublishedState<State, Message>: @unchecked Sendable {

    /// The state and its lock.
    ///
    /// Under this lock, the `FanOutLock` and the lock of the office are taken, and locks of other
    /// values as `DependencyRole` says.
    let state: Protected<State>
    let office: PostOffice

    init(_ state: State, office: PostOffice) {
        self.state = Protected(state)
        self.office = office
    }

    /// A copy of the state.
    var current: State { state.copy(orStop: .changeInsideChange) }

    /// Changes the state and sends the message about the change.
    ///
    /// - Parameter change: Runs under the lock, so it must not run client code or release anything.
    ///   It returns the message, or `nil` to send none, and everything it removed. That's released
    ///   after unlocking.
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

    /// Sends a message if the state accepts it.
    ///
    /// The state decides that under the lock, and may change meanwhile. The restrictions of
    /// `change` apply.
    func send(_ message: Message, as author: AnyObject?, if isWanted: (inout State) -> Bool) {
        state.lock(orStop: .changeInsideChange)
        var work = DeferredWork()
        let delivery =
            isWanted(&state.assumingLocked) ? office.post(message, from: author, &work) : Delivery.nothing
        state.unlock()
        office.perform(delivery, &work, message, from: author)
    }

    /// Replaces the state and sends the message about that, unless the message is refused.
    ///
    /// A lane may get the message before the state is replaced. If its handler then reads the
    /// state, it waits for the lock.
    func replaceState(with new: State, sending message: Message, as author: AnyObject?) {
        var old = new, work = DeferredWork()
        state.lock(orStop: .changeInsideChange)
        let delivery = office.post(message, from: author, &work)
        if !delivery.isRefused { swap(&state.assumingLocked, &old) }
        state.unlock()
        office.perform(delivery, &work, message, from: author)
        withExtendedLifetime(old) {}
    }

    /// Starts an observation between two changes of the state, with what the closure posts.
    ///
    /// - Parameter post: Runs under both locks, so it must not run client code or release anything.
    ///   If it returns `nil`, the observation ends.
    /// - Returns: The delivery that the caller must perform.
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

    /// Starts an observation with the message about the current state. Its author is the messenger.
    func start(
        _ observation: Observation<Message>, ofMessenger messenger: AnyObject, withLatest latest: (State) -> Message
    ) {
        state.lock(orStop: .changeInsideChange)
        let message = latest(state.assumingLocked)
        var delivery = Delivery.nothing, work = DeferredWork()
        let registered: Void? = office.register(observation, ofMessenger: messenger) {
            delivery = $0.post(
                message, to: observation, from: messenger, isFarewell: false, by: .current, office: office, &work)
        }
        state.unlock()
        if registered == nil { observation.end() } else { office.perform(delivery, &work, message, from: messenger) }
    }
}

extension PublishedState where State == Message {

    /// A handler that transforms each message, stores the result as the state, and sends it.
    func replacing<Input>(_ transform: @escaping @Sendable (Input) -> Message) -> Handler<Input> {
        .relay {
            let message = transform($0)
            replaceState(with: message, sending: message, as: $1)
        }
    }
}
