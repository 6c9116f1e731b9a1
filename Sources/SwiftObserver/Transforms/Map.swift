/// Transforms each message of its origin.
///
/// If the origin is buffered, so is the map: its ``latestMessage`` is the transformed latest
/// message of the origin. Messages that are sent through the map itself don't change that.
///
/// A map is `Sendable` if its messages are.
public final class Map<Origin: MessageSource, Mapped>: Transform<Origin, Mapped> {

    init(_ origin: Origin, at startPoint: StartPoint, _ map: @escaping @Sendable (Origin.Message) -> Mapped) {
        self.map = map
        let office = PostOffice()
        super.init(
            origin, at: startPoint, office: office
        ) { _ in Rule.mapping(map).before(.relay { office.send($0, from: $1) }) }
    }

    fileprivate let map: @Sendable (Origin.Message) -> Mapped

    override var mayStartLater: Bool { true }

    /// Only called on a map whose origin is buffered.
    ///
    /// Looking up that conformance is cheaper than casting to a generic protocol.
    override func startWithLatest(_ observation: Observation<Mapped>) -> Bool {
        guard let map = self as? any BufferedTransform else { return false }
        map.startWithLatestOfOrigin(observation)
        return true
    }
}

extension Map: BufferedObservable, BufferedMessageSource where Origin: BufferedMessageSource {

    /// The transformed latest message of the origin.
    public var latestMessage: Mapped { map(currentOrigin.latestMessage) }
}

extension Map: BufferedTransform where Origin: BufferedMessageSource {

    func startWithLatestOfOrigin(_ observation: AnyObservation) {
        begin(PendingStart(of: observation.of(Mapped.self), ofMessenger: self), withLatest: map)
    }
}

extension MessageSource {

    /// Creates an observable that transforms each message.
    public func map<Mapped>(
        _ map: @escaping @Sendable (Message) -> Mapped, file: StaticString = #fileID, line: UInt = #line
    ) -> Map<Self, Mapped> {
        Map(self, at: StartPoint(Self.self, file, line), map)
    }
}

extension Observing {

    /// Transforms each message.
    public func map<Mapped>(_ map: @escaping @Sendable (Message) -> Mapped) -> Observing<
        Mapped, Form, ObservingStage.Transforming
    > {
        apply(.mapping(map))
    }
}

extension Observing where Form == ObservingForm.Plain {

    /// Transforms each message, and starts the observation.
    @discardableResult
    public func map<Mapped>(
        _ map: @escaping @Sendable (Message) -> Mapped, receive: @escaping @Sendable (Mapped) -> Void
    ) -> ObservationHandle {
        self.map(map).receive(receive)
    }
}

/// `@unchecked` because the closure never changes and is `Sendable`.
extension Map: @unchecked Sendable where Mapped: Sendable {}
