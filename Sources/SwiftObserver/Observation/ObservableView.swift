/// Lets observe an observable, and nothing else.
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
/// Whoever has the view can observe, transform and loop over what the original sends, but can't send, close, or end
/// observations of others. Observations belong to the original: to stop observing the view means to stop observing the
/// original, and they outlive the view. So the view adds nothing to what a message takes. ``FreeObserver/shared``, whose
/// observations belong to the whole program, can't stop observing a view.
///
/// A view holds its original strongly, as transforms do. Each call of ``Observable/view`` creates another view.
///
/// Handlers that ask for authors get the author as it was sent, which is the original unless someone else is named as the
/// author. Where that must not be, send with ``Observable/send(_:from:)``.
///
/// It is `Sendable` if its messages are.
public final class ObservableView<Message>: MessageSource {

    init<O: Observable>(of original: O) where O.Message == Message {
        self.original = original
        sourceMessenger = original.sourceMessenger
    }

    /// The messenger of the original.
    public let sourceMessenger: SourceMessenger<Message>

    /// Only kept alive.
    private let original: AnyObject
}

/// `@unchecked` because nothing of it changes, and nobody gets hold of the original.
extension ObservableView: @unchecked Sendable where Message: Sendable {}

extension ObservableView: CustomReflectable {

    /// Shows nothing, since the original is hidden.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Observable {

    /// Creates an object that only lets observe this one. For details, see ``ObservableView``.
    public var view: ObservableView<Message> { ObservableView(of: self) }
}
