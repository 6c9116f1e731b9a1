extension Watch {

    /// What Prometheus scrapes: how many observables, observations and waiting messages there are, how many messages were sent,
    /// handled, missed and refused, and whether handlers are slow.
    ///
    /// Observables that have a name are told apart by it, as the label `observable`. All others are summed up by the type of their
    /// messengers, as the label `type`, with an empty name. If more than ``WatchLimits/names`` are in use, those that come later
    /// are summed up by type, too, under the name `(other)`, and so are all while watching is off.
    ///
    /// Sums count what is there, and what has ended or died since watching was turned on. So they don't decrease while it's on, until
    /// it's started again. Calls
    /// in place are only counted while it's on.
    ///
    /// The text is that of Prometheus, version 0.0.4: serve it as `text/plain; version=0.0.4`. It ends with `# EOF`, as OpenMetrics wants
    /// it. Only that sums are declared with their suffix `_total` is different there.
    ///
    /// - Complexity: O(n) in observations of the whole program.
    public static func openMetrics() -> String {
        let sampler = Sampler.shared
        sampler.look()
        // In this order: see there.
        let ended = WatchLog.shared.ended, living = CountedObservable.all
        let (keys, totals) = WatchLog.shared.tell(ended, and: living.map { ($0.label, $0.sum) })
        return MetricsText(
            Array(zip(keys, living)), totals, sampler.calls(longerThan: sampler.limits.slow), isOn: isOn
        ).text
    }
}
