/// Passes on the messages of its origin that fulfill a condition.
///
/// It's `Sendable` if its messages are.
public final class Filter<Origin: MessageSource>: Transform<Origin, Origin.Message> {

    init(_ origin: Origin, at startPoint: StartPoint, _ condition: @escaping @Sendable (Origin.Message) -> Bool) {
        self.condition = condition
        let office = PostOffice()
        super.init(
            origin, at: startPoint, office: office
        ) { _ in Rule.passing(condition).before(.relay { office.send($0, from: $1) }) }
    }

    /// The condition, as in `shortTexts.condition("too long?")`.
    ///
    /// Call it to find out whether a message would get through.
    public let condition: @Sendable (Origin.Message) -> Bool
}

extension MessageSource {

    /// Creates an observable that sends only the messages that fulfill a condition.
    public func filter(
        _ condition: @escaping @Sendable (Message) -> Bool, file: StaticString = #fileID, line: UInt = #line
    ) -> Filter<Self> {
        Filter(self, at: StartPoint(Self.self, file, line), condition)
    }
}

extension Observing {

    /// Drops messages that don't fulfill a condition.
    public func filter(_ condition: @escaping @Sendable (Message) -> Bool) -> Observing<
        Message, Form, ObservingStage.Transforming
    > {
        apply(.passing(condition))
    }
}

extension Observing where Form == ObservingForm.Plain {

    /// Drops messages that don't fulfill a condition, and starts the observation.
    @discardableResult
    public func filter(
        _ condition: @escaping @Sendable (Message) -> Bool, receive: @escaping @Sendable (Message) -> Void
    ) -> ObservationHandle {
        filter(condition).receive(receive)
    }
}

/// `@unchecked` because the condition never changes and is itself `Sendable`.
extension Filter: @unchecked Sendable where Origin.Message: Sendable {}
