/// Drops each message that equals the last one that got through.
///
/// The first message of an origin always gets through. The latest message is kept, to compare the
/// next ones with it.
///
/// If the origin is buffered, so is this: its ``latestMessage`` is that of the origin. An
/// observation that starts with it may receive an equal message next, if that message is the first
/// of the origin.
///
/// It's `Sendable` if its messages are.
public final class RemoveDuplicates<Origin: MessageSource>: Transform<Origin, Origin.Message> {

    override var mayStartLater: Bool { true }

    /// Only called if the origin is buffered. See ``Map``.
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

    /// Passes on messages that differ from the last one. The comparison is client code.
    fileprivate static func removingDuplicates(by areEqual: @escaping @Sendable (Input, Input) -> Bool) -> Rule {
        let latest = HandlerState<Input>()
        return Rule(readsAuthor: false) { message, _, pass in
            if latest.isSet, areEqual(latest.value, message) { return }
            latest.set(message)
            pass(message)
        }
    }
}

/// Returns the `==` of a type as a closure that any thread may call.
private func equality<Value: Equatable & SendableMetatype>(_: Value.Type) -> @Sendable (Value, Value) -> Bool {
    { $0 == $1 }
}

extension MessageSource {

    /// Creates an observable that drops messages that a closure finds equal to the last one.
    ///
    /// The closure compares each message with the last one that got through.
    public func removeDuplicates(
        by areEqual: @escaping @Sendable (Message, Message) -> Bool, file: StaticString = #fileID, line: UInt = #line
    ) -> RemoveDuplicates<Self> {
        RemoveDuplicates(self, at: StartPoint(Self.self, file, line), rule: .removingDuplicates(by: areEqual))
    }

    /// Creates an observable that drops each message that equals the last one that got through.
    public func removeDuplicates(file: StaticString = #fileID, line: UInt = #line) -> RemoveDuplicates<Self>
    where Message: Equatable & SendableMetatype {
        removeDuplicates(by: equality(Message.self), file: file, line: line)
    }
}

extension Observing {

    /// Drops messages that a closure finds equal to the last one that got through.
    public func removeDuplicates(by areEqual: @escaping @Sendable (Message, Message) -> Bool) -> Observing<
        Message, Form, ObservingStage.Transforming
    > {
        apply(.removingDuplicates(by: areEqual))
    }

    /// Drops each message that equals the last one that got through.
    ///
    /// The first message always gets through.
    public func removeDuplicates() -> Observing<Message, Form, ObservingStage.Transforming>
    where Message: Equatable & SendableMetatype {
        removeDuplicates(by: equality(Message.self))
    }
}

/// `@unchecked` because it adds nothing to a transform.
extension RemoveDuplicates: @unchecked Sendable where Origin.Message: Sendable {}
