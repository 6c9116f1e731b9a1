import SwiftObserver

/// The little that the shared checks ask of an observable, so that they can run against broken ones, too.
protocol Wire: AnyObject, Sendable {
    init()
    func send(_ stamp: Stamp)
    func observe(_ receive: @escaping @Sendable (Stamp) -> Void) -> any Line
}

/// One observation.
protocol Line: Sendable {
    func stop()
}

/// The wire that is to be attacked.
final class SwiftObserverWire: Wire {

    private let messenger = Messenger<Stamp>()

    func send(_ stamp: Stamp) { messenger.send(stamp) }

    func observe(_ receive: @escaping @Sendable (Stamp) -> Void) -> any Line {
        let line = ObserverLine(messenger)
        line.observe(messenger, receive: receive)
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
