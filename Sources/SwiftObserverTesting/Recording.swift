import Locked
import SwiftObserver
import Synchronization

/// Records what an observable sends, for a test that looks at it message by message.
///
/// ```swift
/// let colors = sky.recorded()
/// sky.send(.blue)
/// #expect(await colors.next() == .blue)
/// colors.expectNothingMore()
/// ```
///
/// The test fails, at the line where recording began, if messages were recorded that it didn't look at, or if two calls of the
/// handler overlapped. That's found when the recording is released, which also ends it.
///
/// It doesn't keep the observable alive, and it keeps all messages. It's `Sendable`.
public final class Recording<Message: Sendable>: Sendable {

    private let record: Record<Message>
    private let observer = FreeObserver()
    private let start: TestLine

    init(at start: TestLine, observe: (FreeObserver, Record<Message>) -> Void) {
        record = Record()
        self.start = start
        observe(observer, record)
    }

    deinit {
        observer.stopObserving()
        let rest = record.takeRest()
        if !rest.isEmpty { start.fail("The test has not looked at \(rest.count) of the recorded messages: \(rest)") }
        if overlapCount > 0 { start.fail("Calls of the handler that began while it was running: \(overlapCount)") }
    }

    /// All messages that were recorded so far, whether the test has looked at them or not. To ask doesn't count as looking.
    public var messages: [Message] { record.messages }

    /// How many messages were dropped before they could be recorded, if there was a limit.
    public var missedCount: Int { record.missedCount }

    /// How often the handler was called while it was running, which must never be.
    public var overlapCount: Int { record.overlapCount }

    /// How often the handler was called after ``stop()`` returned, which must never be.
    public var lateCallCount: Int { record.lateCallCount }

    /// The oldest message that the test has not looked at. Waits for one if there's none.
    ///
    /// If none comes in that time, or the task is cancelled, the test fails at this line, and the result is `nil`. The time only matters then. Several tasks may
    /// wait, and get messages in the order of asking.
    @discardableResult
    public func next(
        within duration: Duration = .seconds(10), fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line
    ) async -> Message? {
        if let message = record.takeNext() { return message }
        let message = await record.next(within: duration)
        if message == nil {
            TestLine(fileID, filePath, line).fail(
                Task.isCancelled
                    ? "No message came before the task was cancelled." : "No message came within \(duration).")
        }
        return message
    }

    /// All messages that the test has not looked at so far. It has then.
    public func takeAll() -> [Message] { record.takeRest() }

    /// Lets the test fail at this line if there's a message at which it has not looked.
    public func expectNothingMore(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) {
        let rest = record.takeRest()
        if !rest.isEmpty {
            TestLine(fileID, filePath, line).fail("The test has not looked at all messages. There's more: \(rest)")
        }
    }

    /// Lets the test fail at this line if there's a message at which it has not looked, or one comes in that time. It also fails if the task is cancelled before.
    public func expectNothingMore(
        for duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) async {
        var message = record.takeNext()
        if message == nil { message = await record.next(within: duration) }
        let test = TestLine(fileID, filePath, line)
        if let message {
            test.fail("There's a message more: \(message)")
        } else if Task.isCancelled {
            test.fail("The task was cancelled, so nobody knows whether a message would have come.")
        }
    }

    /// Doesn't let the test fail because of messages at which it has not looked, now or later.
    public func ignoreRest() { record.ignoreRest() }

    /// Ends the recording, and waits until the handler isn't running any more. Further calls are counted in ``lateCallCount``.
    ///
    /// - Returns: Whether it isn't, after 10 seconds.
    @discardableResult
    public func stop() async -> Bool {
        let hasStopped = await observer.stopObservingAndWait(within: .seconds(10))
        record.stop()
        return hasStopped
    }
}

extension MessageSource where Message: Sendable {

    /// Records all messages from now on, in place.
    public func recorded(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) -> Recording<Message> {
        Recording(at: TestLine(fileID, filePath, line)) { observer, record in
            observer.observe(self, file: fileID, line: line) { record.add($0) }
        }
    }

    /// Records all messages from now on, on a queue or in another place, possibly with a limit.
    public func recorded(
        on place: some DeliveryPlace, buffering: MessageBuffering = .unbounded, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line
    ) -> Recording<Message> {
        Recording(at: TestLine(fileID, filePath, line)) { observer, record in
            observer.observe(self, file: fileID, line: line).on(place)
                .buffering(buffering).missed { record.miss($0) }.receive { record.add($0) }
        }
    }
}

/// What was recorded.
final class Record<Message: Sendable>: Sendable {

    private let state = Locked(State())
    private let running = Atomic(0)

    private struct State {
        var messages: [Message] = []

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
            return messages[seen - 1]
        }
    }

    func add(_ message: Message) {
        let isOverlapping = running.wrappingAdd(1, ordering: .relaxed).oldValue > 0
        let waiter = state.withLock { state in
            if isOverlapping { state.overlapCount += 1 }
            if state.hasStopped { state.lateCallCount += 1 }
            state.messages.append(message)
            guard !state.waiters.isEmpty else { return CheckedContinuation<Message?, Never>?.none }
            state.seen += 1
            return state.waiters.removeFirst().resume
        }
        waiter?.resume(returning: message)
        running.wrappingSubtract(1, ordering: .relaxed)
    }

    func miss(_ count: Int) { state.withLock { $0.missedCount += count } }
    func stop() { state.withLock { $0.hasStopped = true } }
    func ignoreRest() { state.withLock { $0.isRestIgnored = true } }

    var messages: [Message] { state.withLock { $0.messages } }
    var missedCount: Int { state.withLock { $0.missedCount } }
    var overlapCount: Int { state.withLock { $0.overlapCount } }
    var lateCallCount: Int { state.withLock { $0.lateCallCount } }

    func takeNext() -> Message? { state.withLock { $0.takeNext() } }

    /// The messages at which the test has not looked, unless it doesn't want to.
    func takeRest() -> [Message] {
        state.withLock { state in
            defer { state.seen = state.messages.count }
            return state.isRestIgnored ? [] : Array(state.messages[state.seen...])
        }
    }

    /// Waits for a message, but no longer than that.
    func next(within duration: Duration) async -> Message? {
        let number = state.withLock { state in
            state.latestNumber += 1
            return state.latestNumber
        }
        let cancelAlarm = continuousAlarms.set(at: .now + min(duration, .longest)) { [self] in
            giveUp(number)
        }
        defer { cancelAlarm() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Whoever gave up before that was too early, so it's looked for here.
                let message: Message?? = state.withLock { state in
                    if let message = state.takeNext() { return message }
                    if state.givenUp.remove(number) != nil { return .some(nil) }
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
