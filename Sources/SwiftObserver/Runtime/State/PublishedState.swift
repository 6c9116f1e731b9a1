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
        var (delivery, message, removed) = state.withLock(orStop: .changeInsideChange) { state in
            let (message, removed) = change(&state)
            let delivery = message.map { office.post($0, from: author, isFarewell: isFarewell) } ?? PendingDelivery()
            return (delivery, message, removed)
        }
        if let message { office.perform(&delivery, message, from: author) }
        withExtendedLifetime(removed) {}
    }

    /// Sends a message if the state wants it, which it tells under the lock, and may change meanwhile. For that, see `change`.
    func send(_ message: Message, as author: AnyObject?, if isWanted: (inout State) -> Bool) {
        state.lock(orStop: .changeInsideChange)
        var delivery = isWanted(&state.assumingLocked) ? office.post(message, from: author) : PendingDelivery()
        state.unlock()
        office.perform(&delivery, message, from: author)
    }

    /// Puts another state in place of this one and sends the message that this amounts to, unless that is refused.
    ///
    /// Whoever gets the message on a lane before the state is replaced finds it locked, and waits.
    func replaceState(with new: State, sending message: Message, as author: AnyObject?) {
        var old = new
        state.lock(orStop: .changeInsideChange)
        var delivery = office.post(message, from: author)
        if !delivery.isRefused { swap(&state.assumingLocked, &old) }
        state.unlock()
        office.perform(&delivery, message, from: author)
        withExtendedLifetime(old) {}
    }

    /// Starts an observation between two changes of the state.
    func start(_ observation: Observation<Message>, ofMessenger messenger: AnyObject) {
        state.lock(orStop: .changeInsideChange)
        let hasStarted = office.register(observation, ofMessenger: messenger)
        state.unlock()
        if !hasStarted { observation.end() }
    }

    /// Starts an observation with the message that the current state amounts to. The messenger is its author.
    func start(
        _ observation: Observation<Message>, ofMessenger messenger: AnyObject, withLatest latest: (State) -> Message
    ) {
        state.lock(orStop: .changeInsideChange)
        let message = latest(state.assumingLocked)
        var delivery = office.start(
            observation, ofMessenger: messenger, with: message, from: messenger, isFarewell: false)
        state.unlock()
        office.perform(startOf: observation, &delivery, message, from: messenger)
    }

    /// Starts an observation with the message that the current state amounts to, or without if that is `nil`.
    func start(
        _ observation: Observation<Message>, ofMessenger messenger: AnyObject, isFarewell: Bool = false,
        with first: (State) -> (message: Message, author: AnyObject?)?
    ) {
        var (delivery, first) = state.withLock(orStop: .changeInsideChange) { state in
            guard let first = first(state) else {
                let hasStarted = office.register(observation, ofMessenger: messenger)
                return (
                    PendingDelivery(kind: hasStarted ? .message : .refused),
                    (message: Message, author: AnyObject?)?.none
                )
            }
            let delivery = office.start(
                observation, ofMessenger: messenger, with: first.message, from: first.author, isFarewell: isFarewell)
            return (delivery, first)
        }
        if let first {
            office.perform(startOf: observation, &delivery, first.message, from: first.author)
        } else if delivery.isRefused {
            observation.end()
        }
    }

    /// Starts an observation with several messages that the current state amounts to. The messenger is their author.
    func start(
        _ observation: Observation<Message>, ofMessenger messenger: AnyObject, withAll messages: (State) -> [Message]
    ) {
        state.lock(orStop: .changeInsideChange)
        let messages = messages(state.assumingLocked)
        guard let first = messages.first else {
            let hasStarted = office.register(observation, ofMessenger: messenger)
            state.unlock()
            if !hasStarted { observation.end() }
            return
        }
        var delivery = office.start(observation, ofMessenger: messenger, withAll: messages, from: messenger)
        state.unlock()
        office.perform(startOf: observation, &delivery, first, from: messenger)
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
