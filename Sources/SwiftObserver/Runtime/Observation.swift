import Synchronization

/// One observer observing one observable through one handler.
///
/// An observation ends exactly once, from whichever side. Its handler is never moved or changed, so whoever may still be
/// calling it needs no lock; it's released together with the observation.
///
/// `@unchecked Sendable` because what changes is guarded by locks, as said there, or atomic.
class AnyObservation: Errand, @unchecked Sendable {

    /// The other observations of the same observer, if a receiver keeps track of this one.
    let receiver: Receiver.Observations?

    /// Delivers the messages that are observed.
    let office: PostOffice

    /// The messages that wait on the queue or actor on which the handler runs. Without it, the handler runs in place.
    fileprivate let inbox: AnyInbox?

    /// What only few observations need. Never changes after the start.
    private var extras: Extras?

    /// Where the receiver stores this observation. Guarded by the receiver's lock.
    var receiverIndex = 0

    /// Where the registry stores this observation, or something negative when it's about to leave or gone. Guarded by the
    /// office's lock.
    var slot = AnyObservation.nowhere

    /// The observation gets the messages behind this place. Set by the office before anyone can read it.
    var start: Place = 0

    static var nowhere: Int { .min }

    /// Whether the registry has this observation and won't remove it soon.
    final var isStaying: Bool { slot >= 0 }

    /// Who refers to the observer. A handler begins only while the observer lives, and holds it while it runs.
    private var pin: Pin

    /// Whether the handler wants to know the authors of messages.
    let readsAuthor: Bool

    private let ending = Atomic(false)

    fileprivate init(
        of office: PostOffice, by observer: __shared AnyObject?, isObserverMortal: Bool,
        receiver: Receiver.Observations?,
        companions: Companions?, inbox: AnyInbox?, readsAuthor: Bool, farewell: (@Sendable () -> Void)?
    ) {
        self.office = office
        pin = isObserverMortal ? .own : .none
        self.receiver = receiver
        self.inbox = inbox
        self.readsAuthor = readsAuthor
        if observer != nil || companions != nil || farewell != nil {
            extras = Extras(observer: isObserverMortal ? observer : nil, companions: companions, farewell: farewell)
        }
    }

    /// What only few observations need, apart from them, so that it takes no memory of the others.
    private final class Extras {

        /// Whoever observes, unless the receiver refers to it.
        weak let observer: AnyObject?

        /// The observations that end together with this one.
        let companions: Companions?

        /// What happens when the observable says farewell, if it is something else than ending the observation.
        let farewell: (@Sendable () -> Void)?

        init(
            observer: AnyObject?, companions: Companions? = nil, farewell: (@Sendable () -> Void)? = nil
        ) {
            self.observer = observer
            self.companions = companions
            self.farewell = farewell
        }
    }

    /// How the observer is found and held.
    fileprivate enum Pin {
        /// The observer can't die during the observation.
        case none
        /// The receiver has a weak reference to the observer, for all of the observer's observations.
        case ofReceiver
        /// The observation has a weak reference of its own.
        case own
    }

    /// Refers to the observer. The receiver calls this before the observation starts, if the observer is mortal.
    final func refer(to observer: AnyObject, isKnownToReceiver: Bool) {
        if isKnownToReceiver {
            pin = .ofReceiver
        } else {
            extras = Extras(observer: observer, companions: extras?.companions, farewell: extras?.farewell)
        }
    }

    /// The observations that end together with this one.
    final var companions: Companions? {
        @inline(__always)
        get { extras?.companions }
    }

    /// Whether the observer can die during the observation, so that it must be held while the handler runs.
    final var isObserverMortal: Bool {
        @inline(__always)
        get { pin != .none }
    }

    /// The observer, if it lives and can die.
    fileprivate final var livingObserver: AnyObject? {
        @inline(__always)
        get { pin == .own ? ownObserver : receiver.unsafelyUnwrapped.constant { $0.pointee.observer } }
    }

    private final var ownObserver: AnyObject? {
        @inline(never)
        get { extras?.observer }
    }

    /// Whether the handler runs on a queue or an actor.
    final var isHopped: Bool { inbox != nil }

    /// The way to that queue or actor.
    final var hop: Hop? { inbox?.hop }

    /// Whether the observation has ended.
    final var isEnded: Bool {
        @inline(__always)
        get { ending.load(ordering: .acquiring) || extras != nil && areCompanionsEnded }
    }

    private final var areCompanionsEnded: Bool {
        @inline(never)
        get { extras?.companions?.areEnded == true }
    }

    /// Ends the observation on both sides and tells whether this very call did.
    ///
    /// No handler begins after this returned, except for the one call that another thread may have claimed before. What
    /// the observation holds is released by whoever lets go of it last, never under a lock.
    @inline(never)
    @discardableResult
    final func end() -> Bool {
        guard mark() else { return false }
        receiver?.withLock { $0.remove(self) }
        leave()
        return true
    }

