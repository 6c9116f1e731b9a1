/// Passes on the first messages of its origin, and then stops observing it.
final class Prefix<Origin: MessageSource>: Transform<Origin, Origin.Message> {

    /// - Parameter rule: Makes a rule from the closure that ends the observation.
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
    /// - Parameter rule: Makes a rule from two closures. The first one ends the observation. The
    ///   second one replaces it if a later operator is on a clock: it handles the held messages
    ///   before it ends the observation.
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

    /// Passes on the given number of messages.
    ///
    /// - Parameters:
    ///   - end: Ends the observation, before the handler is called with the last message.
    ///   - farewell: If given, is called instead of `end`, after the last message was passed on.
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

/// Stops the program if the number is below 1.
private func checkPrefix(_ count: Int, _ file: StaticString, _ line: UInt) {
    if count < 1 { Misuse.countBelowOne.stop(file: file, line: line) }
}

extension MessageSource {

    /// Creates an observable that passes on the given number of messages.
    ///
    /// After the last one, it stops observing this observable. Messages that are sent through the
    /// new observable itself don't count. Replacing its origin starts over. If the number is below
    /// 1, the program stops.
    public func prefix(_ count: Int, file: StaticString = #fileID, line: UInt = #line) -> Transform<Self, Message> {
        checkPrefix(count, file, line)
        return Prefix(self, at: StartPoint(Self.self, file, line)) { end in .first(count, end) }
    }
}

extension Observing {

    /// Passes on the given number of messages, and ends the observation.
    ///
    /// The observation ends before the handler is called with the last message. If a later operator
    /// is on a clock, the last message flushes it: its held messages are handled at once, and then
    /// the observation ends.
    ///
    /// If the number is below 1, the program stops.
    public func prefix(_ count: Int) -> Observing<Message, Form, ObservingStage.Transforming> {
        checkPrefix(count, site.startPoint.file, site.startPoint.line)
        return applyEnding { end, farewell in .first(count, end, orAfterwards: farewell) }
    }

    /// Passes on only the next message, and ends the observation.
    ///
    /// This is ``prefix(_:)`` of one: the observation ends before the handler is called. On a
    /// place, messages that are sent before the first one is handled wait, and are discarded.
    public func once() -> Observing<Message, Form, ObservingStage.Transforming> { prefix(1) }
}

/// `@unchecked` because it adds nothing to a transform.
extension Prefix: @unchecked Sendable where Origin.Message: Sendable {}
