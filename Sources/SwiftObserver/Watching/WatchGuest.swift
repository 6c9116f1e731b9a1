/// Passes notifications of the runtime on to the log.
struct WatchGuest: RuntimeObserver {

    func didStart(_ observation: AnyObservation, _ probe: Probe, at office: PostOffice, of messenger: Any.Type) {
        let sample = ObservationSample(new: observation, probe)
        WatchLog.shared.didStart(office.note(of: sample, messenger, isLoaded: false), probe)
    }

    func didEnd(_ sample: ObservationSample, at office: PostOffice, number: Int?, because reason: EndReason) {
        guard let probe = sample.probe else { return }
        let note = office.note(of: sample, office.messengerType)
        WatchLog.shared.didEnd(note, probe, because: reason, sample.call([note], of: number, isEnded: true))
    }

    func didDie(named name: String?, of messenger: Any.Type?, sent: Int, refused: Int) {
        WatchLog.shared.didDie(
            OfficeLabel(name: name, messenger: messenger, observed: nil), sent: sent, refused: refused)
    }

    func suspect(_ suspicion: Suspicion) {
        switch suspicion {
        case .newReceiver(let observer, let startPoint):
            WatchLog.shared.didMake(.newReceiver(observer: observer, startPoint))
        case .capturedObserver(let observer, let startPoint):
            WatchLog.shared.didMake(.capturedObserver(observer, startPoint))
        case .dyingTransform(let transform, let office):
            let sample = office.sample()
            if sample.observations.isEmpty || sample.sent > 0 { return }
            let observers = sample.observations.map { office.note(of: $0, transform) }
            WatchLog.shared.didMake(.lostTransform(transform, observers: observers))
        }
    }

    func didMissTurningOff(_ office: PostOffice) { office.endWatching() }
}

extension PostOffice {

    /// Stops watching all observations.
    ///
    /// If a handler in place may be running, this happens when that handler has returned.
    func endWatching() {
        Barrier().wait(for: BehindDelivery(of: self)) { [self] _ in if !dropProbes() { endWatching() } }
    }
}
