/// An end of observations, and a wait until none of their handlers is running any more.
struct EndRequest {

    private let barrier = Barrier()

    /// Ends the observations of a receiver, all or those of one observable.
    init(of receiver: LockedReceiverState, at office: PostOffice?, ending end: () -> Void) {
        let all = receiver.withLock { $0.observations }
        var observations = all.filter { office == nil || $0.registrar === office }
        if let office { observations += office.observations(of: receiver) }
        observations += observations.flatMap { $0.group?.all ?? [] }
        end()
        for observation in observations { observation.waitForHandler(barrier) }
        // Read behind the end, so that what started and was ended meanwhile is among them.
        let remembered = receiver.withLock { $0.remembered }
        for registrar in remembered.living() where office == nil || registrar === office {
            barrier.wait(for: BehindDelivery(of: registrar))
            registrar.waitForEnded(barrier, of: receiver)
        }
    }

    /// Ends all observations of an observable.
    init(of office: PostOffice) {
        var observations: [AnyObservation] = []
        office.forEachObservation { observations.append($0) }
        observations += observations.flatMap { $0.group?.all ?? [] }
        office.endObservations()
        for observation in observations { observation.waitForHandler(barrier) }
        barrier.wait(for: BehindDelivery(of: office))
        office.waitForEnded(barrier, of: nil)
    }

    /// Ends one observation. If that has ended before, what it may have left isn't known apart from what others have.
    init(of observation: AnyObservation?, at office: PostOffice) {
        if let observation {
            observation.end()
            observation.waitForHandler(barrier)
        } else {
            barrier.wait(for: BehindDelivery(of: office))
            office.waitForEnded(barrier, of: nil)
        }
    }

    /// Ends the members of a group, which may have ended before.
    init(of group: ObservationGroup) {
        let observations = group.all
        group.end()
        for observation in observations { observation.waitForHandler(barrier) }
    }

    /// Blocks the thread. Returns `false` at once if it would wait for itself, directly or in a circle, or if time is up.
    func wait(atMost duration: Duration) -> Bool {
        barrier.isReached
            || barrier.block(atMost: duration) {
                if case .mayGoOn = $0 { true } else { false }
            }
    }

    /// Suspends the task. Returns `false` if time is up, or the task is cancelled.
    func wait(atMost duration: Duration, isolation: isolated (any Actor)?) async -> Bool {
        if barrier.isReached { return true }
        return await barrier.suspend(atMost: duration, isolation: isolation)
    }
}
