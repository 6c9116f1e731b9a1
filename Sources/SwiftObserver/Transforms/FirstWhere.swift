extension MessageSource {

    /// Creates an observable that passes on the first message that fulfills a condition.
    ///
    /// After that message, it stops observing this observable. Replacing its origin starts over.
    public func first(
        where condition: @escaping @Sendable (Message) -> Bool, file: StaticString = #fileID, line: UInt = #line
    ) -> Transform<Self, Message> {
        Prefix(self, at: StartPoint(Self.self, file, line)) { end in
            Rule.passing(condition).then(.first(1, end))
        }
    }
}

extension Observing {

    /// Passes on only the first message that fulfills a condition, and ends the observation.
    ///
    /// The observation ends as with a ``prefix(_:)`` of one.
    public func first(where condition: @escaping @Sendable (Message) -> Bool) -> Observing<
        Message, Form, ObservingStage.Transforming
    > {
        applyEnding { end, farewell in Rule.passing(condition).then(.first(1, end, orAfterwards: farewell)) }
    }
}
