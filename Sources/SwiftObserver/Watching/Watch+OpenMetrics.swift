extension Watch {

    /// Returns figures of the whole program in the text format of Prometheus.
    ///
    /// The figures are the numbers of observables, observations and waiting messages. They also
    /// include how many messages were sent, handled, missed and refused, and whether handlers are
    /// slow.
    ///
    /// Observables that have a name are listed by their name, in the label `observable`. All others
    /// are summed up by the type of their messengers, in the label `type`, with an empty name.
    /// Names beyond the limit ``WatchLimits/names`` are also summed up by type, under the name
    /// `(other)`. While watching is off, that applies to all names.
    ///
    /// Sums include objects that exist, and those that ended or were deallocated since watching was
    /// turned on. They don't decrease while watching is on, until it's started again. In-place
    /// calls are only counted while watching is on.
    ///
    /// In spite of the name of this function, the format is that of Prometheus, version 0.0.4.
    /// Serve the text as `text/plain; version=0.0.4`. It isn't valid OpenMetrics, only because sums
    /// are declared with their suffix `_total`. The last line is `# EOF`, as in OpenMetrics.
    ///
    /// - Complexity: O(n) in observations of the whole program.
    public static func openMetrics() -> String {
        let sampler = Sampler.shared
        sampler.look()
        // The sums of ended objects come first: see `WatchLog.tell`.
        let ended = WatchLog.shared.ended, living = CountedObservable.all
        let (keys, totals) = WatchLog.shared.tell(ended, and: living.map { ($0.label, $0.sum) })
        return MetricsText(
            Array(zip(keys, living)), totals, sampler.calls(longerThan: sampler.limits.slow), isOn: isOn
        ).text
    }
}
