/// Combines the latest messages of several buffered observables: whenever one of them sends, it
/// sends all of them together.
///
/// ```swift
/// let position = x.new().combineLatest(y.new())
/// dog.observe(position).receive { x, y in … }
/// ```
///
/// It's the object to the combined observation of ``Observer``, where the details are. It's
/// buffered: its ``latestMessage`` is what it sent last, or what the observables had when it was
/// created. It holds the observables strongly. When one of them is closed, it sends nothing any
/// more.
///
/// It is `Sendable`, since its messages are.
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

    /// What was sent last, or what the observables had at first.
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

    /// Creates a buffered observable that sends the latest messages of this one and of others,
    /// whenever one of them sends.
    public func combineLatest<B: BufferedMessageSource & Sendable, each C: BufferedMessageSource & Sendable>(
        _ b: B, _ more: repeat each C, file: StaticString = #fileID, line: UInt = #line
    ) -> CombineLatest<(Message, B.Message, repeat (each C).Message)>
    where B.Message: Sendable, repeat (each C).Message: Sendable {
        combiningLatest(StartingWithLatest(self), b, repeat each more, file: file, line: line)
    }
}

extension MessageSource where Message: Sendable {

    /// Creates an observable that sends the latest messages of several, once all of them have one.
    ///
    /// ```swift
    /// let position = x.combineLatest(y)    // x and y are messengers
    /// ```
    ///
    /// After the first tuple, each message of an observable sends another one. Buffered observables
    /// have a latest message from the start, others after their first message. If all are buffered,
    /// the result is a ``CombineLatest``, which is buffered itself and requires `Sendable`
    /// observables. The new observable retains the others.
    ///
    /// **Order:** The messages of each observable keep their order. All observers see the same
    /// order. The author of a tuple is the author of the message that caused it.
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

    /// Also drops the latest messages, and accepts no further ones.
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

/// Where a pack is only a part of a tuple, the compiler makes closures that read the tuple wrongly.
/// So it's all there is.
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

/// `@unchecked` because the latest message is guarded by the lock of the published state, and the
/// rest never changes.
extension CombineLatest: @unchecked Sendable {}
