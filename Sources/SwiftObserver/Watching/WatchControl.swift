/// Turns watching on and off.
enum WatchControl {

    /// Lets one thread at a time turn watching on or off.
    ///
    /// Under this lock, locks of offices and leaves are taken, and no client code is called.
    private static let turn = Protected(())

    static func start(_ limits: SampleLimits, names: Int, telling listener: (any WatchListener)?) {
        let released = turn.withLock { _ in
            let oldListener = WatchLog.shared.begin(telling: listener, names: names), offices = turn(on: true)
            Sampler.shared.begin(limits)
            return (oldListener, offices)
        }
        extendLifetime(released)
    }

    /// Begins or ends watching all observations, including those that start from now on.
    ///
    /// - Returns: Objects that the caller must release without a lock.
    @discardableResult
    static func turn(on isOn: Bool) -> [PostOffice] {
        if isOn { Watching.admit(WatchGuest()) }
        Watching.turn(on: isOn)
        let offices = OfficeDirectory.observed.map(\.office)
        for office in offices { if isOn { office.beginWatching() } else { office.endWatching() } }
        return offices
    }

    static func stop() {
        let released = turn.withLock { _ in
            let offices = turn(on: false)
            Sampler.shared.end()
            return (WatchLog.shared.end(), offices)
        }
        extendLifetime(released)
    }
}
