extension MessageSource {

    /// Creates an observable that passes on the first message that fulfills a condition, and then
    /// stops observing.
    ///
    /// It's a ``prefix(_:file:line:)`` of one, behind a ``filter(_:file:line:)``.
    public func first(
        where condition: @escaping @Sendable (Message) -> Bool, file: StaticString = #fileID, line: UInt = #line
    ) -> Transform<Filter<Self>, Message> {
        filter(condition, file: file, line: line).prefix(1, file: file, line: line)
    }
}

extension Observing {

    /// Passes on only the first message that fulfills a condition. The observation ends with that,
    /// before the handler is called.
    public func first(where condition: @escaping @Sendable (Message) -> Bool) -> Observing<
        Message, Form, ObservingStage.Transforming
    > {
        filter(condition).once()
    }
}
