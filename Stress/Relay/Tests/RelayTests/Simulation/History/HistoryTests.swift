import Foundation
import Testing

/// Histories in which the network, the server and its clock do what a seed says.
///
/// `RELAY_HISTORIES=1000000` tries more of them, `RELAY_SEED=17` only one.
@Suite struct HistoryTests {

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    @Test func `promises hold in each history`() async {
        let one = Self.number("RELAY_SEED"), count = Self.number("RELAY_HISTORIES") ?? UInt64(Scale.some)
        let failures = await onThread {
            var failures: [String] = []
            for seed in one.map({ $0...$0 }) ?? 1...count where failures.count < 5 {
                let history = History(seed: seed)
                history.run()
                if history.complaints.isEmpty { continue }
                failures.append("With seed \(seed): \(history.complaints.joined(separator: "; "))")
            }
            return failures
        }
        #expect(failures == [])
    }
}
