import Locked
import SwiftObserver
import Synchronization

/// The recorded messages, and the tasks that wait for more.
final class Record<Message: Sendable>: Sendable {

    private let state = Locked(State())
    private let running = Atomic(0)

    /// Returns the time since recording began.
    private let now: @Sendable () -> Duration

    init(timedBy clock: any Clock<Duration>) { now = elapsed(by: clock) }

    private struct State {
        var messages: [RecordedMessage<Message>] = []

        /// The time at which the observation ended.
        var end: Duration?

        /// The number of messages that the test has seen.
        var seen = 0

        var missedCount = 0
        var overlapCount = 0
        var lateCallCount = 0
        var isRestIgnored = false
        var hasStopped = false

        /// The tasks that wait for messages, with numbers that count up.
        var waiters: [(number: Int, resume: CheckedContinuation<Message?, Never>)] = []
        var latestNumber = 0

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

    /// Resumes all waiting tasks, because no message will come.
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

    /// Returns the messages that the test hasn't seen, unless it accepts them.
    func takeRest() -> [Message] {
        state.withLock { state in
            defer { state.seen = state.messages.count }
            return state.isRestIgnored ? [] : state.messages[state.seen...].map(\.message)
        }
    }

    /// Returns all messages and the time of the end. The test has seen them then.
    func takeAllRecorded() -> (messages: [RecordedMessage<Message>], end: Duration?) {
        state.withLock { state in
            state.seen = state.messages.count
            return (state.messages, state.end)
        }
    }

    /// Returns the next message that the test hasn't seen, and waits for one until the end.
    func next(within duration: Duration) async -> Message? {
        let number = state.withLock { state in
            state.latestNumber += 1
            return state.latestNumber
        }
        return await waitForValue(within: duration, orGiveUp: { [self] in giveUp(number) }) { continuation in
            state.withLock { state -> Message?? in
                if let message = state.takeNext() { return message }
                if Task.isCancelled || state.end != nil { return .some(nil) }
                state.waiters.append((number, continuation))
                return nil
            }
        }
    }

    private func giveUp(_ number: Int) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0).resume }
        }
        waiter?.resume(returning: nil)
    }
}

/// Returns a function that measures the time from now on.
private func elapsed(by clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}

/// Calls a closure when the handler that retains it is deallocated: when the observation has ended.
final class EndOfHandler: Sendable {

    private let act: @Sendable () -> Void

    init(_ act: @escaping @Sendable () -> Void) { self.act = act }

    deinit { act() }
}
