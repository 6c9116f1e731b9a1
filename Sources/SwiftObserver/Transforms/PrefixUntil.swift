/// Passes on the messages of its origin until another observable sends something.
final class PrefixUntil<Origin: MessageSource>: Transform<Origin, Origin.Message> {

    init<Other: MessageSource & SendableMetatype>(_ origin: Origin, at startPoint: StartPoint, until other: Other) {
        let office = PostOffice(), type: Any.Type = PrefixUntil.self
        let otherPoint = StartPoint(Other.self, startPoint.file, startPoint.line)

        // It is only observed, and what it sends isn't read.
        let other = UncheckedSendable(other)
        super.init(origin, at: startPoint, office: office) { extras in
            let messenger = other.value.sourceMessenger.messenger, group = Protected<ObservationGroup?>(nil)
            let end = Observation.forwarding(messenger, to: office, of: type, at: otherPoint) { _ in
                .relay { _, _ in group.copy()?.end() }
            }

            // When the other observable is closed, this one goes on. So that one only follows.
            let followed = ObservationGroup(followedBy: end)
            _ = group.exchange(followed)
            extras.group = followed
            messenger.start(end)
            return .relay { office.send($0, from: $1) }
        }
    }
}

extension MessageSource {

    /// Creates an observable that passes on messages until another observable sends one, and then
    /// stops observing both.
    ///
    /// ```swift
    /// let beforeShutdown = orders.prefix(untilOutputFrom: shutdown)
    /// ```
    ///
    /// What the other one sends isn't passed on. It's held strongly. If it's closed without having
    /// sent, all messages come through. If the origin of the new observable is replaced, it begins
    /// anew.
    ///
    /// **Order:** When `send` of the other one has returned, nothing comes through any more, except
    /// for a message that another thread is just passing on, or if the other one delivers on a
    /// queue.
    public func prefix(
        untilOutputFrom other: some MessageSource & SendableMetatype, file: StaticString = #fileID, line: UInt = #line
    ) -> Transform<Self, Message> {
        PrefixUntil(self, at: StartPoint(Self.self, file, line), until: other)
    }
}

/// `@unchecked` because it adds nothing to a transform.
extension PrefixUntil: @unchecked Sendable where Origin.Message: Sendable {}
