/// Begins and ends to measure observations, and reads their progress.
extension PostOfficeState {

    /// Watches an observation before it starts, or drops its probe if watching was turned off.
    @inline(never)
    func watch(_ observation: AnyObservation) {
        if Watching.isOn, !observation.isStandIn {
            observation.beginWatching(sentBefore: sent)
        } else {
            observation.endWatching()
        }
    }

    /// Watches all observations that aren't watched yet.
    func beginWatching() {
        func watch(_ observation: AnyObservation) {
            if observation.probe == nil, !observation.isStandIn { observation.beginWatching(sentBefore: nil) }
        }
        registry.forEach(watch)
        extras.existing?.pointee.hops.forEach(watch)
    }

    /// `true` if there's an observation with a probe.
    var isAnyWatched: Bool {
        var isAny = false
        registry.forEach { if $0.probe != nil { isAny = true } }
        extras.existing?.pointee.hops.forEach { if $0.probe != nil { isAny = true } }
        return isAny
    }

    /// Stops watching all observations.
    ///
    /// Returns `false` if in-place handlers may be running, because they use their probes.
    ///
    /// - Parameter thread: The calling thread. If it's the delivering thread, it's between two
    ///   letters.
    func endWatching(on thread: ThreadID) -> Bool {
        extras.existing?.pointee.hops.forEach { $0.endWatching() }
        let isBetweenLetters = mailbox.isDelivering(thread) || lane?.isRunHere == true
        if mailbox.isDelivering, !isBetweenLetters { return false }
        registry.forEach { $0.endWatching() }
        return true
    }

    // MARK: - Look

    /// Returns the state of everything, under the lock.
    ///
    /// - Parameter isWanted: Decides which observations are part of the sample.
    func sample(where isWanted: (ObservationSample) -> Bool = { _ in true }) -> OfficeSample {
        var sample = OfficeSample(
            number: listing?.number, sent: sent, inLine: mailbox.backlog, refused: refused, isClosed: isClosed,
            deliverer: mailbox.threadOnDuty, isDelivering: mailbox.isDelivering)
        if let lane { sample.destination = lane.destination }
        let deliverer = sample.deliverer
        func add(_ observation: AnyObservation) {
            if observation.isStandIn { return }
            let one = self.sample(observation, deliverer)
            if isWanted(one) { sample.observations.append(one) }
        }
        registry.forEach(add)
        extras.existing?.pointee.hops.forEach(add)
        return sample
    }

    /// The state of a watched observation before it's removed.
    func sampleIfWatched(_ observation: AnyObservation) -> ObservationSample? {
        if observation.probe == nil || !observation.isRegistered { return nil }
        return sample(observation, mailbox.threadOnDuty)
    }

    private func sample(_ observation: AnyObservation, _ deliverer: ThreadID?) -> ObservationSample {
        let probe = observation.probe, progress = observation.backlog?.progress
        if !observation.isInPlace, let progress {
            return ObservationSample(
                observation: observation, probe: probe, waiting: progress.waiting, handled: progress.handled,
                missed: progress.missed, isRunning: progress.isBusy,
                thread: progress.isBusy ? observation.backlog?.handlingThread : nil)
        }
        // A message that a part of a combination has passed on isn't handled yet.
        let waiting = mailbox.backlog + (progress?.waiting ?? 0), isBusy = progress?.isBusy == true
        guard let probe else {
            return ObservationSample(
                observation: observation, probe: nil, waiting: waiting, handled: progress?.handled, missed: 0,
                isRunning: isBusy ? true : mailbox.isDelivering ? nil : false,
                thread: isBusy ? observation.backlog?.handlingThread : nil)
        }
        // Each message that was sent to it waits, or the handler was called with it. So this reads
        // only the calls.
        let calls = probe.calls, handled = progress?.handled ?? calls.count
        return ObservationSample(
            observation: observation, probe: probe, waiting: sentSinceStart(probe).map { $0 - handled } ?? waiting,
            handled: handled, missed: 0, isRunning: calls.isRunning || isBusy,
            thread: isBusy ? observation.backlog?.handlingThread : calls.isRunning ? deliverer : nil)
    }

    /// The number of messages sent to an observation, if it has been watched since it began.
    private func sentSinceStart(_ probe: Probe) -> Int? { probe.sentBefore.map { sent + probe.addressed - $0 } }
}
