/// Sends the first messages of several observables together, then the second ones, and so on.
final class Zip<Message>: Gathering<Message> {

    /// Also drops all messages that wait for a counterpart, and accepts no more messages.
    override func refuseMessages() {
        super.refuseMessages()
        endObservations()
    }
}

/// Creates an observable that sends the nth messages of several observables together.
///
/// ```swift
/// let answered = zip(questions, answers)
/// dog.observe(answered).receive { question, answer in … }
/// ```
///
/// A message waits until each other observable has sent its counterpart. The number of messages
/// that wait isn't limited. The author of a tuple is the author of the message that completes it.
/// The new observable retains the others.
///
/// Unlike other operators, this is a function: as a member, it would hide `zip` of the standard
/// library in observable classes.
///
/// **Order:** The messages of each observable keep their order. All observers see the same order.
///
/// - Complexity: O(1) for a message, regardless of how many wait.
@_disfavoredOverload
public func zip<A: MessageSource, B: MessageSource, each C: MessageSource>(
    _ a: A, _ b: B, _ more: repeat each C, file: StaticString = #fileID, line: UInt = #line
) -> Messenger<(A.Message, B.Message, repeat (each C).Message)>
where A.Message: Sendable, B.Message: Sendable, repeat (each C).Message: Sendable {
    zipping(a, b, repeat each more, at: StartPoint(A.self, file, line))
}

/// Makes the pack the whole tuple.
///
/// If a pack is only a part of a tuple, the compiler generates closures that misread the tuple.
private func zipping<each Source: MessageSource>(
    _ sources: repeat each Source, at startPoint: StartPoint
) -> Messenger<(repeat (each Source).Message)> where repeat (each Source).Message: Sendable {
    gather(repeat each sources, keepingLatest: false, at: startPoint, as: Zip<(repeat (each Source).Message)>.self)
}

/// `@unchecked` because it adds nothing.
extension Zip: @unchecked Sendable where Message: Sendable {}
