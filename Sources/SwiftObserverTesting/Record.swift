import Locked
import SwiftObserver
import Synchronization

/// What was recorded.
final class Record<Message: Sendable>: Sendable {

    private let state = Locked(State())
    private let running = Atomic(0)

    /// What has passed since recording began.
    private let now: @Sendable () -> Duration

    init(timedBy clock: any Clock<Duration>) { now = elapsed(by: clock) }

    private struct State {
        var messages: [RecordedMessage<Message>] = []

        /// When the observation ended.
        var end: Duration?

        /// At how many of the messages the test has looked.
        var seen = 0

        var missedCount = 0
        var overlapCount = 0
        var lateCallCount = 0
        var isRestIgnored = false
        var hasStopped = false

        /// Those who wait for messages, by numbers that count up.
        var waiters: [(number: Int, resume: CheckedContinuation<Message?, Never>)] = []
        var latestNumber = 0

        /// Those who gave up before they waited.
        var givenUp: Set<Int> = []

        mutating func takeNext() -> Message? {
            guard seen < messages.count else { return nil }
            seen += 1
            return messages[seen - 1].message
        }
    }

    func add(_ message: Message, from author: AnyObject) {
        let isOverlapping = running.wrappingAdd(1, ordering: .relaxed).oldValue > 0
        let recorded = RecordedMessage(message: message, author: author, time: now())
        let waiter = state.withLock { state in
            if isOverlapping { state.overlapCount += 1 }
            if state.hasStopped { state.lateCallCount += 1 }
            state.messages.append(recorded)
            guard !state.waiters.isEmpty else { return CheckedContinuation<Message?, Never>?.none }
            state.seen += 1
            return state.waiters.removeFirst().resume
        }
        waiter?.resume(returning: message)
        running.wrappingSubtract(1, ordering: .relaxed)
    }

    /// Lets nobody wait any more, since nothing more comes.
    func end() {
        let time = now()
        let waiters = state.withLock { state in
            state.end = time
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume.resume(returning: nil) }
    }

    func miss(_ count: Int) { state.withLock { $0.missedCount += count } }
    func stop() { state.withLock { $0.hasStopped = true } }
    func ignoreRest() { state.withLock { $0.isRestIgnored = true } }

    var messages: [RecordedMessage<Message>] { state.withLock { $0.messages } }
    var seenCount: Int { state.withLock { $0.seen } }
    var endTime: Duration? { state.withLock { $0.end } }
    var missedCount: Int { state.withLock { $0.missedCount } }
    var overlapCount: Int { state.withLock { $0.overlapCount } }
    var lateCallCount: Int { state.withLock { $0.lateCallCount } }

    func takeNext() -> Message? { state.withLock { $0.takeNext() } }

    /// The messages at which the test has not looked, unless it doesn't want to.
    func takeRest() -> [Message] {
        state.withLock { state in
            defer { state.seen = state.messages.count }
            return state.isRestIgnored ? [] : state.messages[state.seen...].map(\.message)
        }
    }

    /// All messages, at which the test has looked then, and when the observation ended.
    func takeAllRecorded() -> (messages: [RecordedMessage<Message>], end: Duration?) {
        state.withLock { state in
            state.seen = state.messages.count
            return (state.messages, state.end)
        }
    }

    /// Waits for a message, but no longer than that, and not beyond the end.
    func next(within duration: Duration) async -> Message? {
        let number = state.withLock { state in
            state.latestNumber += 1
            return state.latestNumber
        }
        let cancelAlarm = continuousAlarms.set(at: .now + min(duration, .longest)) { [self] in
            giveUp(number)
        }
        defer {
            cancelAlarm()
            state.withLock { _ = $0.givenUp.remove(number) }
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Whoever gave up before that was too early, so it's looked for here.
                let message: Message?? = state.withLock { state in
                    if let message = state.takeNext() { return message }
                    if state.givenUp.remove(number) != nil || state.end != nil { return .some(nil) }
                    state.waiters.append((number, continuation))
                    return nil
                }
                if let message { continuation.resume(returning: message) }
            }
        } onCancel: {
            giveUp(number)
        }
    }

    private func giveUp(_ number: Int) {
        let waiter = state.withLock { state in
            guard let index = state.waiters.firstIndex(where: { $0.number == number }) else {
                state.givenUp.insert(number)
                return CheckedContinuation<Message?, Never>?.none
            }
            return state.waiters.remove(at: index).resume
        }
        waiter?.resume(returning: nil)
    }
}

/// What returns how much has passed by a clock, from now on.
private func elapsed(by clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}

/// Calls a closure when it dies: with the handler that holds it, so when the observation has ended.
final class EndOfHandler: Sendable {

    private let act: @Sendable () -> Void

    init(_ act: @escaping @Sendable () -> Void) { self.act = act }

    deinit { act() }
}
