extension PostOffice {

    /// What is told of an observation of this office. Call this without a lock.
    ///
    /// - Parameter isLoaded: Whether the observer may be asked for its type. It may die by that, so the caller must hold no lock.
    func note(of sample: ObservationSample, _ messenger: Any.Type?, isLoaded: Bool = true) -> ObservationNote {
        let label = OfficeLabel(name: name, messenger: messenger, observed: sample.probe?.startPoint?.observable)
        return sample.note(label, inPlace: destination, isLoaded: isLoaded)
    }
}

extension ObservationSample {

    /// What is told of it.
    ///
    /// - Parameter destination: Where handlers in place run.
    fileprivate func note(
        _ observable: OfficeLabel, inPlace destination: Unfinished.Destination, isLoaded: Bool
    ) -> ObservationNote {
        ObservationNote(
            observable: observable, observer: observation.observer(knownAs: probe?.observerType, isLoaded: isLoaded),
            observerName: observation.observerName,
            destination: observation.isInPlace ? destination : observation.backlog?.destination ?? destination,
            startPoint: probe?.startPoint, start: observation.start, number: probe.map { $0.isNew ? $0.id : 0 } ?? 0,
            waiting: waiting,
            handled: handled, missed: missed, isRunning: isRunning, isOfWatcher: probe?.isOfWatcher == true)
    }

    /// Whether its handler may be running, it has missed messages, or more messages wait than that.
    func isNotable(_ backlog: Int) -> Bool { isRunning != false || waiting > backlog || missed > 0 }

    /// The call of the handler, if it's running and the observation is watched.
    ///
    /// Whether it's still running later can be told without the observation. An inbox may contain messages, so it isn't held.
    func call(_ notes: [ObservationNote], of observable: Int?, isEnded: Bool = false) -> SampledCall? {
        guard let probe, isRunning == true else { return nil }
        let handled = handled ?? 0
        guard !observation.isInPlace, let backlog = observation.backlog else {
            return SampledCall(
                .observation(probe.id), of: observable, handled: handled, since: .now, notes, on: thread, probe,
                isEnded: isEnded, isRunning: { probe.calls == (handled, true) })
        }
        let owner = observation.inbox?.owner ?? backlog
        return SampledCall(
            .observation(probe.id), of: nil, handled: handled, since: .now, notes, on: thread, isEnded: isEnded,
            isRunning: { [weak owner] in
                willLoadWeakReference()
                return owner?.progress.isBusy(with: handled) == true
            })
    }

    /// An observation that has just started.
    init(new observation: AnyObservation, _ probe: Probe) {
        self.init(
            observation: observation, probe: probe, waiting: 0, handled: 0, missed: 0, isRunning: false, thread: nil)
    }
}

extension OfficeSample {

    /// Who stands for all observations in place, since these wait in one line: the one whose handler is running, or else the one
    /// for which most messages wait.
    var representativeInPlace: ObservationSample? {
        let inPlace = observations.filter { $0.observation.isInPlace }
        return inPlace.first { $0.isRunning == true } ?? inPlace.max { $0.waiting < $1.waiting }
    }
}

extension Progress {

    fileprivate func isBusy(with handled: Int) -> Bool { isBusy && self.handled == handled }
}