    /// Ends the observation, so that no handler begins any more, and tells whether this very call did.
    ///
    /// Who does that has to clean up. This runs no foreign code, so it's fine under a lock.
    final func mark() -> Bool {
        // first, so that once this observation is marked, none of the others begins a handler either
        companions?.mark()
        return !ending.exchange(true, ordering: .acquiringAndReleasing)
    }

    /// Makes everyone but the receiver forget the ended observation.
    final func leave() {
        companions?.end()
        office.remove(self)
    }

    /// Takes the farewell of the observable to where the handler runs, behind all messages.
    final func receiveFarewell() {
        if let hop {
            Farewell(to: self).post(by: hop)
        } else {
            handleFarewell()
        }
    }

    fileprivate final func handleFarewell() {
        if let farewell = extras?.farewell {
            farewell()
        } else {
            end()
        }
    }

    /// The observation as one of messages of that type. An office only ever gets messages and observations of one type.
    @inline(__always)
    final func of<Message>(_: Message.Type) -> Observation<Message> {
        unsafeDowncast(self, to: Observation<Message>.self)
    }
}

/// An observation of an observable that sends messages of one type.
final class Observation<Message>: AnyObservation, @unchecked Sendable {

    // The client's closure is called without being retained first. That works for stored closures, but not for the payload
    // of an enumeration. Only one of these is ever called.
    private let handlePlainly: @Sendable (Message) -> Void
    private let handleWithAuthor: @Sendable (Message, AnyObject?) -> Void

    required init(
        of office: PostOffice, by observer: __shared AnyObject?, isObserverMortal: Bool,
        receiver: Receiver.Observations? = nil, companions: Companions? = nil, hop: Hop? = nil,
        farewell: (@Sendable () -> Void)? = nil, handler: consuming Handler<Message>
    ) {
        let readsAuthor = handler.readsAuthor
        switch consume handler {
        case .message(let handle):
            handlePlainly = handle
            handleWithAuthor = { _, _ in }
        case .messageWithAuthor(let handle):
            handlePlainly = { _ in }
            handleWithAuthor = { handle($0, office.livingAuthor($1)) }
        case .relay(let handle):
            handlePlainly = { _ in }
            handleWithAuthor = handle
        }
        super.init(
            of: office, by: observer, isObserverMortal: isObserverMortal, receiver: receiver, companions: companions,
            inbox: hop.map { Inbox<Message>(hop: $0, storesAuthors: readsAuthor) },
            readsAuthor: readsAuthor, farewell: farewell)
    }

    /// Leaves a message for the queue or actor. Only call this on hopped observations.
    @inline(__always)
    func post(_ message: Message, from author: AnyObject?) {
        withInbox { $0.post(message, from: author, errand: self) }
    }

    /// Calls the closure with the inbox, which need not be retained for that.
    @inline(__always)
    private func withInbox<Result>(_ act: (Inbox<Message>) -> Result) -> Result {
        Unmanaged.passUnretained(inbox.unsafelyUnwrapped)._withUnsafeGuaranteedRef {
            act(unsafeDowncast($0, to: Inbox<Message>.self))
        }
    }

    /// Handles messages on the queue or actor.
    override func run(_ count: Int) -> AnyObject? {
        withInbox { $0.take(count) { handle($0, from: $1) } }
    }

    /// Calls the handler here and now, if the observer lives and the observation has not ended.
    @inline(__always)
    func handle(_ message: Message, from author: AnyObject?) {
        guard isObserverMortal else { return call(message, from: author) }
        #if EXPLORE
            explored(.weakLoad)
        #endif
        guard let observer = livingObserver else {
            end()
            return
        }
        call(message, from: author)
        extendLifetime(observer)
    }

    @inline(__always)
    private func call(_ message: Message, from author: AnyObject?) {
        if isEnded { return }
        if readsAuthor { handleWithAuthor(message, author) } else { handlePlainly(message) }
    }
}

/// What an observation does with a message.
@usableFromInline
enum Handler<Message>: Sendable {

    /// A client's closure that takes the message.
    case message(@Sendable (Message) -> Void)

    /// A client's closure that takes the message and an author that is safe to store.
    case messageWithAuthor(@Sendable (Message, AnyObject) -> Void)

    /// A closure of the library that passes message and author on. The author may be dying, or dead and `nil`.
    case relay(@Sendable (Message, AnyObject?) -> Void)

    var readsAuthor: Bool {
        if case .message = self { false } else { true }
    }
}

/// The farewell of an observable on its way to a queue or an actor.
///
/// `@unchecked Sendable` because nobody touches it between its post and its run.
private final class Farewell: Errand, @unchecked Sendable {

    private let observation: AnyObservation

    /// This farewell itself, while it's on the way.
    private var hold: Farewell?

    init(to observation: AnyObservation) { self.observation = observation }

    func post(by hop: Hop) { hop.post(self) { hold = self } }

    override func run(_ count: Int) -> AnyObject? {
        observation.handleFarewell()
        return hold.take()
    }
}
