/// A state whose changes are posted in exactly the order in which they happen.
///
/// The record's lock is held while the office's lock is taken, never the other way around. So no one gets between a
/// change and its message, nor between a value and the start of an observation.
struct Record<State, Message>: @unchecked Sendable {

    private let state: Protected<State>
    private let office: PostOffice

    init(_ state: State, office: PostOffice) {
        self.state = Protected(state)
        self.office = office
    }

    /// A copy of the state.
    var current: State { state.copy(orStop: .changeInsideChange) }

    /// Changes the state and sends the message that the change amounts to.
    ///
    /// - Parameter change: Runs under the lock, so no foreign code must run in it and nothing foreign die. It returns
    ///   the message, or `nil` to send none, and whatever it removed, which is then released after unlocking.
    func change<Removed>(
        as author: AnyObject?, isFarewell: Bool = false,
        _ change: (inout State) -> (message: Message?, removed: Removed)
    ) {
        var (duty, message, removed) = state.withLock(orStop: .changeInsideChange) { state in
            let (message, removed) = change(&state)
            let duty = message.map { office.post($0, from: author, isFarewell: isFarewell) } ?? Duty()
            return (duty, message, removed)
        }
        if let message { office.perform(&duty, message, from: author) }
        withExtendedLifetime(removed) {}
    }

    /// Starts an observation with the message that the current state amounts to, or without if that is `nil`.
    func start(
        _ observation: Observation<Message>, ofMessenger messenger: AnyObject, isFarewell: Bool = false,
        with first: (State) -> (message: Message, author: AnyObject?)?
    ) {
        var (duty, first) = state.withLock(orStop: .changeInsideChange) { state in
            guard let first = first(state) else {
                office.start(observation, ofMessenger: messenger)
                return (Duty(), (message: Message, author: AnyObject?)?.none)
            }
            let duty = office.start(
                observation, ofMessenger: messenger, with: first.message, from: first.author, isFarewell: isFarewell)
            return (duty, first)
        }
        if let first { office.perform(&duty, first.message, from: first.author) }
    }
}

/// A state that is one value, which can be changed in place.
protocol ValueState {
    associatedtype Value
    associatedtype Message

    var value: Value { get set }

    /// Grows with every change, so that one who read the value can tell whether it's still the same.
    var version: Int { get set }

    /// The message that tells of a change, or `nil` if nothing has changed.
    static func message(old: Value, new: Value) -> Message?
}

extension Record where State: ValueState, State.Message == Message {

    /// The value, locked for as long as someone changes it in place.
    ///
    /// The one place where code of others runs under a lock, so that a change in place is atomic. If that code touches
    /// the same value, the program stops and says so. As long as nobody observes, no copy of the value is made.
    subscript(changingAs author: AnyObject) -> State.Value {
        get { current.value }
        nonmutating _modify {
            state.lock(orStop: .changeInsideChange)
            let old = _isPOD(State.Value.self) || office.isObserved ? state.unlocked.value : nil
            defer { finishChange(from: old, as: author) }
            yield &state.unlocked.value
        }
    }

    private func finishChange(from old: State.Value?, as author: AnyObject) {
        state.unlocked.version += 1
        let message = old.flatMap { State.message(old: $0, new: state.unlocked.value) }
        var duty = message.map { office.post($0, from: author) } ?? Duty()
        state.unlock()
        if let message { office.perform(&duty, message, from: author) }
    }

    /// Sets the value and sends the message that tells of the change, if it is one.
    ///
    /// The values are compared without a lock. If someone else changes the value meanwhile, they're compared anew.
    func set(_ new: State.Value, as author: AnyObject) {
        while true {
            let known = current
            guard let message = State.message(old: known.value, new: new) else { return }
            var duty = Duty()
            var removed = new
            let isSet = state.withLock(orStop: .changeInsideChange) { state in
                guard state.version == known.version else { return false }
                swap(&state.value, &removed)
                state.version += 1
                duty = office.post(message, from: author)
                return true
            }
            if isSet { return office.perform(&duty, message, from: author) }
        }
    }
}
