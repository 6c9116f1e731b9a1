/// Transforms each message of its origin.
///
/// If the origin is buffered, so is the map: its ``latestMessage`` is the transformed latest message of the origin.
/// Messages that someone sends through the map itself don't change that.
public final class Map<Origin: Observable, Mapped>: Transform<Origin, Mapped> {

    init(_ origin: Origin, _ map: @escaping @Sendable (Origin.Message) -> Mapped) {
        self.map = map
        let office = PostOffice()
        super.init(origin, office: office, handler: Rule(map).before(.relay { office.send($0, from: $1) }))
    }

    fileprivate let map: @Sendable (Origin.Message) -> Mapped
}

extension Map: BufferedObservable where Origin: BufferedObservable {

    /// The transformed latest message of the origin.
    public var latestMessage: Mapped { map(origin.latestMessage) }
}

extension Observable {

    /// Creates an observable that transforms each message.
    public func map<Mapped>(_ map: @escaping @Sendable (Message) -> Mapped) -> Map<Self, Mapped> {
        Map(self, map)
    }
}

extension AdHocTransform {

    /// Transforms each message.
    public func map<Mapped>(_ map: @escaping @Sendable (Message) -> Mapped) -> AdHocTransform<Mapped> {
        apply(Rule(map))
    }

    /// Transforms each message and starts the observation.
    public func map<Mapped>(
        _ map: @escaping @Sendable (Message) -> Mapped, receive: @escaping @Sendable (Mapped) -> Void
    ) {
        self.map(map).receive(receive)
    }

    /// Transforms each message and starts the observation with a handler that also gets the authors of messages.
    public func map<Mapped>(
        _ map: @escaping @Sendable (Message) -> Mapped, receive: @escaping @Sendable (Mapped, AnyObject) -> Void
    ) {
        self.map(map).receive(receive)
    }
}

extension Map: @unchecked Sendable where Mapped: Sendable {}
