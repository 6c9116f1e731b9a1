/// Lets observe a buffered observable and pull its latest message, and nothing else.
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
/// It's what ``ObservableView`` is, and buffered. So it can also be a part of combined observations. These end when the
/// original dies, be it before or after the view.
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

    /// Stands for this view in one thing: whoever observes the result starts with the latest message.
    ///
    /// For details, see ``BufferedObservable/startingWithLatest()``. The result is another view, which lets nobody send.
    public func startingWithLatest() -> BufferedView { original.viewStartingWithLatest }

    private let original: any BufferedObservable<Message>
}

extension BufferedObservable {

    /// Creates an object that only lets observe this one and pull its latest message. For details, see ``BufferedView``.
    ///
    /// Whoever gets the view may pull the latest message on any thread, if messages are `Sendable`. So ``latestMessage`` must
    /// be safe to read there, as that of a variable or a buffer is.
    public var view: BufferedView<Message> { BufferedView(of: self) }

    fileprivate var viewStartingWithLatest: BufferedView<Message> { BufferedView(of: startingWithLatest()) }
}

/// `@unchecked` because nothing of it changes, nobody gets hold of the original, and the latest message of a buffered
/// observable may be pulled anywhere.
extension BufferedView: @unchecked Sendable where Message: Sendable {}

extension BufferedView: CustomReflectable {

    /// Shows nothing, since the original is hidden.
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

    /// The original of a view is what must live, not the view.
    fileprivate var weakOriginOfView: WeakBuffered<Message> {
        (self as? any StandIn<Message>)?.weakOrigin ?? WeakBuffered(self)
    }
}
