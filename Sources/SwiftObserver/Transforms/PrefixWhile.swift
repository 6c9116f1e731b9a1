extension Rule where Input == Output {

    /// Passes on messages until one doesn't fulfill a condition, and then ends the observation.
    fileprivate static func passing(
        while condition: @escaping @Sendable (Input) -> Bool, _ end: @escaping @Sendable () -> Void
    ) -> Rule {
        let isOver = HandlerState(false)
        return Rule(readsAuthor: false) { message, _, pass in
            if isOver.value { return }
            if condition(message) { return pass(message) }
            isOver.set(true)
            end()
        }
    }
}

extension MessageSource {

    /// Creates an observable that passes on messages until one doesn't fulfill a condition.
    ///
    /// That message isn't passed on. The new observable then stops observing this one. Replacing
    /// its origin starts over.
    public func prefix(
        while condition: @escaping @Sendable (Message) -> Bool, file: StaticString = #fileID, line: UInt = #line
    ) -> Transform<Self, Message> {
        Prefix(self, at: StartPoint(Self.self, file, line)) { end in .passing(while: condition, end) }
    }
}

extension Observing {

    /// Passes on messages until one doesn't fulfill a condition, and then ends the observation.
    ///
    /// That message isn't passed on. If a later operator on a clock holds messages, they are
    /// handled before the end.
    public func prefix(while condition: @escaping @Sendable (Message) -> Bool) -> Observing<
        Message, Form, ObservingStage.Transforming
    > {
        applyEnding { end, farewell in .passing(while: condition, farewell ?? end) }
    }
}
