/// One observable of a combined observation, without the type of messages.
///
/// `@unchecked Sendable` because nothing of it changes, also in subclasses.
class AnyCombinedPart: @unchecked Sendable {

    /// Identifies the observable among all parts. An office only ever gets messages of one type.
    final let office: ObjectIdentifier

    init(of office: ObjectIdentifier) { self.office = office }

    /// The messenger of the observable, as long as that lives.
    var messenger: AnyObject? { nil }

    /// The same as a part that sends messages of that type.
    @inline(__always)
    final func of<Message>(_: Message.Type) -> CombinedPart<Message> {
        unsafeDowncast(self, to: CombinedPart<Message>.self)
    }
}

/// One observable of a combined observation, which sends messages of one type.
class CombinedPart<Message>: AnyCombinedPart, @unchecked Sendable {

    /// The latest message. If the observable is dead, this throws, and may end the group.
    func latestMessage(orEnd group: ObservationGroup) throws(CannotCombine) -> Message { throw CannotCombine() }
}

/// There's no message to call the handler of a combined observation with, or the observation has ended.
struct CannotCombine: Error {}
