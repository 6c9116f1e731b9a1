/// Behind the messages that wait for one observation on a queue, on an actor or for a loop, and behind the one that is handled.
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

    init(_ inbox: AnyInbox) { self.inbox = inbox }

    func add(_ marker: Marker) -> Bool {
        inbox.lane.add(marker, untilDoneWith: inbox.owner) { inbox.isBusy }
    }

    func remove(_ marker: Marker) { inbox.lane.remove(marker) }
    var handlingThread: ThreadID? { inbox.handlingThread }
    var unfinished: [Unfinished] { [] }
}

extension AnyObservation {

    /// Makes a barrier wait for the handler that is being called, if one is. Call this when the observation has ended.
    final func waitForHandler(_ barrier: Barrier) {
        if let inbox { barrier.wait(for: BehindHandler(inbox)) } else { registrar.waitForDelivery(barrier) }
    }
}
