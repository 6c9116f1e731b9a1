/// An end of observations, and the wait until none of their handlers runs.
struct EndRequest {

    private let barrier = Barrier()

    /// Ends the observations of a receiver: all of them, or those of one observable.
    ///
    /// Observations that other threads ended before are known as long as their handlers may run.
    /// The receiver knows an observation that another thread is ending right now. So this looks
    /// before the end and after it.
    ///
    /// The filters run under the lock, so that the results have memory of their own: see
    /// `inOwnMemory`.
    init(of receiver: LockedReceiverState, at office: PostOffice?, ending end: () -> Void) {
        var observations = office?.observations(of: receiver) ?? []
        observations += receiver.withLock { state in
            state.observations.filter { office == nil || $0.registrar === office }
        }
        end()
        observations += receiver.withLock { state in
            state.observations.filter { $0.isEnded && (office == nil || $0.registrar === office) }
        }
        observations += observations.flatMap { $0.group?.all ?? [] }
        observations += (office?.endedGroups ?? []).flatMap(\.unfinished).filter {
            $0.receiver?.identity == receiver.identity
        }
        wait(for: observations)
    }

    /// Ends all observations of an observable.
    init(of office: PostOffice) {
        var observations: [AnyObservation] = []
        office.forEachObservation { observation in
            observations.append(observation)
            observations += observation.group?.all ?? []
            observation.end()
        }
        wait(for: observations)
        waitForEnded(at: office)
    }

    /// Ends one observation.
    ///
    /// If it has ended before, its handler can't be told apart from the handlers of other ended
    /// observations. So the request then waits for all of these.
    init(of observation: AnyObservation?, at office: PostOffice) {
        if let observation {
            observation.end()
            wait(for: [observation])
        } else {
            waitForEnded(at: office)
        }
    }

    /// Ends the members of a group, which may have ended before.
    init(of group: ObservationGroup) {
        let observations = group.all
        group.end()
        wait(for: observations)
    }

    /// Waits for the handlers of observations that have ended.
    private func wait(for observations: [AnyObservation]) {
        for observation in observations { observation.waitForHandler(barrier) }
    }

    /// Waits for the handlers of all observations of an office that have ended.
    private func waitForEnded(at office: PostOffice) {
        barrier.wait(for: BehindDelivery(of: office))
        wait(for: office.retired)
    }

    /// Blocks the thread. Returns `false` if time is up.
    ///
    /// It also returns `false`, at once, if the thread would wait for itself, directly or in a
    /// cycle.
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
