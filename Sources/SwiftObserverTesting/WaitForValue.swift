import Locked
import SwiftObserver

/// Suspends the task until it's given a value, the time is up, or the task is cancelled.
///
/// - Parameters:
///   - giveUp: Resumes the continuation if it's still kept. It's called when the time is up, and
///     when the task is cancelled, even before the continuation is kept.
///   - begin: Returns the value, or keeps the continuation and returns `nil`. It must not keep the
///     continuation if the task is cancelled.
func waitForValue<Value: Sendable>(
    within duration: Duration, orGiveUp giveUp: @escaping @Sendable () -> Void,
    _ begin: (CheckedContinuation<Value, Never>) -> Value?
) async -> Value {
    let cancelAlarm = Locked<(@Sendable () -> Void)?>(nil)
    defer { cancelAlarm.withLock { $0 }?() }
    return await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            if let value = begin(continuation) { return continuation.resume(returning: value) }
            let cancel = continuousAlarms.set(at: .now + min(duration, .longest), giveUp)
            cancelAlarm.withLock { $0 = cancel }
        }
    } onCancel: {
        giveUp()
    }
}
