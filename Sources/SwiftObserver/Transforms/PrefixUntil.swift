/// Passes on the messages of its origin until another observable sends a message.
final class PrefixUntil<Origin: MessageSource>: Transform<Origin, Origin.Message> {

    init<Other: MessageSource & SendableMetatype>(_ origin: Origin, at startPoint: StartPoint, until other: Other) {
        let office = PostOffice(), type: Any.Type = PrefixUntil.self
        let otherPoint = StartPoint(Other.self, startPoint.file, startPoint.line)

        // It's only observed, and its messages aren't read.
        let other = Protected<UncheckedSendable<Other>?>(UncheckedSendable(other))
        release = { Trampoline.release(other.exchange(nil)) }
        super.init(origin, at: startPoint, office: office) { extras in
            if let other = other.copy() {
                extras.group = endingGroup(
                    endedBy: other.value.sourceMessenger.messenger, of: type, for: office, at: otherPoint)
            }
            return .relay { office.send($0, from: $1) }
        }
    }

    deinit { release() }

    /// Releases the other observable.
    ///
    /// This needs no long stack, even if that observable was created in the same way.
    private let release: @Sendable () -> Void
}

/// Creates a group that ends when the other observable sends a message.
///
/// The observation of the other observable ends with the group. If the other observable is closed,
/// the group stays.
private func endingGroup<Message>(
    endedBy messenger: Messenger<Message>, of type: Any.Type, for office: PostOffice, at startPoint: StartPoint
) -> ObservationGroup {
    let group = Protected<ObservationGroup?>(nil)
    let end = Observation.forwarding(messenger, to: office, of: type, at: startPoint) { _ in
        .relay { _, _ in group.copy()?.end() }
    }
    let followed = ObservationGroup(followedBy: end)
    _ = group.exchange(followed)
    messenger.start(end)
    return followed
}

extension MessageSource {

    /// Creates an observable that passes on messages until another observable sends one.
    ///
    /// ```swift
    /// let beforeShutdown = orders.prefix(untilOutputFrom: shutdown)
    /// ```
    ///
    /// When the other observable sends, the new one stops observing both. It doesn't pass on
    /// messages of the other observable. It retains both. If the other observable is closed before
    /// it sends, all messages are passed on. Replacing the origin of the new observable starts
    /// over.
    ///
    /// **Order:** Passing on ends when the other observable delivers its message. That's before its
    /// `send` returns, unless it's busy or delivers on a queue. After that, at most one message
    /// follows, which another thread is passing on at that moment.
    public func prefix(
        untilOutputFrom other: some MessageSource & SendableMetatype, file: StaticString = #fileID, line: UInt = #line
    ) -> Transform<Self, Message> {
        PrefixUntil(self, at: StartPoint(Self.self, file, line), until: other)
    }
}

/// `@unchecked` because it adds nothing to a transform.
extension PrefixUntil: @unchecked Sendable where Origin.Message: Sendable {}
