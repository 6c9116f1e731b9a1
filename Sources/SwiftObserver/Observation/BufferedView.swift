/// A source through which you can only observe, and read the latest message.
///
/// ```swift
/// final class Account {
///     let balance: BufferedView<Update<Int>>
///     private let cents = Var(0)
///
///     init() { balance = cents.view }
/// }
/// ```
///
/// It's an ``ObservableView`` with a latest message. It can therefore also be part of combined
/// observations. These end when the original is deallocated, before or after the view.
///
/// It is `Sendable` if its messages are.
public final class BufferedView<Message>: BufferedMessageSource {

    init<O: BufferedObservable>(of original: O) where O.Message == Message {
        self.original = original
        sourceMessenger = original.sourceMessenger
    }

    /// The messenger of the original.
    public let sourceMessenger: SourceMessenger<Message>

    /// The latest message of the original.
    public var latestMessage: Message { original.latestMessage }

    /// Returns a view whose observations start with the latest message.
    ///
    /// For details, see ``BufferedObservable/startingWithLatest()``. You can't send through the
    /// result either.
    public func startingWithLatest() -> BufferedView { original.viewStartingWithLatest }

    private let original: any BufferedObservable<Message>
}

extension BufferedObservable {

    /// A view through which you can only observe this observable, and read its latest message.
    ///
    /// For details, see ``BufferedView``.
    ///
    /// **Threads:** If messages are `Sendable`, code that has the view may read the latest message
    /// on any thread. Reading ``latestMessage`` must be safe there, as it is for variables and
    /// buffers.
    public var view: BufferedView<Message> { BufferedView(of: self) }

    fileprivate var viewStartingWithLatest: BufferedView<Message> { BufferedView(of: startingWithLatest()) }
}

/// `@unchecked` because nothing in it changes, and other code can't access the original.
///
/// The latest message of a buffered observable may be read on any thread.
extension BufferedView: @unchecked Sendable where Message: Sendable {}

extension BufferedView: CustomReflectable {

    /// An empty mirror, since the original is hidden.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension BufferedView: StandIn {

    var startsWithLatest: Bool { (original as? any StandIn)?.startsWithLatest ?? false }

    var weakOrigin: WeakBuffered<Message> { original.weakOriginOfView }

    func startOriginWithLatest(_ observation: AnyObservation) {
        startingWithLatest().sourceMessenger.messenger.start(observation.of(Message.self))
    }
}

extension BufferedObservable {

    /// The original, since a combined observation depends on that, and not on the view.
    fileprivate var weakOriginOfView: WeakBuffered<Message> {
        (self as? any StandIn<Message>)?.weakOrigin ?? WeakBuffered(self)
    }
}
