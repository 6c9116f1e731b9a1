extension PostOffice {

    /// Returns the reported state of an observation of this office. Call it without a lock.
    ///
    /// - Parameter isLoaded: Whether to load the observer to ask for its type. That can be the last
    ///   reference to the observer, so the caller must hold no lock.
    func note(of sample: ObservationSample, _ messenger: Any.Type?, isLoaded: Bool = true) -> ObservationNote {
        let label = OfficeLabel(name: name, messenger: messenger, observed: sample.probe?.startPoint?.observable)
        return sample.note(label, inPlace: destination, isLoaded: isLoaded)
    }
}

extension ObservationSample {

    /// Returns the reported state of the observation.
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

    /// Whether the observation may need attention.
    ///
    /// That's the case if its handler may be running, if it has missed messages, or if more
    /// messages wait than the given number.
    func isNotable(_ backlog: Int) -> Bool { isRunning != false || waiting > backlog || missed > 0 }

    /// The call of the handler, if it's running and the observation is watched.
    ///
    /// The call can later tell whether it's still running, without the observation. It doesn't
    /// retain an inbox, which may contain messages.
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

    /// Creates a sample of an observation that has just started.
    init(new observation: AnyObservation, _ probe: Probe) {
        self.init(
            observation: observation, probe: probe, waiting: 0, handled: 0, missed: 0, isRunning: false, thread: nil)
    }
}

extension OfficeSample {

    /// The observation that represents all observations in place.
    ///
    /// They share the pending messages. It's the observation whose handler is running, or else the
    /// one with the most waiting messages.
    var representativeInPlace: ObservationSample? {
        let inPlace = observations.filter { $0.observation.isInPlace }
        return inPlace.first { $0.isRunning == true } ?? inPlace.max { $0.waiting < $1.waiting }
    }
}

extension Progress {

    fileprivate func isBusy(with handled: Int) -> Bool { isBusy && self.handled == handled }
}
