/// Passes on the first messages of its origin, and then stops observing it.
///
/// What is sent through the prefix itself doesn't count. If the origin is replaced, the number begins anew. It is `Sendable` if its
/// messages are.
public final class Prefix<Origin: MessageSource>: Transform<Origin, Origin.Message> {

    init(_ origin: Origin, at startPoint: StartPoint, _ count: Int) {
        let office = PostOffice()
        super.init(origin, at: startPoint, office: office) {
            let group = ObservationGroup()
            return HandlerOfOrigin(
                Rule.first(count, ending: group).before(.relay { office.send($0, from: $1) }), endingWith: group)
        }
    }
}

extension Rule where Input == Output {

    /// Passes on so many messages. With the last one, the observation ends, before the handler is called.
    fileprivate static func first(_ count: Int, ending group: ObservationGroup) -> Rule {
        let rest = HandlerState(count)
        return Rule(readsAuthor: false) { message, _, pass in
            let left = rest.value - 1
            if left < 0 { return }
            rest.set(left)
            if left == 0 { group.end() }
            pass(message)
        }
    }
}

/// Stops the program if no message is wanted.
private func checkPrefix(_ count: Int) { if count < 1 { Misuse.countBelowOne.stop() } }

extension MessageSource {

    /// Creates an observable that passes on so many messages, and then stops observing this one.
    ///
    /// If the number is below 1, the program stops.
    public func prefix(_ count: Int, file: StaticString = #fileID, line: UInt = #line) -> Prefix<Self> {
        checkPrefix(count)
        return Prefix(self, at: StartPoint(Self.self, file, line), count)
    }
}

extension AdHocTransform {

    /// Passes on so many messages. The observation ends with the last one, before the handler is called with that.
    ///
    /// If the number is below 1, the program stops.
    public func prefix(_ count: Int) -> AdHocTransform {
        checkPrefix(count)
        return apply { group in .first(count, ending: group) }
    }
}

/// `@unchecked` because it adds nothing to a transform.
extension Prefix: @unchecked Sendable where Origin.Message: Sendable {}
