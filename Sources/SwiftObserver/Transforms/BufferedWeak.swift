/// Stands for a buffered observable without retaining it, and remembers its latest message.
///
/// This is a ``Weak`` that is also buffered. Its ``latestMessage`` is the last message that it
/// sent, or at first the latest message of the other observable. It stays available when the other
/// observable is deallocated.
///
/// In contrast to a `Weak` with a ``Buffer``, there is a latest message from the start, and
/// messages don't become optional.
///
/// ```swift
/// let weakNumber = BufferedWeak(number)
/// let value = weakNumber.latestMessage.new  // also when the number is dead
/// ```
///
/// It's `Sendable` if its messages are.
public final class BufferedWeak<O: BufferedMessageSource>: Messenger<O.Message>, BufferedObservable {

    /// Creates a stand-in for an observable.
    ///
    /// Messages that the other observable sends meanwhile aren't missed. They're newer than the
    /// latest message that is read here, and take precedence over it.
    public init(_ observable: O, file: StaticString = #fileID, line: UInt = #line) {
        let messenger = observable.sourceMessenger.messenger
        let office = PostOffice()
        let published = PublishedState<O.Message?, O.Message>(nil, office: office)
        weakObservable = observable
        self.published = published
        observation = Observation.forwarding(
            messenger, to: office, of: BufferedWeak.self, at: StartPoint(O.self, file, line)
        ) { _ in .relay { published.replaceState(with: $0, sending: $0, as: $1) } }
        messenger.start(observation)
        published.startOut(with: observable.latestMessage)
        super.init(office)
    }

    deinit { observation.end() }

    /// The last message that was sent or, at first, the latest message of the other observable.
    public var latestMessage: O.Message { published.current! }

    override func startWithLatest(_ observation: Observation<O.Message>) -> Bool {
        published.start(observation, ofMessenger: self) { $0! }
        return true
    }

    override func dispatch(_ message: O.Message, from author: AnyObject) {
        published.replaceState(with: message, sending: message, as: author)
    }

    /// Contains a message as soon as the initializer has returned.
    private let published: PublishedState<O.Message?, O.Message>
    private let observation: Observation<O.Message>
    fileprivate weak var weakObservable: O?
}

extension BufferedWeak where O: Sendable {

    /// The other observable, or `nil` after its deallocation.
    ///
    /// Only available for `Sendable` observables, since any thread may use the stand-in.
    public var observable: O? {
        willLoadWeakReference()
        return weakObservable
    }
}

extension PublishedState where State == Message? {

    /// Remembers the message, unless there is a newer one already.
    fileprivate func startOut(with first: Message) {
        change(as: nil) { state in
            if case .none = state { state = first }
            return (message: nil, removed: ())
        }
    }
}

/// `@unchecked` because the lock of the published state guards the latest message.
extension BufferedWeak: @unchecked Sendable where O.Message: Sendable {}
