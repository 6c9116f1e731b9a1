import Foundation
import Relay
import SwiftObserver
import Testing

@Suite struct CostTests {

    @Test func `a publication costs about the same however many there are`() async {
        let (few, many) = await onThread {
            // The minimum of several rounds, since other tests use the processor's caches
            // meanwhile.
            let costs = (0..<3).map { _ in (costOfPublication(among: 200), costOfPublication(among: 2000)) }
            return (costs.map(\.0).min() ?? 0, costs.map(\.1).min() ?? 0)
        }
        #expect(many < 4 * few, "\(few) s and \(many) s")
    }
}

/// The CPU time of one publication, among this many publications of one relay.
private func costOfPublication(among count: Int) -> Double {
    let relay = Relay(), messengers = (0..<count).map { _ in Messenger<Int>() }
    let start = computingTime()
    for (index, messenger) in messengers.enumerated() { relay.publish(messenger, to: "\(index)") }
    return (computingTime() - start) / Double(count)
}

private func computingTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
