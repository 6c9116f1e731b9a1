/// Shows what is going on: who observes whom, where messages wait, and which handler is stuck.
///
/// ```swift
/// Watch.start()
/// // … and when a service has stopped updating:
/// print(Watch.report())
/// ```
///
/// Everything can be looked at at any time, with ``observables()``, ``graph(_:limit:)``, ``openMetrics()`` and `inspect()`. While watching is on,
/// more is known: where observations began, how many messages handlers in place got, how long handlers have been running, what
/// ended and why. Observations that began before it was turned on are found, too, but for the line of code.
///
/// **Costs:** While watching is off, a send takes no time more, and nothing is remembered but which observables have been
/// observed. While it's on, a handler in place takes some nanoseconds more for each message. Starting and ending an observation takes some
/// microseconds more. All observables are looked at now and then: see ``WatchLimits/slow``.
///
/// **Threads and lifetimes:** All functions may be called from any thread, also in handlers and by watchers. None waits for a handler. Watching
/// keeps nobody alive: what is returned are `Sendable` values. To look at an observer holds it for a moment, so if
/// everyone else lets go of it right then, it dies on the thread that looks.
public enum Watch {

    /// Turns watching on for the whole program.
    ///
    /// If it's on already, the new limits and the new watcher are put in place of the old ones. Then, mistakes and all that has ended or died are
    /// forgotten, and what lives keeps its counts.
    ///
    /// The watcher is held until it's replaced or watching is turned off, and may be told for a moment after that what happened
    /// before. It's released on the thread that calls, or on its own queue. To call this in ``Watcher/didSee(_:)`` is fine.
    ///
    /// Limits that make no sense stop the program, with a message that says so.
    ///
    /// - Complexity: O(n) in observations of the whole program.
    public static func start(_ limits: WatchLimits = WatchLimits(), telling watcher: (any Watcher)? = nil) {
        let isValid = limits.slow > .zero && limits.stuck >= limits.slow && limits.backlog > 0 && limits.names >= 0
        if !isValid { Misuse.limitOfNothing.stop() }
        WatchControl.start(
            SampleLimits(slow: limits.slow, stuck: limits.stuck, backlog: limits.backlog), names: limits.names,
            telling: watcher.map(WatcherListener.init))
    }

    /// Turns watching off, and forgets everything that only watching knows.
    ///
    /// The watcher may still be told what happened before.
    ///
    /// - Complexity: O(n) in observations of the whole program.
    public static func stop() { WatchControl.stop() }

    /// Whether watching is on.
    public static var isOn: Bool { Watching.isOn }

    // MARK: - Look

    /// All observables that are observed, those that have a name first, by name. For what is known of each, see
    /// ``MessageSource/inspect()``. One is looked at after the other.
    ///
    /// - Complexity: O(n) in observations of the whole program.
    public static func observables() -> [ObservableInspection] {
        WatchedObservable.all.map(ObservableInspection.init)
    }

    /// What needs attention right now: slow and stuck handlers, messages that wait or were missed, and mistakes.
    ///
    /// While watching is on, this looks at once, so the watcher may be told of something by that. One observable is looked at after the other. While
    /// watching is off, the limit for messages that wait is the default one.
    ///
    /// - Parameter limit: How many entries each list of the report has at most. The report says how many it leaves out.
    /// - Complexity: O(n) in observations of the whole program.
    public static func report(limit: Int = 100) -> WatchReport {
        let isOn = isOn, sampler = Sampler.shared, limits = sampler.limits
        sampler.look()
        let (observables, observableCount, observationCount) = WatchedObservable.notable(limits.backlog)
        func entries(_ observations: (WatchedObservable) -> [WatchedObservation], by number: (ObservationNote) -> Int)
            -> (first: [ObservationInspection], count: Int)
        {
            let all = observables.flatMap { observable in observations(observable).map { ($0, observable.label) } }
                .sorted { number($0.0.note) > number($1.0.note) }
            return (all.prefix(max(0, limit)).map { ObservationInspection($0, of: $1) }, all.count)
        }
        let calls = sampler.calls(longerThan: limits.slow)
        let backlogs = entries({ $0.backlogs(above: limits.backlog) }, by: \.waiting)
        let lossy = entries({ $0.observations.filter { $0.note.missed > 0 } }, by: \.missed)
        return WatchReport(
            slowHandlers: calls.prefix(max(0, limit)).map(RunningHandler.init), backlogs: backlogs.first,
            lossy: lossy.first, slowHandlerCount: calls.count, backlogCount: backlogs.count, lossyCount: lossy.count,
            mistakes: WatchLog.shared.mistakes.map(WatchedMistake.init), observableCount: observableCount,
            observationCount: observationCount, isOn: isOn)
    }

    // MARK: - Find leaks

    /// Remembers this moment, to ask later which observations began since.
    ///
    /// While watching is off, nobody notes what begins. So this stops the program then, with a message that says so.
    public static func mark() -> WatchMark {
        if !isOn { Misuse.markWithoutWatch.stop() }
        return WatchMark(number: Watching.latestNumber)
    }

    /// The observations that began since a mark and still live, in the order in which they began.
    ///
    /// ```swift
    /// let mark = Watch.mark()
    /// serveOneRequest()
    /// for leak in Watch.begun(since: mark) { print(leak) }
    /// ```
    ///
    /// What began while watching was off isn't among them, nor is anything that began before it was last turned off.
    ///
    /// - Complexity: O(n) in observations of the whole program.
    public static func begun(since mark: WatchMark) -> [ObservationInspection] {
        WatchedObservable.all.flatMap { observable in
            observable.observations.filter { $0.note.number > mark.number }.map { ($0, observable.label) }
        }.sorted { $0.0.note.number < $1.0.note.number }.map { ObservationInspection($0, of: $1) }
    }
}

/// Tells a client's watcher.
private struct WatcherListener: WatchListener {

    let watcher: any Watcher

    func hear(_ note: WatchNote) { watcher.didSee(WatchEvent(note)) }
}
