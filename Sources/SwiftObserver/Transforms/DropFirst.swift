/// Drops the first messages of its origin.
final class DropFirst<Origin: MessageSource>: Transform<Origin, Origin.Message> {}

extension Rule where Input == Output {

    /// Drops the given number of messages.
    fileprivate static func droppingFirst(_ count: Int) -> Rule {
        let rest = HandlerState(count)
        return Rule(readsAuthor: false) { message, _, pass in
            let left = rest.value
            if left > 0 { rest.set(left - 1) } else { pass(message) }
        }
    }
}

/// Stops the program if the number is below 0.
private func checkDrop(_ count: Int, _ file: StaticString, _ line: UInt) {
    if count < 0 { Misuse.countBelowZero.stop(file: file, line: line) }
}

extension MessageSource {

    /// Creates an observable that drops the given number of messages, and passes on the rest.
    ///
    /// If its origin is replaced, it starts over. If the number is below 0, the program stops.
    public func dropFirst(
        _ count: Int = 1, file: StaticString = #fileID, line: UInt = #line
    ) -> Transform<Self, Message> {
        checkDrop(count, file, line)
        return DropFirst(self, at: StartPoint(Self.self, file, line), rule: .droppingFirst(count))
    }
}

extension Observing {

    /// Drops the given number of messages, and passes on the rest.
    ///
    /// If the number is below 0, the program stops.
    public func dropFirst(_ count: Int = 1) -> Observing<Message, Form, ObservingStage.Transforming> {
        checkDrop(count, site.startPoint.file, site.startPoint.line)
        return apply(.droppingFirst(count))
    }
}

/// `@unchecked` because it adds nothing to a transform.
extension DropFirst: @unchecked Sendable where Origin.Message: Sendable {}
