import SwiftObserver

/// A clock that doesn't advance. Its alarms fire when a thread of the scenario calls `ring`.
final class ControlledClock: AlarmClock, @unchecked Sendable {

    struct Instant: InstantProtocol {
        let offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    /// The alarms. Only the running thread changes them.
    private var alarms: [Int: @Sendable () -> Void] = [:]
    private var latestNumber = 0

    var now: Instant { Instant(offset: .zero) }
    var minimumResolution: Duration { .zero }

    func setAlarm(at moment: Instant, _ ring: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        Explorer.shared.foreign("set an alarm")
        latestNumber += 1
        alarms[latestNumber] = ring
        return { [self, number = latestNumber] in
            Explorer.shared.foreign("cancel an alarm")
            alarms[number] = nil
        }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}

    /// Fires all alarms that are set by now.
    func ring() {
        Explorer.shared.foreign("ring")
        let alarms = alarms
        self.alarms = [:]
        for (_, ring) in alarms.sorted(by: { $0.key < $1.key }) { ring() }
    }
}
