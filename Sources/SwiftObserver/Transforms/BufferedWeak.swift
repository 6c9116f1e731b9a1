/// Stands for a buffered observable without keeping it alive, and remembers its latest message beyond its death.
///
/// It's what ``Weak`` is, and buffered: its ``latestMessage`` is the one that it sent last, or at first the latest message
/// of the other observable. So in contrast to `Weak` with a ``Buffer``, there is a message right from the start, and
/// messages don't become optional.
///
/// ```swift
/// let weakNumber = BufferedWeak(number)
/// let value = weakNumber.latestMessage.new  // also when the number is dead
/// ```
///
/// It is `Sendable` if its messages are.
public final class BufferedWeak<O: BufferedMessageSource>: Messenger<O.Message>, BufferedObservable {

    /// Creates a stand-in.
    ///
    /// What the other observable sends in the meantime is not missed: it's newer than the message that is pulled.
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

    /// The message that was sent last or, at first, the latest message of the other observable.
    public var latestMessage: O.Message { published.current! }

    override func startWithLatest(_ observation: Observation<O.Message>) -> Bool {
        published.start(observation, ofMessenger: self) { $0! }
        return true
    }

    override func dispatch(_ message: O.Message, from author: AnyObject) {
        published.replaceState(with: message, sending: message, as: author)
    }

    /// Contains a message from initialization on.
    private let published: PublishedState<O.Message?, O.Message>
    private let observation: Observation<O.Message>
    fileprivate weak var weakObservable: O?
}

extension BufferedWeak where O: Sendable {

    /// The other observable, as long as it lives.
    ///
    /// Only for `Sendable` observables, since the stand-in can be anywhere.
    public var observable: O? {
        willLoadWeakReference()
        return weakObservable
    }
}

extension PublishedState where State == Message? {

    /// Remembers the message, unless there is one already, which is newer.
    fileprivate func startOut(with first: Message) {
        change(as: nil) { state in
            if case .none = state { state = first }
            return (message: nil, removed: ())
        }
    }
}

/// `@unchecked` because the latest message is guarded by the lock of the published state.
extension BufferedWeak: @unchecked Sendable where O.Message: Sendable {}
