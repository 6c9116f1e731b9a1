/// A state whose changes are posted in exactly the order in which they happen.
///
/// The record's lock is held while the office's lock is taken, never the other way around. So no one gets between a
/// change and its message, nor between a value and the start of an observation.
///
/// `@unchecked Sendable` because the state is only reached under its lock, and what it contains goes no further than the
/// messages that it amounts to.
struct Record<State, Message>: @unchecked Sendable {

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

    /// Puts another state in place of this one and sends the message that this amounts to.
    func replaceState(with new: State, sending message: Message, as author: AnyObject?) {
        var old = new
        state.lock(orStop: .changeInsideChange)
        swap(&state.unlocked, &old)
        var duty = office.post(message, from: author)
        state.unlock()
        office.perform(&duty, message, from: author)
        withExtendedLifetime(old) {}
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
    associatedtype Value: Equatable
    associatedtype Message

    var value: Value { get set }

    /// Grows with every change, so that one who read the value can tell whether it's still the same.
    var version: Int { get set }

    /// How the value depends on others, and others on the value.
    var ties: Ties { get set }

    /// The message that tells of a change.
    static func message(old: Value, new: Value) -> Message
}

extension Record where State: ValueState, State.Message == Message {

    /// A copy of the value.
    var value: State.Value { state.withLock(orStop: .changeInsideChange) { $0.value } }

    /// The value, locked for as long as someone changes it in place.
    ///
    /// The one place where code of others runs under a lock, so that a change in place is atomic. If that code touches
    /// the same value, the program stops and says so. As long as nobody observes, no copy of the value is made.
    subscript(changingAs author: AnyObject) -> State.Value {
        get { value }
        nonmutating _modify {
            let change = beginChange()
            defer { finish(change, as: author) }
            yield &state.unlocked.value
        }
    }

    /// Changes the value in place as with the subscript, but without the memory that accessors allocate.
    @inline(never)
    func changeInPlace(as author: AnyObject, _ act: (inout State.Value) -> Void) {
        let change = beginChange()
        act(&state.unlocked.value)
        finish(change, as: author)
    }

    private func beginChange() -> ChangeInPlace<State> {
        state.lock(orStop: .changeInsideChange)
        if case .whole(let parts) = state.unlocked.ties { return beginChange(of: parts.of(State.self)) }
        return ChangeInPlace(oldValue: isOldValueNeeded ? state.unlocked.value : nil, parts: nil)
    }

    /// Unlocks the value and sends the message that tells of the change, if it is one.
    private func finish(_ change: ChangeInPlace<State>, as author: AnyObject) {
        if let parts = change.parts, let old = change.oldValue {
            finishChange(of: parts, from: old, as: author)
        } else {
            finishChange(from: change.oldValue, as: author)
        }
    }

    private var isOldValueNeeded: Bool {
        if _isPOD(State.Value.self) || office.isObserved { return true }
        if case .part = state.unlocked.ties { return true }
        return false
    }

    @inline(never)
    private func finishChange(from old: State.Value?, as author: AnyObject) {
        state.unlocked.version += 1
        guard let old, old != state.unlocked.value else { return state.unlock() }
        sendChange(from: old, as: author)
    }

    /// Sends the message that tells of a change, and unlocks the value when the message has its place.
    @inline(__always)
    private func sendChange(from old: State.Value, as author: AnyObject) {
        let message = State.message(old: old, new: state.unlocked.value)
        var duty = office.post(message, from: author)
        let deliveries = letWholesFollow(as: author)
        state.unlock()
        office.perform(&duty, message, from: author)
        for deliver in deliveries { deliver() }
    }

    /// Sets the value and sends the message that tells of the change, if it is one.
    ///
    /// The values are compared without a lock, unless they're of a type whose `==` is no code of others. If someone else
    /// changes the value meanwhile, they're compared anew. If that happens again and again, they're compared under the lock.
    func set(_ new: State.Value, as author: AnyObject) {
        if isComparedByLibraries { return setUnderLock(new, as: author) }
        for _ in 0..<patience {
            let known = current
            if case .whole(let parts) = known.ties { return set(parts.of(State.self), to: new, as: author) }
            if known.value == new { return }
            state.lock(orStop: .changeInsideChange)
            guard state.unlocked.version == known.version else {
                state.unlock()
                continue
            }
            return replaceValue(with: new, as: author)
        }
        setUnderLock(new, as: author)
    }

    /// How often values are compared without a lock before that is done in the atomic step.
    var patience: Int {
        #if EXPLORE
            1
        #else
            8
        #endif
    }

    /// Whether values are compared by code of the standard library alone. No combination has such a value.
    private var isComparedByLibraries: Bool {
        @inline(__always)
        get {
            #if !canImport(ObjectiveC)  // where the text could be an object of a client's class
                if State.Value.self == String.self { return true }
            #endif
            return State.Value.self == Int.self || State.Value.self == Double.self || State.Value.self == Bool.self
        }
    }

    @inline(never)
    private func setUnderLock(_ new: State.Value, as author: AnyObject) {
        state.lock(orStop: .changeInsideChange)
        if state.unlocked.value == new { return state.unlock() }
        replaceValue(with: new, as: author)
    }

    /// Puts another value in place of the locked value, sends the message that tells of it, and unlocks.
    @inline(__always)
    private func replaceValue(with new: State.Value, as author: AnyObject) {
        var old = new
        swap(&state.unlocked.value, &old)
        state.unlocked.version += 1
        sendChange(from: old, as: author)
    }

    @inline(__always)
    private func letWholesFollow(as author: AnyObject) -> [Delivery] {
        if case .part(let wholes) = state.unlocked.ties { follow(wholes.copy(), as: author) } else { [] }
    }
}

/// What must be known when a change in place is finished.
struct ChangeInPlace<State: ValueState> {

    /// The value before the change, if anyone has to know it.
    let oldValue: State.Value?

    /// The parts, if it's a combination that is changed.
    let parts: Parts<State>?
}
