import Dispatch
import StressSupport
import SwiftObserver

/// A messenger whose observers set limits for waiting messages.
protocol BoundedSubject: AnyObject, Sendable {
    init()
    func send(_ message: CountedMessage)

    /// Starts to observe in place.
    func observe(_ receive: @escaping @Sendable (CountedMessage) -> Void) -> any SubjectObservation

    /// Starts to observe on a queue, one by one or in batches of this size.
    func observe(
        on queue: DispatchQueue, buffering: MessageBuffering, batches: Int?, missed: @escaping @Sendable (Int) -> Void,
        receive: @escaping @Sendable ([CountedMessage]) -> Void
    ) -> any SubjectObservation

    /// Starts to receive messages and gaps.
    func hear(buffering: MessageBuffering) -> Messages<MessageOrGap<CountedMessage>>
}

/// The library's messenger under attack. Subclasses break it.
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
