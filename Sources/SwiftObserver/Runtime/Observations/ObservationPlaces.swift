/// The place after everything that waits for one observation, on a lane or for a loop.
///
/// That includes the message that is being handled, and a farewell. A farewell may send messages
/// that were waiting for their time.
struct BehindBacklog: MarkedPlace {

    private let backlog: Backlog
    private let observable: Any.Type
    private let observer: ObserverLabel

    init(_ backlog: Backlog, of observer: ObserverLabel, at observable: Any.Type) {
        self.backlog = backlog
        self.observable = observable
        self.observer = observer
    }

    func add(_ marker: Marker) -> Bool { backlog.add(marker) }
    func remove(_ marker: Marker) { backlog.remove(marker) }
    var handlingThread: ThreadID? { backlog.handlingThread }

    var unfinished: [Unfinished] {
        if backlog.isFinished { return [] }
        return [
            Unfinished(
                observable: observable, observer: observer, destination: backlog.destination, waiting: backlog.count)
        ]
    }
}

/// The place after a running handler of an ended observation on a lane.
///
/// Messages that wait there besides that are never handled.
struct BehindHandler: MarkedPlace {

    private let inbox: AnyInbox
    private let observable: Any.Type?

    init(_ inbox: AnyInbox, at observable: Any.Type? = nil) {
        self.inbox = inbox
        self.observable = observable
    }

    func add(_ marker: Marker) -> Bool { inbox.addBehindHandler(marker) }
    func remove(_ marker: Marker) { inbox.remove(marker) }
    var handlingThread: ThreadID? { inbox.handlingThread }

    var unfinished: [Unfinished] {
        guard let observable, inbox.isHandling else { return [] }
        return [
            Unfinished(observable: observable, observer: .object(nil), destination: inbox.destination, waiting: 0)
        ]
    }
}
