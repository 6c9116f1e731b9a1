/// The simplest ``Observable``, through which anyone can send messages, and the basis of all others.
///
/// ```swift
/// let news = Messenger<String>()
/// dog.observe(news) { print($0) }
/// news.send("The sky is blue.")
/// ```
///
/// When the messenger dies, messages that are still in line are delivered. Then its observations end.
///
/// A messenger is `Sendable` if its messages are. A subclass has to say that again, and to take care that what it adds is
/// safe to share: otherwise the compiler warns.
///
/// ```swift
/// final class Fuse: Messenger<Int>, @unchecked Sendable {
///     deinit { send(0) }
/// }
/// ```
open class Messenger<Message>: Observable {

    /// Creates a messenger that delivers in place, on the threads that send.
    public init() {
        office = PostOffice()
    }

    /// Creates a messenger that delivers all its messages on a queue, or in another ``DeliveryPlace``.
    ///
    /// `send` only enqueues the message. All observables that were created on the same queue deliver in one common order:
    /// that in which their messages were sent. Handlers run on the queue, one at a time, even if it's a concurrent queue.
    ///
    /// Loops, and observations that hop to a queue or an actor, get messages when they're sent, as with any other messenger.
    public init(on place: some DeliveryPlace) where Message: Sendable {
        office = PostOffice(on: Lane(of: place))
    }

    /// Creates a messenger that has a name, by which it's found where someone looks: see ``Watch``.
    ///
    /// ```swift
    /// let orders = Messenger<Order>(named: "orders")
    /// ```
    ///
    /// The name need not be unique. It should be one of few, as it's a label of metrics: "orders", and not "order 4711".
    public init(named name: String) {
        office = NamedOffice(named: name, on: nil)
    }

    /// Creates a messenger that has a name, and delivers all its messages on a queue. See ``init(on:)``.
    public init(named name: String, on place: some DeliveryPlace) where Message: Sendable {
        office = NamedOffice(named: name, on: Lane(of: place))
    }

    init(_ office: PostOffice) {
        self.office = office
    }

    deinit { if ownsOffice { office.close(endingMessagesOf: Message.self) } }

    /// Whether the office closes when the messenger dies. Must not depend on any state, since it's read in `deinit`.
    var ownsOffice: Bool { true }

    /// The messenger itself.
    @inlinable
    public final var messenger: Messenger<Message> { self }

    /// Delivers the messages, and outlives the messenger until its last words are delivered.
    let office: PostOffice

    /// Sends a message. Subclasses override this where sending means more than that.
    @usableFromInline
    func dispatch(_ message: Message, from author: AnyObject) {
        office.send(message, from: author)
    }

    /// Refuses all messages from now on, since the observable is being closed. Subclasses override this where more ends.
    func refuseMessages() {
        office.refuseMessages(of: Message.self)
        office.makeRoom()
    }

    /// The offices of the combinations that this is a part of. A message of this one is one of theirs, too.
    var combinedOffices: [Downstream] { [] }

    /// Starts an observation. Subclasses override this where observers get something right from the start.
    func start(_ observation: Observation<Message>) {
        office.start(observation, ofMessenger: self)
    }

    /// Whether observations may have to wait for their first message before they start.
    var mayStartLater: Bool { false }

    /// Whether it's known that observations start with the latest message in one step. Others must be prepared to start later.
    var startsWithLatestAtOnce: Bool { false }

    /// Starts an observation with the latest message, without any gap. Returns false where only someone else knows the latest message.
    func startWithLatest(_ observation: Observation<Message>) -> Bool { false }
}

/// `@unchecked` because all state is guarded by the lock of the office, or by locks of subclasses in this library.
extension Messenger: @unchecked Sendable where Message: Sendable {}
