import SwiftObserver
import SwiftObserverTesting

/// A clock whose time the test sets, and whose alarms never ring.
final class LateClock: AlarmClock {

    typealias Instant = ManualClock.Instant

    let offset = LockedBox(Duration.zero)
    private let start = ManualClock().now

    var now: Instant { start.advanced(by: offset.withLock { $0 }) }
    var minimumResolution: Duration { .zero }
    func setAlarm(at moment: Instant, _ ring: @escaping @Sendable () -> Void) -> @Sendable () -> Void { {} }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
