#if Relay

    import SwiftObserver

    /// Writes the state of a relay in the format of Prometheus.
    struct RelayMetricsText {

        private let relay: RelayInspection
        private var publishing: [StreamName: Publishing] = [:]
        private let subscriptions: [StreamName: [SubscriptionInspection]]
        private let consumers: [Group: [GroupConsumerInspection]]

        /// A group of a stream.
        private struct Group: Hashable {
            let stream: StreamName
            let name: StreamName
        }

        /// The publications of one stream.
        private struct Publishing {
            var waiting = 0
            var sums = MessageSums()
        }

        /// - Parameter totals: The sums of streams, including publications that are no longer
        ///   known.
        init(_ relay: RelayInspection, _ totals: [StreamName: MessageSums]) {
            self.relay = relay
            subscriptions = Dictionary(grouping: relay.subscriptions) { StreamName($0.stream) }
            consumers = Dictionary(grouping: relay.consumers) {
                Group(stream: StreamName($0.stream), name: StreamName($0.group))
            }
            for publication in relay.publications {
                let name = StreamName(publication.stream)
                publishing[name, default: Publishing()].waiting += publication.waiting
                publishing[name, default: Publishing()].sums.combine(with: MessageSums(publication), +)
            }
            // Counts of streams include those of publications, except for counts that aren't
            // reported yet.
            for (stream, sums) in totals { publishing[stream, default: Publishing()].sums.combine(with: sums, max) }
        }

        var text: String {
            var lines: [String] = []
            func add(_ name: String, _ type: String, _ help: String, _ series: [(label: String, value: String)]) {
                lines += ["# HELP relay_\(name) \(help)", "# TYPE relay_\(name) \(type)"]
                lines += series.map { "relay_\(name)\($0.label) \($0.value)" }
            }
            func addPublishing(_ name: String, _ type: String, _ help: String, _ value: (Publishing) -> Int) {
                add(name, type, help, publishing.sorted { $0.key < $1.key }.map { (label($0), "\(value($1))") })
            }
            func addReading<Value: Comparable>(
                _ name: String, _ type: String, _ help: String, _ value: ([SubscriptionInspection]) -> Value?
            ) {
                let sorted = subscriptions.sorted { $0.key < $1.key }
                add(name, type, help, sorted.compactMap { key, all in value(all).map { (label(key), "\($0)") } })
            }
            func addConsuming(
                _ name: String, _ type: String, _ help: String, _ value: ([GroupConsumerInspection]) -> Int
            ) {
                let sorted = consumers.sorted { ($0.key.stream, $0.key.name) < ($1.key.stream, $1.key.name) }
                add(name, type, help, sorted.map { (label($0), "\(value($1))") })
            }
            let isDisconnected = if case .disconnected = relay.connection { true } else { false }
            add(
                "publishing_disconnected", "gauge", "Whether the publishing connection is lost.",
                [("", isDisconnected ? "1" : "0")])
            add(
                "publishing_reconnects_total", "counter", "Reconnects of the publishing connection.",
                [("", "\(relay.reconnects)")])
            addPublishing("waiting_messages", "gauge", "Messages that wait to be published.") { $0.waiting }
            addPublishing("unconfirmed_messages", "gauge", "Messages in flight to the server.") { $0.sums.onTheWay }
            addPublishing("cut_off_publications", "gauge", "Publications that were cut off.") { $0.sums.cutOffs }
            addPublishing("confirmed_messages_total", "counter", "Messages that the server has confirmed.") {
                $0.sums.confirmed
            }
            addPublishing("resent_messages_total", "counter", "Messages resent to the server.") {
                $0.sums.resent
            }
            addPublishing("dropped_messages_total", "counter", "Messages dropped by a limit.") {
                $0.sums.dropped
            }
            addPublishing("unpublishable_messages_total", "counter", "Messages that could not be encoded.") {
                $0.sums.unpublishable
            }
            addPublishing("refused_messages_total", "counter", "Messages that the server has rejected.") {
                $0.sums.refused
            }
            addReading("subscriptions", "gauge", "Subscriptions.") { $0.count }
            addReading("disconnected_subscriptions", "gauge", "Subscriptions whose connection is lost.") { all in
                all.count { if case .disconnected = $0.connection { true } else { false } }
            }
            addReading("reconnects_total", "counter", "Reconnects of subscriptions.") {
                $0.sum(\.reconnects)
            }
            addReading("delivered_messages_total", "counter", "Messages delivered by subscriptions.") {
                $0.sum(\.delivered)
            }
            addReading("unhandled_messages", "gauge", "Waiting messages of subscriptions.") {
                $0.sum(\.waiting)
            }
            addReading("gaps_total", "counter", "Reported gaps.") { $0.sum(\.gaps) }
            addReading("missing_messages_total", "counter", "Messages missing in reported gaps.") { $0.sum(\.missing) }
            addReading("undecodable_messages_total", "counter", "Messages that could not be decoded.") {
                $0.sum(\.undecodable)
            }
            addReading("foreign_entries_total", "counter", "Entries that aren't relay messages.") {
                $0.sum(\.foreign)
            }
            addReading("lag_entries", "gauge", "Unread entries of the slowest subscription, if known.") { all in
                all.compactMap(\.entriesBehind).max()
            }
            addReading("lag_seconds", "gauge", "Time by which the slowest subscription lags behind, if known.") {
                $0.compactMap(\.secondsBehind).max()
            }
            addReading("answer_age_seconds", "gauge", "Time since the last delivered reply of the server.") {
                $0.compactMap(\.secondsSinceAnswer).max()
            }
            addConsuming("consumers", "gauge", "Consumers of groups.") { $0.count }
            addConsuming("disconnected_consumers", "gauge", "Consumers that aren't connected.") {
                $0.count { !$0.isConnected }
            }
            addConsuming("running_handlers", "gauge", "Running handlers of consumers.") { $0.sum(\.running) }
            addConsuming("unacknowledged_messages", "gauge", "Handled messages that aren't confirmed yet.") {
                $0.sum(\.unconfirmed)
            }
            addConsuming("handled_messages_total", "counter", "Handlers of consumers that returned.") {
                $0.sum(\.handled)
            }
            addConsuming("rejected_messages_total", "counter", "Handlers of consumers that threw an error.") {
                $0.sum(\.rejected)
            }
            addConsuming("dead_letters_total", "counter", "Messages added to the dead letters.") {
                $0.sum(\.deadLetters)
            }
            addConsuming("deleted_messages_total", "counter", "Pending messages that were deleted from the stream.") {
                $0.sum(\.deleted)
            }
            return (lines + ["# EOF"]).joined(separator: "\n") + "\n"
        }

        private func label(_ stream: StreamName) -> String { "{stream=\"\(MetricsText.escaped(stream.text))\"}" }

        private func label(_ group: Group) -> String {
            "{stream=\"\(MetricsText.escaped(group.stream.text))\",group=\"\(MetricsText.escaped(group.name.text))\"}"
        }
    }

    extension MessageSums {

        fileprivate init(_ publication: PublicationInspection) {
            self.init(
                onTheWay: publication.onTheWay, confirmed: publication.confirmed, refused: publication.refused,
                dropped: publication.dropped, unpublishable: publication.unpublishable, resent: publication.resent,
                cutOffs: publication.state == .cutOff ? 1 : 0)
        }
    }

    extension Array {
        fileprivate func sum(_ count: (Element) -> Int) -> Int { reduce(0) { $0 + count($1) } }
    }
#endif
