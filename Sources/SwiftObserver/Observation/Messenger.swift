/// The simplest ``Observable``, and the part of all others that sends.
///
/// Any code that has a messenger can send through it:
///
/// ```swift
/// let news = Messenger<String>()
/// dog.observe(news) { print($0) }
/// news.send("The sky is blue.")
/// ```
///
/// **Lifetime:** When the messenger is deallocated, its pending messages are delivered. Then its
/// observations end.
///
/// **Threads:** A messenger is `Sendable` if its messages are. A subclass must declare that again,
/// or the compiler warns. Make sure that everything the subclass adds is safe to share.
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

    /// Creates a messenger that delivers on a queue, or on another ``DeliveryPlace``.
    ///
    /// `send` only enqueues the message.
    ///
    /// **Order:** All observables that were created on the same queue deliver in one common order:
    /// the order in which their messages were sent. Handlers run on the queue, one at a time, even
    /// if it's a concurrent queue.
    ///
    /// Loops and hopped observations receive messages when they're sent, as from any other
    /// messenger.
    public init(on place: some DeliveryPlace) where Message: Sendable {
        office = PostOffice(on: Lane(of: place))
    }

    /// Creates a messenger that has a name.
    ///
    /// Inspections and reports show the name: see ``Watch``.
    ///
    /// ```swift
    /// let orders = Messenger<Order>(named: "orders")
    /// ```
    ///
    /// The name needn't be unique. In metrics it's a label, so choose from few names: "orders", and
    /// not "order 4711".
    public init(named name: String) {
        office = NamedOffice(named: name, on: nil)
    }

    /// Creates a named messenger that delivers all its messages on a queue.
    ///
    /// See ``init(named:)`` and ``init(on:)``.
    public init(named name: String, on place: some DeliveryPlace) where Message: Sendable {
        office = NamedOffice(named: name, on: Lane(of: place))
    }

    init(_ office: PostOffice) {
        self.office = office
    }

    deinit { if ownsOffice { office.close(endingMessagesOf: Message.self) } }

    /// `true` if the office closes when the messenger is deallocated.
    ///
    /// It must not depend on any state, since `deinit` reads it.
    var ownsOffice: Bool { true }

    /// The messenger itself.
    @inlinable
    public final var messenger: Messenger<Message> { self }

    /// Delivers the messages, and outlives the messenger until the last ones are delivered.
    let office: PostOffice

    /// Sends a message.
    ///
    /// Subclasses override this if sending involves more.
    @usableFromInline
    func dispatch(_ message: Message, from author: AnyObject) {
        office.send(message, from: author)
    }

    /// Refuses all messages from now on, since the observable is being closed.
    ///
    /// Subclasses override this if more than that ends.
    func refuseMessages() {
        office.refuseMessages(of: Message.self)
        office.makeRoom()
    }

    /// The offices of the combinations that contain this messenger.
    ///
    /// A message of this messenger is also a message of these combinations.
    var combinedOffices: [Downstream] { [] }

    /// The observable that client code knows.
    var observable: AnyObject { self }

    /// The places apart from offices for which a drain waits, or `nil` if there are none.
    var drainElsewhere: DrainElsewhere? { nil }

    /// Ends all observations after the last message.
    func sayFarewell() { office.close(endingMessagesOf: Message.self) }

    /// The value of the messenger as a source of derived values, if it has one.
    var nodeSource: NodeSource? { nil }

    /// Starts an observation.
    ///
    /// Subclasses override this if observers receive a message at the start.
    func start(_ observation: Observation<Message>) {
        office.start(observation, ofMessenger: self)
    }

    /// `true` if observations may have to wait for their first message before they start.
    var mayStartLater: Bool { false }

    /// `true` if observations are known to start with the latest message in one step.
    ///
    /// Other observations must be prepared to start later.
    var startsWithLatestAtOnce: Bool { false }

    /// Starts an observation with the latest message, without a gap.
    ///
    /// - Returns: `false` if only another object has the latest message.
    func startWithLatest(_ observation: Observation<Message>) -> Bool { false }
}

/// `@unchecked` because all state is guarded by the lock of the office.
///
/// Subclasses in this library guard their state with locks of their own.
extension Messenger: @unchecked Sendable where Message: Sendable {}
