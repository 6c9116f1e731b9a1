/// Remembers the latest message of its origin.
///
/// A buffer sends the messages of its origin as optionals. Its ``latestMessage`` is the last
/// message that it sent, or `nil` before the first. A message that is sent through the buffer
/// itself becomes the latest message as well.
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

    /// The last message that the buffer sent, or `nil`.
    ///
    /// Setting it sends nothing. Any thread may get and set it.
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
    /// Its messages are optional. If the messages of this observable are optional already, their
    /// type stays the same. In generic code that doesn't know that they are optional, they become
    /// optionals of optionals.
    @_disfavoredOverload
    public func buffer(file: StaticString = #fileID, line: UInt = #line) -> Buffer<Self, Message> {
        Buffer(self, at: StartPoint(Self.self, file, line)) { $0 }
    }

    /// Creates an observable that remembers the latest message.
    ///
    /// Messages are optional already, so their type stays the same.
    public func buffer<Wrapped>(file: StaticString = #fileID, line: UInt = #line) -> Buffer<Self, Wrapped>
    where Message == Wrapped? {
        Buffer(self, at: StartPoint(Self.self, file, line)) { $0 }
    }
}

/// `@unchecked` because the lock of the published state guards the latest message.
extension Buffer: @unchecked Sendable where Wrapped: Sendable {}
