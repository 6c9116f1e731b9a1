/// Turns watching on and off.
enum WatchControl {

    /// One thread at a time does so. All other locks are taken meanwhile, and no code of clients is called.
    private static let turn = Protected(())

    static func start(_ limits: SampleLimits, names: Int, telling listener: (any WatchListener)?) {
        var oldListener: (any WatchListener)?
        turn.withLock { _ in
            oldListener = WatchLog.shared.begin(telling: listener, names: names)
            turn(on: true)
            Sampler.shared.begin(limits)
        }
        extendLifetime(oldListener)
    }

    /// Watches all observations, those that start from now on included, or none.
    static func turn(on isOn: Bool) {
        Watching.turn(on: isOn)
        for (office, _) in PostOffice.observed {
            if isOn { office.beginWatching() } else { office.endWatching() }
        }
    }

    static func stop() {
        var oldListener: (any WatchListener)?
        turn.withLock { _ in
            turn(on: false)
            Sampler.shared.end()
            oldListener = WatchLog.shared.end()
        }
        extendLifetime(oldListener)
    }
}
