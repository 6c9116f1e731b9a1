/// Waits until everything is handled, or until no handler of ended observations is running.
extension PostOffice {

    /// `true` if nothing is pending. May be `false` spuriously. O(n) in observations.
    var isQuiet: Bool { state.withLock(orElse: true) { $0.isQuiet } }

    /// The latest position in the order, which a message or the start of an observation has.
    var position: Position { state.withLock(orElse: 0) { $0.mailbox.position } }

    func drain(_ barrier: Barrier, _ route: DrainRoute) {
        if route.hasPassed(identity) { return }
        waitForFanOut()
        if isQuiet { return }
        for observation in state.withLock(orElse: [], { $0.extras.existing?.pointee.hops.all ?? [] }) {
            wait(for: observation, barrier, route)
        }
        barrier.wait(for: BehindLine(of: self, route.observable)) { [self] in passOn($0, route) }
    }

    /// Waits until messages that other threads are posting to many lanes are there.
    ///
    /// Call this without a lock.
    private func waitForFanOut() {
        state.withLock(orElse: nil) { $0.isFanningOut ? $0.fanOutLock : nil }?.withLock { _ in }
    }

    /// Waits for what follows the letters: transforms, and what ended observations passed on.
    private func passOn(_ barrier: Barrier, _ route: DrainRoute) {
        for observation in state.withLock(orElse: [], { $0.registry.all }) {
            wait(for: observation, barrier, route)
        }
        for inbox in retired.compactMap(\.inbox) { barrier.wait(for: BehindHandler(inbox, at: route.observable)) }
        for object in remembered {
            if let backlog = object as? Backlog {
                barrier.wait(for: BehindBacklog(backlog, of: .object(nil), at: route.observable))
            }
            (object as? PostOffice)?.drain(barrier, route.behind(identity, to: route.observable))
        }
    }

    /// Waits for the messages of one observation, then for the office to which it passes them on.
    private func wait(for observation: AnyObservation, _ barrier: Barrier, _ route: DrainRoute) {
        let passOn = observation.downstream.map { [identity] next in
            { @Sendable (barrier: Barrier) in next.office.drain(barrier, route.behind(identity, to: next.type)) }
        }
        if let backlog = observation.backlog {
            barrier.wait(
                for: BehindBacklog(backlog, of: observation.observer, at: route.observable), thenPassOn: passOn)
        } else {
            passOn?(barrier)
        }
    }

    // MARK: - Ended observations

    /// The ended observations whose handlers may still run on queues, actors or other places.
    ///
    /// These include retired members of their groups. The array is made under the lock, so that it
    /// has memory of its own: see `inOwnMemory`.
    var retired: [AnyObservation] {
        let elsewhere = endedGroups.flatMap(\.unfinished).filter { $0.registrar !== self }
        return state.withLock(orElse: elsewhere) { ($0.extras.existing?.pointee.retired ?? []) + elsewhere }
    }

    /// The living objects in which ended observations may have left something.
    private var remembered: [AnyObject] {
        state.withLock(orElse: nil) { $0.extras.existing?.pointee.remembered }?.living ?? []
    }

    /// The groups that have lost a member here, and of which another one may still be handling.
    var endedGroups: [ObservationGroup] { remembered.compactMap { $0 as? ObservationGroup } }

    func add(_ marker: Marker, behindLine isBehindLine: Bool) -> Bool {
        state.withLock(orElse: false) { $0.add(marker, behindLine: isBehindLine) }
    }

    func remove(_ marker: Marker) { state.withLock(orElse: ()) { $0.mailbox.remove(marker) } }

    /// `true` if that thread is on duty, and not on the lane of a queue.
    func isDeliveringInPlace(on thread: ThreadID) -> Bool {
        // A thread that is on duty finds the state without a fence.
        guard state.constant({ _ in true }) == true else { return false }
        return state.withLock { $0.lane == nil && $0.mailbox.isDelivering(thread) }
    }

    var deliveringThread: ThreadID? {
        state.withLock(orElse: nil) { $0.mailbox.threadOnDuty ?? $0.lane?.runner }
    }

    /// The unfinished in-place observations.
    ///
    /// If none is left, one that has ended is in its handler.
    func unfinishedInPlace(of observable: Any.Type) -> [Unfinished] {
        let found = state.withLock(orElse: nil) { state in
            state.isLineDone
                ? nil : (observations: state.registry.all, waiting: state.mailbox.backlog, lane: state.lane)
        }
        guard let found else { return [] }
        let observers = found.observations.map(\.observer), destination = found.lane?.destination ?? .inPlace
        return (observers.isEmpty ? [.object(nil)] : observers).map {
            Unfinished(observable: observable, observer: $0, destination: destination, waiting: found.waiting)
        }
    }

    /// Forgets the idle leftovers of ended observations. Other offices stay, as long as they live.
    func forgetIdle(_ remembered: RememberedObjects) {
        let busy = remembered.living.filter {
            switch $0 {
            case let backlog as Backlog: !backlog.isFinished
            case let group as ObservationGroup: !group.unfinished.isEmpty
            default: true
            }
        }
        state.withLock(orElse: ()) { $0.replace(remembered, by: busy) }
    }
}
