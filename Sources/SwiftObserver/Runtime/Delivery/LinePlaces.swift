/// Behind the letters of an office that are in line or being delivered.
struct BehindLine: MarkedPlace {

    private let office: PostOffice
    private let observable: Any.Type

    init(_ office: PostOffice, of observable: Any.Type) {
        self.office = office
        self.observable = observable
    }

    func add(_ marker: Marker) -> Bool {
        office.state.withLock(orElse: false) { state in
            if state.isLineDone { return false }
            if let lane = state.lane {
                MarkerJob(marker).post(to: lane)
            } else {
                state.mailbox.add(marker, behindLine: true)
            }
            return true
        }
    }

    func remove(_ marker: Marker) {
        let lane = office.state.withLock(orElse: nil) { state in
            state.mailbox.remove(marker)
            return state.lane
        }
        if let lane { MarkerJob.remove(marker, from: lane) }
    }

    var handlingThread: ThreadID? {
        office.state.withLock(orElse: nil) { $0.mailbox.threadOnDuty ?? $0.lane?.runner }
    }

    /// Each observation in place has to wait for all others. If none is left, one that has ended is in its handler.
    var unfinished: [Unfinished] {
        let found = office.state.withLock(orElse: nil) { state in
            state.isLineDone
                ? nil : (observations: state.registry.all, waiting: state.mailbox.backlog, lane: state.lane)
        }
        guard let found else { return [] }
        let observers = found.observations.map(\.observer), destination = found.lane?.destination ?? .inPlace
        return (observers.isEmpty ? [.object(nil)] : observers).map {
            Unfinished(observable: observable, observer: $0, destination: destination, waiting: found.waiting)
        }
    }
}

/// Behind the message that is being delivered in place. Whoever delivers it comes by between two letters.
struct BehindDelivery: MarkedPlace {

    private let office: PostOffice

    init(_ office: PostOffice) { self.office = office }

    func add(_ marker: Marker) -> Bool {
        office.state.withLock(orElse: false) { state in
            guard state.mailbox.isDelivering else { return false }
            state.mailbox.add(marker, behindLine: false)
            state.registry.askToRenew()
            return true
        }
    }

    func remove(_ marker: Marker) {
        office.state.withLock(orElse: ()) { state in
            state.mailbox.remove(marker)
            if !state.mailbox.isRenewalWanted { state.registry.askToRenewNoMore() }
        }
    }

    var handlingThread: ThreadID? {
        office.state.withLock(orElse: nil) { $0.mailbox.threadOnDuty ?? $0.lane?.runner }
    }

    var unfinished: [Unfinished] { [] }
}
