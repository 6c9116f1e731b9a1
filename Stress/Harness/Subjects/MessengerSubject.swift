import Dispatch
import SwiftObserver

/// The part of a messenger that scenarios need, so that they also run with broken ones.
protocol MessengerSubject: AnyObject, Sendable {
    init()
    func send(_ stamp: Stamp)
    func observe(_ receive: @escaping @Sendable (Stamp) -> Void) -> any SubjectObservation
}

/// A messenger with observations on queues.
protocol HoppingSubject: MessengerSubject {
    func observe(on queue: DispatchQueue, _ receive: @escaping @Sendable (Stamp) -> Void) -> any SubjectObservation
}

/// A messenger that delivers everything on the queue on which it was created.
protocol QueueSubject: MessengerSubject {
    init(on queue: DispatchQueue)
}

/// A messenger that knows the authors of its messages.
protocol AuthorSubject: MessengerSubject {
    /// The object that replaces dead authors.
    var standIn: AnyObject { get }
    func send(_ stamp: Stamp, from author: AnyObject)
    func observe(
        on queue: DispatchQueue?, withAuthor receive: @escaping @Sendable (Stamp, AnyObject) -> Void
    ) -> any SubjectObservation
}

/// An observation, which also ends when it dies.
protocol SubjectObservation: AnyObject, Sendable {
    func stop()
}

/// The library's messenger under attack.
final class SwiftObserverMessenger: HoppingSubject, QueueSubject, AuthorSubject, ActorSubject {

    private let messenger: Messenger<Stamp>

    init() { messenger = Messenger() }
    init(on queue: DispatchQueue) { messenger = Messenger(on: queue) }

    var standIn: AnyObject { messenger }

    func send(_ stamp: Stamp) { messenger.send(stamp) }
    func send(_ stamp: Stamp, from author: AnyObject) { messenger.send(stamp, from: author) }

    func observe(_ receive: @escaping @Sendable (Stamp) -> Void) -> any SubjectObservation {
        observation { $0.observe(messenger, receive: receive) }
    }

    func observe(on queue: DispatchQueue, _ receive: @escaping @Sendable (Stamp) -> Void) -> any SubjectObservation {
        observation { $0.observe(messenger, on: queue, receive: receive) }
    }

    func observe(
        on queue: DispatchQueue?, withAuthor receive: @escaping @Sendable (Stamp, AnyObject) -> Void
    ) -> any SubjectObservation {
        observation { observation in
            if let queue {
                observation.observe(messenger, on: queue, receive: receive)
            } else {
                observation.observe(messenger, receive: receive)
            }
        }
    }

    func observe(
        on actor: HandlingActor, _ receive: @escaping @Sendable (isolated HandlingActor, Stamp) -> Void
    ) -> any SubjectObservation {
        observation { $0.observe(messenger, on: actor, receive: receive) }
    }

    private func observation(_ observe: (MessengerObservation) -> Void) -> any SubjectObservation {
        let observation = MessengerObservation(messenger)
        observe(observation)
        return observation
    }
}

private final class MessengerObservation: Observer, SubjectObservation {
    let receiver = Receiver()
    private nonisolated(unsafe) weak var messenger: Messenger<Stamp>?
    init(_ messenger: Messenger<Stamp>) { self.messenger = messenger }
    func stop() { if let messenger { stopObserving(messenger) } }
}
