/// Behind the messages that wait for one observation on a queue, on an actor or for a loop, behind the one that is handled, and behind
/// a farewell, which may send on what waited for its time.
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

/// Behind the handler that is called on a queue or an actor for an observation that has ended. What waits there besides that
/// is handled by nobody.
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
