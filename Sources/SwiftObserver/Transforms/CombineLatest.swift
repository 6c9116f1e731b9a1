/// Combines the latest messages of several buffered observables.
///
/// When one of them sends, this sends the latest messages of all:
///
/// ```swift
/// let position = x.new().combineLatest(y.new())
/// dog.observe(position).receive { x, y in … }
/// ```
///
/// It's the combined observation of ``Observer`` as an object. See there for the details. It's
/// buffered: its ``latestMessage`` is the last tuple that it sent, or at first the latest messages
/// that the observables had when it was created.
///
/// **Lifetime:** It retains the observables. When one of them is closed, it sends nothing more.
///
/// It's `Sendable`, since its messages are.
public final class CombineLatest<Message: Sendable>: Messenger<Message>, BufferedObservable {

    fileprivate init(
        _ initial: Message, of origins: [AnyObject],
        start: (
            _ observer: FreeObserver, _ downstream: Downstream,
            _ send: @escaping @Sendable (Message, AnyObject?) -> Void
        ) -> Void
    ) {
        let office = PostOffice()
        let published = PublishedState<Message, Message>(initial, office: office)
        self.published = published
        self.origins = origins
        super.init(office)
        start(observer, Downstream(registrar: office, type: Self.self)) {
            published.replaceState(with: $0, sending: $0, as: $1)
        }
    }

    private let published: PublishedState<Message, Message>
    private let origins: [AnyObject]
    private let observer = FreeObserver()

    /// The last tuple that was sent or, at first, the latest messages of the observables.
    public var latestMessage: Message { published.current }

    override func startWithLatest(_ observation: Observation<Message>) -> Bool {
        published.start(observation, ofMessenger: self) { $0 }
        return true
    }

    override func dispatch(_ message: Message, from author: AnyObject) {
        published.replaceState(with: message, sending: message, as: author)
    }
}

extension BufferedMessageSource where Self: Sendable, Message: Sendable {

    /// Creates a buffered observable that sends the latest messages of several.
    ///
    /// It sends them whenever one of the observables sends.
    public func combineLatest<B: BufferedMessageSource & Sendable, each C: BufferedMessageSource & Sendable>(
        _ b: B, _ more: repeat each C, file: StaticString = #fileID, line: UInt = #line
    ) -> CombineLatest<(Message, B.Message, repeat (each C).Message)>
    where B.Message: Sendable, repeat (each C).Message: Sendable {
        combiningLatest(StartingWithLatest(self), b, repeat each more, file: file, line: line)
    }
}

extension MessageSource where Message: Sendable {

    /// Creates an observable that sends the latest messages of several, once all have one.
    ///
    /// ```swift
    /// let position = x.combineLatest(y)    // x and y are messengers
    /// ```
    ///
    /// After the first tuple, each message of an observable sends another one. Buffered observables
    /// have a latest message from the start, others after their first message. If all are buffered,
    /// the result is a ``CombineLatest``, which is buffered itself and requires `Sendable`
    /// observables.
    ///
    /// **Order:** The messages of each observable keep their order. All observers see the same
    /// order. The author of a tuple is the author of the message that caused it.
    ///
    /// **Lifetime:** The new observable retains the others.
    @_disfavoredOverload
    public func combineLatest<B: MessageSource, each C: MessageSource>(
        _ b: B, _ more: repeat each C, file: StaticString = #fileID, line: UInt = #line
    ) -> Messenger<(Message, B.Message, repeat (each C).Message)>
    where B.Message: Sendable, repeat (each C).Message: Sendable {
        combiningOnceAllHaveSent(self, b, repeat each more, at: StartPoint(Self.self, file, line))
    }
}

/// Sends the latest messages of several observables, as soon as all of them have one.
final class CombineOnceAllHaveSent<Message>: Gathering<Message> {

    /// Also drops the latest messages, and accepts no more messages.
    override func refuseMessages() {
        super.refuseMessages()
        endObservations()
    }
}

private func combiningOnceAllHaveSent<each O: MessageSource>(
    _ sources: repeat each O, at startPoint: StartPoint
) -> Messenger<(repeat (each O).Message)> where repeat (each O).Message: Sendable {
    gather(
        repeat each sources, keepingLatest: true, at: startPoint,
        as: CombineOnceAllHaveSent<(repeat (each O).Message)>.self)
}

/// `@unchecked` because it adds nothing.
extension CombineOnceAllHaveSent: @unchecked Sendable where Message: Sendable {}

/// Makes the pack the whole tuple.
///
/// If a pack is only a part of a tuple, the compiler generates closures that misread the tuple.
private func combiningLatest<each O: BufferedMessageSource & Sendable>(
    _ sources: repeat each O, file: StaticString, line: UInt
) -> CombineLatest<(repeat (each O).Message)> where repeat (each O).Message: Sendable {
    var origins: [AnyObject] = []
    for source in repeat each sources { origins.append(source) }
    return CombineLatest((repeat (each sources).latestMessage), of: origins) { observer, downstream, send in
        let site = ObservingSite(observer, observer.receiver, StartPoint((repeat each O).self, file, line))
        _ = site.combine(
            repeat each sources, limits: (repeat noLimit(for: (each O).Message.self)),
            extras: ObservationExtras(downstream: downstream),
            as: .messageWithAuthor { pull, author in
                send((repeat pull.next((each O).Message.self)), author)
            })
    }
}

/// `@unchecked` because the lock of the published state guards the latest message, and the rest
/// never changes.
extension CombineLatest: @unchecked Sendable {}
