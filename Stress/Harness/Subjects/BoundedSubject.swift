import Dispatch
import StressSupport
import SwiftObserver

/// A messenger whose observers say how many messages may wait for them.
protocol BoundedSubject: AnyObject, Sendable {
    init()
    func send(_ message: CountedMessage)

    /// Starts to observe in place.
    func observe(_ receive: @escaping @Sendable (CountedMessage) -> Void) -> any SubjectObservation

    /// Starts to observe on a queue, one by one or in batches of so many.
    func observe(
        on queue: DispatchQueue, buffering: MessageBuffering, batches: Int?, missed: @escaping @Sendable (Int) -> Void,
        receive: @escaping @Sendable ([CountedMessage]) -> Void
    ) -> any SubjectObservation

    /// Starts to hear messages and gaps.
    func hear(buffering: MessageBuffering) -> Messages<MessageOrGap<CountedMessage>>
}

/// The messenger of the library, which is to be attacked. Subclasses break it.
class SwiftObserverBoundedMessenger: BoundedSubject, @unchecked Sendable {

    private let messenger = Messenger<CountedMessage>()

    required init() {}

    func send(_ message: CountedMessage) { messenger.send(message) }

    func observe(_ receive: @escaping @Sendable (CountedMessage) -> Void) -> any SubjectObservation {
        let observation = BoundedObservation()
        observation.observe(messenger, receive: receive)
        return observation
    }

    func observe(
        on queue: DispatchQueue, buffering: MessageBuffering, batches: Int?, missed: @escaping @Sendable (Int) -> Void,
        receive: @escaping @Sendable ([CountedMessage]) -> Void
    ) -> any SubjectObservation {
        let observation = BoundedObservation()
        if let batches {
            observation.observe(messenger).on(queue).buffering(buffering).missed(missed).batches(upTo: batches).receive(
                receive)
        } else {
            observation.observe(messenger).on(queue).buffering(buffering).missed(missed).receive { receive([$0]) }
        }
        return observation
    }

    func hear(buffering: MessageBuffering) -> Messages<MessageOrGap<CountedMessage>> {
        messenger.messagesAndGaps(buffering: buffering)
    }
}

private final class BoundedObservation: Observer, SubjectObservation {
    let receiver = Receiver()
    func stop() { stopObserving() }
}
