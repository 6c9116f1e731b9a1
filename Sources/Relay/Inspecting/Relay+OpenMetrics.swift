#if Relay

    extension Relay {

        /// What Prometheus scrapes: how many messages wait, are confirmed and are missing, how far subscriptions are behind, and what consumers do.
        ///
        /// All names begin with `relay_`. The label `stream` tells streams apart. Several publications or subscriptions of one
        /// stream are summed up, but for `relay_lag_entries`, `relay_lag_seconds` and `relay_answer_age_seconds`, which are
        /// those of the slowest subscription. If its lag isn't known, there's no such line: see
        /// ``SubscriptionInspection/entriesBehind``.
        ///
        /// Consumers are summed up by the labels `stream` and `group`.
        ///
        /// The sums of publications don't decrease as long as the relay lives, unless a shared value is released. Those
        /// of subscriptions contain the ones that someone holds, so they decrease when one of several ends. The same goes for
        /// consumers, until they have ended.
        ///
        /// The text is that of Prometheus, version 0.0.4, and ends with `# EOF`, as the one of `Watch.openMetrics()`. To serve
        /// both in one page, drop that line from the first one:
        ///
        /// ```swift
        /// let page = Watch.openMetrics().dropLast("# EOF\n".count) + relay.openMetrics()
        /// ```
        ///
        /// A page can't contain two relays, as they have the same names. This waits neither for the server nor for a
        /// handler. Call it on any thread.
        ///
        /// - Complexity: O(n) in publications, subscriptions and consumers.
        public func openMetrics() -> String {
            let sequences = state.withLock { $0.sequences }
            return RelayMetricsText(inspect(), sequences.mapValues { $0.counts.sums }).text
        }
    }
#endif
