/// Passes on the first messages of its origin, and then stops observing it.
final class Prefix<Origin: MessageSource>: Transform<Origin, Origin.Message> {

    /// - Parameter rule: Makes a rule of what ends the observation.
    init(
        _ origin: Origin, at startPoint: StartPoint,
        rule: @escaping @Sendable (_ end: @escaping @Sendable () -> Void) -> Rule<Origin.Message, Origin.Message>
    ) {
        let office = PostOffice()
        super.init(origin, at: startPoint, office: office) { extras in
            let group = ObservationGroup()
            extras.group = group
            return rule { group.end() }.before(.relay { office.send($0, from: $1) })
        }
    }
}

extension Observing {

    /// Applies a rule that ends the observation.
    ///
    /// - Parameter rule: Makes a rule of what ends the observation, and of what does it if an operator that follows lets messages wait:
    ///   that first handles what waits.
    func applyEnding(
        _ rule:
            @escaping (_ end: @escaping @Sendable () -> Void, _ farewell: (@Sendable () -> Void)?)
            -> Rule<Message, Message>
    ) -> Observing<Message, Form, ObservingStage.Transforming> {
        step { _, handler, extras in
            let extras = extras ?? ObservationExtras(), group = extras.group ?? ObservationGroup()
            extras.group = group
            return (rule({ group.end() }, extras.farewell).before(handler), extras)
        }
    }
}

extension Rule where Input == Output {

    /// Passes on so many messages.
    ///
    /// - Parameters:
    ///   - end: Ends the observation, before the handler is called with the last message.
    ///   - farewell: What is done in place of that, after the last message was passed on.
    static func first(
        _ count: Int, _ end: @escaping @Sendable () -> Void, orAfterwards farewell: (@Sendable () -> Void)? = nil
    ) -> Rule {
        let rest = HandlerState(count)
        return Rule(readsAuthor: false) { message, _, pass in
            let left = rest.value - 1
            if left < 0 { return }
            rest.set(left)
            if left == 0, farewell == nil { end() }
            pass(message)
            if left == 0 { farewell?() }
        }
    }
}

/// Stops the program if no message is wanted.
private func checkPrefix(_ count: Int, _ file: StaticString, _ line: UInt) {
    if count < 1 { Misuse.countBelowOne.stop(file: file, line: line) }
}

extension MessageSource {

    /// Creates an observable that passes on so many messages, and then stops observing this one.
    ///
    /// What is sent through the new observable itself doesn't count. If its origin is replaced, the number begins anew. If the number is below 1, the program stops.
    public func prefix(_ count: Int, file: StaticString = #fileID, line: UInt = #line) -> Transform<Self, Message> {
        checkPrefix(count, file, line)
        return Prefix(self, at: StartPoint(Self.self, file, line)) { end in .first(count, end) }
    }
}

extension Observing {

    /// Passes on so many messages. The observation ends with the last one, before the handler is called with that. If an operator
    /// that follows lets messages wait for their time, the last one flushes it: what waits is handled at once, and then the
    /// observation ends.
    ///
    /// If the number is below 1, the program stops.
    public func prefix(_ count: Int) -> Observing<Message, Form, ObservingStage.Transforming> {
        checkPrefix(count, site.startPoint.file, site.startPoint.line)
        return applyEnding { end, farewell in .first(count, end, orAfterwards: farewell) }
    }

    /// Passes on only the next message. The observation ends with that, before the handler is called.
    ///
    /// It's ``prefix(_:)`` of one. On a place, messages that are sent before the first one is handled wait and are discarded.
    public func once() -> Observing<Message, Form, ObservingStage.Transforming> { prefix(1) }
}

/// `@unchecked` because it adds nothing to a transform.
extension Prefix: @unchecked Sendable where Origin.Message: Sendable {}
