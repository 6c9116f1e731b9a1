import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

@Suite struct RelayMetricsTests {

    @Test func `metrics are those of streams`() {
        let totals = [
            StreamName("sky"): MessageSums(confirmed: 40, resent: 1),
            StreamName("gone"): MessageSums(confirmed: 2, cutOffs: 1),
        ]
        let lines = RelayMetricsText(relayInspection, totals).text.split(separator: "\n")
        #expect(
            lines.filter { !$0.hasPrefix("#") }
                == """
                relay_publishing_disconnected 1
                relay_publishing_reconnects_total 3
                relay_waiting_messages{stream="gone"} 0
                relay_waiting_messages{stream="sky"} 11
                relay_unconfirmed_messages{stream="gone"} 0
                relay_unconfirmed_messages{stream="sky"} 22
                relay_cut_off_publications{stream="gone"} 1
                relay_cut_off_publications{stream="sky"} 1
                relay_confirmed_messages_total{stream="gone"} 2
                relay_confirmed_messages_total{stream="sky"} 40
                relay_resent_messages_total{stream="gone"} 0
                relay_resent_messages_total{stream="sky"} 77
                relay_dropped_messages_total{stream="gone"} 0
                relay_dropped_messages_total{stream="sky"} 44
                relay_unpublishable_messages_total{stream="gone"} 0
                relay_unpublishable_messages_total{stream="sky"} 55
                relay_refused_messages_total{stream="gone"} 0
                relay_refused_messages_total{stream="sky"} 6
                relay_subscriptions{stream="\\"a\\\\b\\""} 3
                relay_disconnected_subscriptions{stream="\\"a\\\\b\\""} 0
                relay_reconnects_total{stream="\\"a\\\\b\\""} 3
                relay_delivered_messages_total{stream="\\"a\\\\b\\""} 9
                relay_unhandled_messages{stream="\\"a\\\\b\\""} 12
                relay_gaps_total{stream="\\"a\\\\b\\""} 15
                relay_missing_messages_total{stream="\\"a\\\\b\\""} 18
                relay_undecodable_messages_total{stream="\\"a\\\\b\\""} 21
                relay_foreign_entries_total{stream="\\"a\\\\b\\""} 24
                relay_lag_entries{stream="\\"a\\\\b\\""} 7
                relay_lag_seconds{stream="\\"a\\\\b\\""} 3.5
                relay_answer_age_seconds{stream="\\"a\\\\b\\""} 0.5
                relay_consumers{stream="sky",group="\\"q\\""} 1
                relay_consumers{stream="sky",group="packers"} 2
                relay_disconnected_consumers{stream="sky",group="\\"q\\""} 0
                relay_disconnected_consumers{stream="sky",group="packers"} 1
                relay_running_handlers{stream="sky",group="\\"q\\""} 0
                relay_running_handlers{stream="sky",group="packers"} 1
                relay_unacknowledged_messages{stream="sky",group="\\"q\\""} 0
                relay_unacknowledged_messages{stream="sky",group="packers"} 4
                relay_handled_messages_total{stream="sky",group="\\"q\\""} 0
                relay_handled_messages_total{stream="sky",group="packers"} 6
                relay_rejected_messages_total{stream="sky",group="\\"q\\""} 0
                relay_rejected_messages_total{stream="sky",group="packers"} 8
                relay_dead_letters_total{stream="sky",group="\\"q\\""} 0
                relay_dead_letters_total{stream="sky",group="packers"} 10
                relay_deleted_messages_total{stream="sky",group="\\"q\\""} 0
                relay_deleted_messages_total{stream="sky",group="packers"} 12
                """.split(separator: "\n"))
        #expect(lines.last == "# EOF")
    }

    @Test func `what a publication has counted stays when it's over, and each metric is described once`() async throws {
        let server = try RedisServer(), relay = server.relay()
        let remote: RemoteMessages<Int> = relay.subscribe("0", from: .start), received = remote.recorded()
        for round in 0..<100 {
            let sky = Messenger<Int>(), publication = relay.publish(sky, to: "\(round % 2)")
            sky.send(round)
            await until("it's confirmed") { publication.isDone }
        }
        #expect(relay.inspect().publications.count < 100)
        let text = relay.openMetrics(), lines = text.split(separator: "\n")
        #expect(lines.contains("relay_confirmed_messages_total{stream=\"0\"} 50"))
        #expect(lines.contains("relay_publishing_disconnected 0"))
        let names = lines.filter { $0.hasPrefix("# TYPE") }.map { $0.split(separator: " ")[2] }
        #expect(Set(names).count == names.count)
        #expect(lines.allSatisfy { line in line.hasPrefix("#") || names.contains(line.prefix { !"{ ".contains($0) }) })
        let page = Watch.openMetrics().dropLast("# EOF\n".count) + text
        #expect(page.split(separator: "\n").filter { $0 == "# EOF" }.count == 1 && page.hasSuffix("# EOF\n"))
        #expect(page.split(separator: "\n").contains { $0.hasPrefix("swiftobserver_watching ") })
        received.ignoreRest()
    }
}
