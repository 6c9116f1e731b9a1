import Synchronization

/// One observer observing one observable through one handler.
///
/// An observation ends exactly once, from whichever side. Its handler is never moved or changed, so whoever may still be
/// calling it needs no lock; it's released together with the observation.
class AnyObservation: @unchecked Sendable {

    /// Whoever observes. A handler begins only while it lives.
    weak let observer: AnyObject?

    /// Whether the observer can die during the observation, so that it must be held while the handler runs.
    let isObserverMortal: Bool

    /// The other observations of the same observer, if a receiver keeps track of this one.
    let receiver: Receiver.Observations?

    /// The observations that end together with this one.
    let companions: Companions?

    /// Where the receiver stores this observation. Guarded by the receiver's lock.
    var receiverIndex = 0

    private let ending = Atomic(false)

    init(observer: AnyObject?, isObserverMortal: Bool, receiver: Receiver.Observations?, companions: Companions?) {
        self.observer = observer
        self.isObserverMortal = isObserverMortal
        self.receiver = receiver
        self.companions = companions
    }

    /// Whether the observation has ended.
    final var isEnded: Bool {
        @inline(__always)
        get { ending.load(ordering: .acquiring) }
    }

    /// Ends the observation on both sides and tells whether this very call did.
    ///
    /// No handler begins after this returned, except for the one call that another thread may have claimed before. What
    /// the observation holds is released by whoever lets go of it last, never under a lock.
    @discardableResult
    final func end() -> Bool {
        guard !ending.exchange(true, ordering: .acquiringAndReleasing) else { return false }
        leaveOffice()
        receiver?.withLock { $0.remove(self) }
        companions?.end()
        return true
    }

    /// Removes the observation from its observable.
    func leaveOffice() {}

    /// Identifies the observed messenger among all that are alive.
    var officeIdentity: ObjectIdentifier { fatalError("SwiftObserver: an observation without an observable.") }
}

/// An observation of an observable that sends messages of one type.
final class Observation<Message>: AnyObservation, @unchecked Sendable {

    let office: PostOffice<Message>
    let handler: Handler<Message>

    /// The way to the queue on which the handler runs. Without it, the handler runs in place.
    let hop: Hop?

    /// What happens when the observable says farewell, if it is something else than ending the observation.
    let farewell: (@Sendable () -> Void)?

    /// Where the registry stores this observation. Guarded by the office's lock.
    var slot = Roll<Message>.nowhere

    /// The observation gets the messages behind this place. Set by the office before anyone can read it.
    var start: Place = 0

    init(
        of office: PostOffice<Message>, by observer: AnyObject?, isObserverMortal: Bool = true,
        receiver: Receiver.Observations? = nil, companions: Companions? = nil, hop: Hop? = nil,
        farewell: (@Sendable () -> Void)? = nil, handler: Handler<Message>
    ) {
        self.office = office
        self.handler = handler
        self.hop = hop
        self.farewell = farewell
        super.init(
            observer: observer, isObserverMortal: isObserverMortal, receiver: receiver, companions: companions)
    }

    override func leaveOffice() { office.remove(self) }

    override var officeIdentity: ObjectIdentifier { office.identity }

    /// Takes a message to where the handler runs.
    @inline(__always)
    func receive(_ message: Message, from author: AnyObject?) {
        if let hop {
            hop.post(Parcel(message, from: handler.readsAuthor ? author : nil, to: self, isFarewell: false))
        } else {
            handle(message, from: author)
        }
    }

    /// Takes the farewell of the observable to where the handler runs, behind all messages.
    func receiveFarewell() {
        if let hop {
            hop.post(Parcel(nil, from: nil, to: self, isFarewell: true))
        } else {
            handleFarewell()
        }
    }

    /// Calls the handler here and now, if the observer lives and the observation has not ended.
    @inline(__always)
    fileprivate func handle(_ message: Message, from author: AnyObject?) {
        guard isObserverMortal else { return call(message, from: author) }
        guard let observer else {
            end()
            return
        }
        call(message, from: author)
        withExtendedLifetime(observer) {}
    }

    @inline(__always)
    private func call(_ message: Message, from author: AnyObject?) {
        if isEnded { return }
        switch handler {
        case .message(let handle): handle(message)
        case .messageWithAuthor(let handle): handle(message, office.livingAuthor(author))
        case .relay(let handle): handle(message, author)
        }
    }

    fileprivate func handleFarewell() {
        if let farewell {
            farewell()
        } else {
            end()
        }
    }
}

/// What an observation does with a message.
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

/// A message on its way to a queue. It keeps neither its author nor the observed object alive.
private final class Parcel<Message>: Errand, @unchecked Sendable {

    private let message: Message?
    private weak let author: AnyObject?
    private let observation: Observation<Message>
    private let isFarewell: Bool

    init(_ message: Message?, from author: AnyObject?, to observation: Observation<Message>, isFarewell: Bool) {
        self.message = message
        self.author = author
        self.observation = observation
        self.isFarewell = isFarewell
    }

    func run() {
        if let message { observation.handle(message, from: author) }
        if isFarewell { observation.handleFarewell() }
    }
}
