extension MessageSource {

    /// Creates an observable that passes on the first message that fulfills a condition, and then
    /// stops observing this one.
    ///
    /// If the origin of the new observable is replaced, it begins anew.
    public func first(
        where condition: @escaping @Sendable (Message) -> Bool, file: StaticString = #fileID, line: UInt = #line
    ) -> Transform<Self, Message> {
        Prefix(self, at: StartPoint(Self.self, file, line)) { end in
            Rule.passing(condition).then(.first(1, end))
        }
    }
}

extension Observing {

    /// Passes on only the first message that fulfills a condition. The observation ends with that,
    /// as with a ``prefix(_:)`` of one.
    public func first(where condition: @escaping @Sendable (Message) -> Bool) -> Observing<
        Message, Form, ObservingStage.Transforming
    > {
        applyEnding { end, farewell in Rule.passing(condition).then(.first(1, end, orAfterwards: farewell)) }
    }
}
