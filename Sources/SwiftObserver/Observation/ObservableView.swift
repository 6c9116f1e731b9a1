/// A source through which you can observe an observable, and nothing else.
///
/// ```swift
/// final class Weather {
///     let colors: ObservableView<Color>
///     private let sky = Messenger<Color>()
///
///     init() { colors = sky.view }
/// }
/// ```
///
/// Code that has the view can observe, transform and loop over what the original sends. It can't
/// send, close, or end observations of other code. A view adds nothing to the cost of a message.
///
/// **Lifetime:** A view retains its original, as transforms do. Each access to ``Observable/view``
/// creates another view. Observations belong to the original and outlive the view. If you stop
/// observing the view, you stop observing the original.
///
/// **Errors:** ``FreeObserver/shared``, whose observations belong to the whole program, can't stop
/// observing a view: the program stops.
///
/// Handlers that receive authors receive the original, unless the sender names another author. To
/// hide the original from them, send with ``Observable/send(_:from:)``.
///
/// It is `Sendable` if its messages are.
public final class ObservableView<Message>: MessageSource {

    init<O: Observable>(of original: O) where O.Message == Message {
        self.original = original
        sourceMessenger = original.sourceMessenger
    }

    /// The messenger of the original.
    public let sourceMessenger: SourceMessenger<Message>

    /// The original, which the view retains and doesn't use.
    private let original: AnyObject
}

/// `@unchecked` because nothing in it changes, and other code can't access the original.
extension ObservableView: @unchecked Sendable where Message: Sendable {}

extension ObservableView: CustomReflectable {

    /// An empty mirror, since the original is hidden.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Observable {

    /// A view through which you can only observe this observable.
    ///
    /// For details, see ``ObservableView``.
    public var view: ObservableView<Message> { ObservableView(of: self) }
}
