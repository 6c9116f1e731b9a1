/// Enters and leaves the directory, and reports the state of the office while it's watched.
extension PostOffice {

    /// The type of the messenger, if there has been an observation.
    var messengerType: Any.Type? {
        state.withLock(orElse: nil) { $0.listing }.flatMap(OfficeDirectory.messenger)
    }

    /// Where in-place handlers run.
    var destination: Unfinished.Destination {
        state.withLock(orElse: nil) { $0.lane }?.destination ?? .inPlace
    }

    /// Enters the directory, where the office is found while it's observed.
    ///
    /// If watching was just turned on or off, the thread that did so may have looked before.
    @inline(never)
    func enterDirectory(_ messenger: Any.Type) {
        #if EXPLORE
            // Only in scenarios that watch. Elsewhere, it would double the number of schedules.
            if !isWatchingExplored { return }
        #endif
        let listing = OfficeDirectory.add(self, messenger)
        state.withLock { $0.listing = listing }
        if Watching.isOn {
            beginWatching()
        } else if state.withLock({ $0.isAnyWatched }) {
            Watching.guest?.didMissTurningOff(self)
        }
    }

    /// Leaves the directory. Each destructor calls this first.
    func leaveDirectory() {
        guard state.constant({ $0.pointee.listing }) != nil else { return }
        let (listing, sent, refused) = state.withLock { ($0.listing.take(), $0.sent, $0.refused) }
        guard let listing else { return }
        let messenger = OfficeDirectory.remove(listing)
        if Watching.isOn { Watching.guest?.didDie(named: name, of: messenger, sent: sent, refused: refused) }
    }

    /// Watches all observations, unless watching was turned off since.
    ///
    /// The thread that turned it off may have looked here before.
    func beginWatching() { state.withLock(orElse: ()) { if Watching.isOn { $0.beginWatching() } } }

    /// Drops the probes of all observations, unless watching was turned on since.
    ///
    /// Returns `false` if an in-place handler may be using its probe.
    func dropProbes() -> Bool {
        let thread = ThreadID.current
        return state.withLock(orElse: true) { Watching.isOn || $0.endWatching(on: thread) }
    }

    /// Returns the state of the office at one moment.
    ///
    /// If messages are just being posted to many lanes, it waits for them first.
    func sample(where isWanted: (ObservationSample) -> Bool = { _ in true }) -> OfficeSample {
        while true {
            let fanOutLock = state.withLock(orElse: nil) { $0.fanOutLock }
            let sample =
                fanOutLock.map { $0.withLock { _ in state.withLock { $0.sample(where: isWanted) } } }
                ?? state.withLock(orElse: OfficeSample()) { $0.fanOutLock == nil ? $0.sample(where: isWanted) : nil }
            if let sample { return sample }
        }
    }
}
