import SwiftObserver
import Synchronization

/// A clock that advances by the same step at each look. Its alarms never fire.
///
/// `ManualClock` would acquire locks and keep alarms, which would be counted.
final class ClockByHand: AlarmClock {

    struct Instant: InstantProtocol {
        var time: Duration

        static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
        func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
        func duration(to other: Instant) -> Duration { other.time - time }
    }

    private let step: Duration
    private let looks = Atomic(0)

    init(step: Duration = .zero) { self.step = step }

    var now: Instant { Instant(time: step * looks.wrappingAdd(1, ordering: .relaxed).newValue) }
    var minimumResolution: Duration { .zero }
    func setAlarm(at moment: Instant, _ ring: @escaping @Sendable () -> Void) -> @Sendable () -> Void { {} }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
