/// Turns watching on and off.
enum WatchControl {

    /// One thread at a time does so. All other locks are taken meanwhile, and no code of clients is called.
    private static let turn = Protected(())

    static func start(_ limits: SampleLimits, names: Int, telling listener: (any WatchListener)?) {
        var oldListener: (any WatchListener)?
        turn.withLock { _ in
            oldListener = WatchLog.shared.begin(telling: listener, names: names)
            Watching.turn(on: true)
            for (office, _) in PostOffice.observed { office.beginWatching() }
            Sampler.shared.begin(limits)
        }
        extendLifetime(oldListener)
    }

    static func stop() {
        var oldListener: (any WatchListener)?
        turn.withLock { _ in
            Watching.turn(on: false)
            Sampler.shared.end()
            for (office, _) in PostOffice.observed { office.endWatching() }
            oldListener = WatchLog.shared.end()
        }
        extendLifetime(oldListener)
    }
}
