#if Relay

    extension Relay {

        /// Returns metrics for Prometheus: publications, subscriptions and consumers of the relay.
        ///
        /// They tell how many messages wait, are confirmed and are missing, how far subscriptions
        /// are behind, and what consumers do.
        ///
        /// All names begin with `relay_`. The label `stream` distinguishes streams. Several
        /// publications or subscriptions of one stream are summed up. The exceptions are
        /// `relay_lag_entries`, `relay_lag_seconds` and `relay_answer_age_seconds`, which are those
        /// of the slowest subscription. If its lag isn't known, there's no such line: see
        /// ``SubscriptionInspection/entriesBehind``.
        ///
        /// Consumers are summed up by the labels `stream` and `group`.
        ///
        /// The sums of publications don't decrease while the relay lives, unless a shared value is
        /// released. The sums of subscriptions include those that are still referenced, so they
        /// decrease when one of several ends. Consumers are included until they have ended.
        ///
        /// The text has the format of Prometheus, version 0.0.4, and ends with `# EOF`, like that
        /// of `Watch.openMetrics()`. To serve both in one page, drop that line from the first one:
        ///
        /// ```swift
        /// let page = Watch.openMetrics().dropLast("# EOF\n".count) + relay.openMetrics()
        /// ```
        ///
        /// A page can't contain two relays, since they use the same names. This waits neither for
        /// the server nor for a handler. Call it on any thread.
        ///
        /// - Complexity: O(n) in publications, subscriptions and consumers.
        public func openMetrics() -> String {
            let sequences = state.withLock { $0.sequences }
            return RelayMetricsText(inspect(), sequences.mapValues { $0.counts.sums }).text
        }
    }
#endif
