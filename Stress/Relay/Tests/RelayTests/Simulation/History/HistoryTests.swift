import Foundation
import Testing

/// Histories in which the network, the server and its clock do what a seed says.
///
/// `RELAY_HISTORIES=1000000` tries more of them, `RELAY_SEED=17` only one.
@Suite struct HistoryTests {

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    @Test func `promises hold in each history`() {
        let one = Self.number("RELAY_SEED"), count = Self.number("RELAY_HISTORIES") ?? UInt64(Scale.some)
        var failures = 0
        for seed in one.map({ $0...$0 }) ?? 1...count where failures < 5 {
            let history = History(seed: seed)
            history.run()
            if history.complaints.isEmpty { continue }
            failures += 1
            Issue.record("With seed \(seed): \(history.complaints.joined(separator: "; "))")
        }
    }
}
