/// Suppresses each message that equals the last one that got through.
///
/// The first message that comes from an origin always gets through. It's kept, to compare the next ones with it, until another one gets through.
/// If the origin is buffered, so is this: its ``latestMessage`` is that of the origin. Who starts with that may get an equal one right after it, if it's the
/// first one that comes.
///
/// It is `Sendable` if its messages are.
public final class RemoveDuplicates<Origin: MessageSource>: Transform<Origin, Origin.Message> {

    override var mayStartLater: Bool { true }

    /// Only if the origin is buffered, this can be asked for. See ``Map``.
    override func startWithLatest(_ observation: Observation<Origin.Message>) -> Bool {
        guard let transform = self as? any BufferedTransform else { return false }
        transform.startWithLatestOfOrigin(observation)
        return true
    }
}

extension RemoveDuplicates: BufferedObservable, BufferedMessageSource where Origin: BufferedMessageSource {

    /// The latest message of the origin.
    public var latestMessage: Origin.Message { currentOrigin.latestMessage }
}

extension RemoveDuplicates: BufferedTransform where Origin: BufferedMessageSource {

    func startWithLatestOfOrigin(_ observation: AnyObservation) {
        begin(PendingStart(of: observation.of(Origin.Message.self), ofMessenger: self)) { $0 }
    }
}

extension Rule where Input == Output {

    /// Passes on what differs from the last message that was passed on. The comparison is a client's.
    fileprivate static func removingDuplicates(by areEqual: @escaping @Sendable (Input, Input) -> Bool) -> Rule {
        let latest = HandlerState<Input>()
        return Rule(readsAuthor: false) { message, _, pass in
            if latest.isSet, areEqual(latest.value, message) { return }
            latest.set(message)
            pass(message)
        }
    }
}

/// The `==` of a type as a closure that can be anywhere.
private func equality<Value: Equatable & SendableMetatype>(_: Value.Type) -> @Sendable (Value, Value) -> Bool {
    { $0 == $1 }
}

extension MessageSource {

    /// Creates an observable that suppresses each message that a closure finds equal to the last one that got through.
    public func removeDuplicates(
        by areEqual: @escaping @Sendable (Message, Message) -> Bool, file: StaticString = #fileID, line: UInt = #line
    ) -> RemoveDuplicates<Self> {
        RemoveDuplicates(self, at: StartPoint(Self.self, file, line), rule: .removingDuplicates(by: areEqual))
    }

    /// Creates an observable that suppresses each message that equals the last one that got through.
    public func removeDuplicates(file: StaticString = #fileID, line: UInt = #line) -> RemoveDuplicates<Self>
    where Message: Equatable & SendableMetatype {
        removeDuplicates(by: equality(Message.self), file: file, line: line)
    }
}

extension Observing {

    /// Suppresses each message that a closure finds equal to the last one that got through.
    public func removeDuplicates(by areEqual: @escaping @Sendable (Message, Message) -> Bool) -> Observing<
        Message, Form, ObservingStage.Transforming
    > {
        apply(.removingDuplicates(by: areEqual))
    }

    /// Suppresses each message that equals the last one that got through. The first one always gets through.
    public func removeDuplicates() -> Observing<Message, Form, ObservingStage.Transforming>
    where Message: Equatable & SendableMetatype {
        removeDuplicates(by: equality(Message.self))
    }
}

/// `@unchecked` because it adds nothing to a transform.
extension RemoveDuplicates: @unchecked Sendable where Origin.Message: Sendable {}
