/// Remembers the latest message of its origin.
///
/// A buffer sends what its origin sends, as an optional. Its ``latestMessage`` is the one that it sent last, or `nil` at
/// first. A message that someone sends through the buffer itself becomes the latest message as well.
///
/// A buffer is `Sendable` if its messages are.
public final class Buffer<Origin: MessageSource, Wrapped>: Transform<Origin, Wrapped?>, BufferedObservable {

    init(_ origin: Origin, at startPoint: StartPoint, _ wrap: @escaping @Sendable (Origin.Message) -> Wrapped?) {
        let office = PostOffice()
        let published = PublishedState<Wrapped?, Wrapped?>(nil, office: office)
        self.published = published
        super.init(
            origin, at: startPoint, office: office
        ) { _ in published.replacing(wrap) }
    }

    private let published: PublishedState<Wrapped?, Wrapped?>

    /// The message that was sent last, or `nil`. Setting it sends nothing.
    ///
    /// Any thread may get and set it.
    public var latestMessage: Wrapped? {
        get { published.current }
        set { published.change(as: nil) { (message: nil, removed: exchange(&$0, newValue)) } }
    }

    override func startWithLatest(_ observation: Observation<Wrapped?>) -> Bool {
        published.start(observation, ofMessenger: self) { $0 }
        return true
    }

    override func dispatch(_ message: Wrapped?, from author: AnyObject) {
        published.replaceState(with: message, sending: message, as: author)
    }
}

private func exchange<Value>(_ value: inout Value, _ new: Value) -> Value {
    var other = new
    swap(&value, &other)
    return other
}

extension MessageSource {

    /// Creates an observable that remembers the latest message.
    ///
    /// Its messages are optional, but never doubly so: the buffer of an observable whose messages are already optional
    /// sends messages of the same type. Generic code that doesn't know whether they are gets the doubled optional.
    @_disfavoredOverload
    public func buffer(file: StaticString = #fileID, line: UInt = #line) -> Buffer<Self, Message> {
        Buffer(self, at: StartPoint(Self.self, file, line)) { $0 }
    }

    /// Creates an observable that remembers the latest message, whose type stays the same since it's already optional.
    public func buffer<Wrapped>(file: StaticString = #fileID, line: UInt = #line) -> Buffer<Self, Wrapped>
    where Message == Wrapped? {
        Buffer(self, at: StartPoint(Self.self, file, line)) { $0 }
    }
}

/// `@unchecked` because the latest message is guarded by the lock of the published state.
extension Buffer: @unchecked Sendable where Wrapped: Sendable {}
