/// Shows who observes whom, where messages wait, and which handler is stuck.
///
/// ```swift
/// Watch.start()
/// // … and when a service has stopped updating:
/// print(Watch.report())
/// ```
///
/// ``observables()``, ``graph(_:limit:)``, ``openMetrics()`` and `inspect()` work at any time.
/// While watching is on, they know more:
///
/// - where observations began
/// - how many messages in-place handlers received
/// - how long handlers have been running
/// - which observations ended, and why
///
/// Observations that began before watching was turned on are found, too, but without their line of
/// code.
///
/// **Costs:** While watching is off, it adds nothing to the cost of a send. The library then only
/// remembers which observables have been observed. While watching is on, a call of an in-place
/// handler takes some nanoseconds more. Starting and ending an observation takes some microseconds
/// more. The library samples all observables from time to time: see ``WatchLimits/slow``. Senders
/// wait while their observable is sampled or inspected.
///
/// **Threads:** Any thread may call all functions, even in handlers and in watchers. They don't
/// wait for handlers.
///
/// **Lifetime:** Watching keeps no object alive. All results are `Sendable` values. Inspecting an
/// observer retains it for a moment. If all its other owners release it right then, it's
/// deallocated on the inspecting thread.
public enum Watch {

    /// Turns watching on for the whole program.
    ///
    /// If it's on already, the new limits and the new watcher replace the old ones. Mistakes, ended
    /// observations and deallocated objects are then forgotten. Living objects keep their counts.
    ///
    /// **Lifetime:** The watcher is retained until it's replaced or watching is turned off. For a
    /// moment after that, it may still be notified of earlier events. It's released on the calling
    /// thread, or on its own queue.
    ///
    /// **Re-entrance:** You may call this in ``Watcher/didSee(_:)``.
    ///
    /// **Errors:** Invalid limits stop the program, with a message that says so.
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
    /// The watcher may still be notified of earlier events.
    ///
    /// - Complexity: O(n) in observations of the whole program.
    public static func stop() { WatchControl.stop() }

    /// Whether watching is on.
    public static var isOn: Bool { Watching.isOn }

    // MARK: - Look

    /// Returns the states of all observables that are observed.
    ///
    /// Observables that have a name come first, by name. They are inspected one after the other.
    /// For the details of each, see ``MessageSource/inspect()``.
    ///
    /// - Complexity: O(n) in observations of the whole program.
    public static func observables() -> [ObservableInspection] {
        WatchedObservable.all.map(ObservableInspection.init)
    }

    /// Returns everything that needs attention right now.
    ///
    /// That is: slow and stuck handlers, messages that wait or were missed, and mistakes.
    ///
    /// While watching is on, this takes a sample immediately, so it may cause events for the
    /// watcher. Observables are inspected one after the other. While watching is off, the limit for
    /// waiting messages is the default one.
    ///
    /// - Parameter limit: The largest number of entries in each list of the report. The report says
    ///   how many it leaves out.
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

    /// Remembers this moment, to find the observations that began since.
    ///
    /// While watching is off, starts of observations aren't recorded. This then stops the program,
    /// with a message that says so.
    public static func mark() -> WatchMark {
        if !isOn { Misuse.markWithoutWatch.stop() }
        return WatchMark(number: Watching.latestNumber)
    }

    /// Returns the observations that began since a mark and are still alive.
    ///
    /// ```swift
    /// let mark = Watch.mark()
    /// serveOneRequest()
    /// for leak in Watch.begun(since: mark) { print(leak) }
    /// ```
    ///
    /// **Order:** They come in the order in which they began.
    ///
    /// The result doesn't include observations that began while watching was off, or before it was
    /// last turned off.
    ///
    /// - Complexity: O(n) in observations of the whole program.
    public static func begun(since mark: WatchMark) -> [ObservationInspection] {
        WatchedObservable.all.flatMap { observable in
            observable.observations.filter { $0.note.number > mark.number }.map { ($0, observable.label) }
        }.sorted { $0.0.note.number < $1.0.note.number }.map { ObservationInspection($0, of: $1) }
    }
}

/// Notifies a watcher of a client.
private struct WatcherListener: WatchListener {

    let watcher: any Watcher

    func hear(_ note: WatchNote) { watcher.didSee(WatchEvent(note)) }
}
