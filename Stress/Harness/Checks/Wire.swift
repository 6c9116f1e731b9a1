import Dispatch
import SwiftObserver

/// The little that the shared checks ask of an observable, so that they can run against broken ones, too.
protocol Wire: AnyObject, Sendable {
    init()
    func send(_ stamp: Stamp)
    func observe(_ receive: @escaping @Sendable (Stamp) -> Void) -> any Line
}

/// A wire whose observers may want to be called on queues.
protocol HopWire: Wire {
    func observe(on queue: DispatchQueue, _ receive: @escaping @Sendable (Stamp) -> Void) -> any Line
}

/// A wire that delivers everything on the queue on which it was created.
protocol QueueWire: Wire {
    init(on queue: DispatchQueue)
}

/// A wire that knows who wrote its messages.
protocol AuthorWire: Wire {
    /// Is handed out in place of dead authors.
    var standIn: AnyObject { get }
    func send(_ stamp: Stamp, from author: AnyObject)
    func observe(
        on queue: DispatchQueue?, withAuthor receive: @escaping @Sendable (Stamp, AnyObject) -> Void
    ) -> any Line
}

/// One observation, which also ends when it dies.
protocol Line: AnyObject, Sendable {
    func stop()
}

/// The wire that is to be attacked.
final class SwiftObserverWire: HopWire, QueueWire, AuthorWire, ActorWire {

    private let messenger: Messenger<Stamp>

    init() { messenger = Messenger() }
    init(on queue: DispatchQueue) { messenger = Messenger(on: queue) }

    var standIn: AnyObject { messenger }

    func send(_ stamp: Stamp) { messenger.send(stamp) }
    func send(_ stamp: Stamp, from author: AnyObject) { messenger.send(stamp, from: author) }

    func observe(_ receive: @escaping @Sendable (Stamp) -> Void) -> any Line {
        line { $0.observe(messenger, receive: receive) }
    }

    func observe(on queue: DispatchQueue, _ receive: @escaping @Sendable (Stamp) -> Void) -> any Line {
        line { $0.observe(messenger, on: queue, receive: receive) }
    }

    func observe(
        on queue: DispatchQueue?, withAuthor receive: @escaping @Sendable (Stamp, AnyObject) -> Void
    ) -> any Line {
        line { line in
            if let queue {
                line.observe(messenger, on: queue, receive: receive)
            } else {
                line.observe(messenger, receive: receive)
            }
        }
    }

    func observe(
        on actor: Place, _ receive: @escaping @Sendable (isolated Place, Stamp) -> Void
    ) -> any Line {
        line { $0.observe(messenger, on: actor, receive: receive) }
    }

    private func line(_ observe: (ObserverLine) -> Void) -> any Line {
        let line = ObserverLine(messenger)
        observe(line)
        return line
    }
}

private final class ObserverLine: Observer, Line {
    let receiver = Receiver()
    private weak let messenger: Messenger<Stamp>?
    init(_ messenger: Messenger<Stamp>) { self.messenger = messenger }
    func stop() { if let messenger { stopObserving(messenger) } }
}

/// An observer for scenarios.
final class Dog: Observer, Sendable { let receiver = Receiver() }
