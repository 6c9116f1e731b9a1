import Locked
import SwiftObserver
import Synchronization

/// Records what an observable sends, for a test that looks at it message by message.
///
/// ```swift
/// let colors = sky.recorded()
/// sky.send(.blue)
/// await colors.expectNext(.blue)
/// colors.expectNothingMore()
/// ```
///
/// The test fails, at the line where recording began, if messages were recorded that it didn't look
/// at, or if two calls of the handler overlapped. That's found when the recording is released,
/// which also ends it.
///
/// It doesn't keep the observable alive, and it keeps all messages. It's `Sendable`.
public final class Recording<Message: Sendable>: Sendable {

    let record: Record<Message>
    private let observer = FreeObserver()
    private let start: TestLine
    private let source: RecordedSource

    /// - Parameter observe: Observes with a handler, which gets the message and the author.
    init<Source: MessageSource<Message>>(
        _ source: Source, at start: TestLine, clock: any Clock<Duration>,
        observe: (FreeObserver, Record<Message>, @escaping @Sendable (Message, AnyObject) -> Void) -> Void
    ) {
        let record = Record<Message>(timedBy: clock), end = EndOfHandler { record.end() }
        self.record = record
        self.start = start
        self.source = RecordedSource(source)
        observe(observer, record) { message, author in
            withExtendedLifetime(end) { record.add(message, from: author) }
        }
    }

    deinit {
        observer.stopObserving()
        let rest = record.takeRest()
        if !rest.isEmpty {
            start.fail("The test has not looked at \(rest.count) of the messages of \(source.name): \(rest)")
        }
        if overlapCount > 0 { start.fail("Calls of the handler that began while it was running: \(overlapCount)") }
    }

    /// All messages that were recorded so far, whether the test has looked at them or not. To ask
    /// doesn't count as looking.
    public var messages: [Message] { record.messages.map(\.message) }

    /// The same messages, with authors and times.
    public var recordedMessages: [RecordedMessage<Message>] { record.messages }

    /// When nothing more could come, as what had passed since recording began: the observable was
    /// closed, has died, or has ended its observations, or ``stop()`` was called. `nil` as long as
    /// something can come.
    public var endTime: Duration? { record.endTime }

    /// How many messages were dropped before they could be recorded, if there was a limit.
    public var missedCount: Int { record.missedCount }

    /// How often the handler was called while it was running, which must never be.
    public var overlapCount: Int { record.overlapCount }

    /// How often the handler was called after ``stop()`` returned, which must never be.
    public var lateCallCount: Int { record.lateCallCount }

    /// The oldest message that the test has not looked at. Waits for one if there's none.
    ///
    /// If none comes in that time, or none can come any more, or the task is cancelled, the test
    /// fails at this line, and the result is `nil`. The text says what was recorded, and what might
    /// be the reason: an observable that nobody holds, a clock to move on, or a place to run.
    /// Several tasks may wait, and get messages in the order of asking.
    @discardableResult
    public func next(
        within duration: Duration = .seconds(10), fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line
    ) async -> Message? {
        if let message = record.takeNext() { return message }
        let message = await record.next(within: duration)
        if message == nil { TestLine(fileID, filePath, line).fail("\(whyNone(duration)) \(summary)") }
        return message
    }

    /// Lets the test fail at this line unless the oldest message at which the test has not looked
    /// is the expected one. Waits for one if there's none.
    ///
    /// ```swift
    /// await colors.expectNext(.blue)
    /// ```
    ///
    /// The text says what came in its place. For what happens if no message comes, see
    /// ``next(within:fileID:filePath:line:)``.
    public func expectNext(
        _ expected: Message, within duration: Duration = .seconds(10), fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line
    ) async where Message: Equatable {
        let taken = record.takeNext()
        let message = if let taken { taken } else { await record.next(within: duration) }
        if message == expected { return }
        let problem = message.map { "Message \(record.seenCount) is \(String(reflecting: $0))." }
        TestLine(fileID, filePath, line).fail(
            "\(problem ?? whyNone(duration)) The test expects \(String(reflecting: expected)). \(summary)")

        // What comes after that would only be a second failure.
        if message != nil { record.ignoreRest() }
    }

    /// Lets the test fail at this line unless nothing can come any more, and the test has looked at
    /// all messages. Waits for the end.
    ///
    /// An observation ends when its observable is closed, dies, or ends it.
    public func expectEnd(
        within duration: Duration = .seconds(10), fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line
    ) async {
        let taken = record.takeNext()
        let message = if let taken { taken } else { await record.next(within: duration) }
        let test = TestLine(fileID, filePath, line)
        if let message {
            test.fail("The next message is \(String(reflecting: message)). The test expects the end. \(summary)")
        } else if record.endTime == nil {
            test.fail(
                "\(whyNone(duration)) The test expects the end. An observation isn't over when an origin of its "
                    + "observable is closed, since that closes nothing that is made of it. \(summary)")
        }
    }

    /// Why no message came in that time.
    private func whyNone(_ duration: Duration) -> String {
        if record.endTime != nil { return source.whyItEnded }
        if Task.isCancelled { return "No message came before the task was cancelled." }
        return (["No message came within \(duration)."] + Unattended.texts(in: start)).joined(separator: " ")
    }

    /// What was recorded.
    private var summary: String {
        let missed = missedCount > 0 ? " Dropped before they could be recorded: \(missedCount)." : ""
        return "Recorded of \(source.name): \(messages).\(missed)"
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

    /// Lets the test fail at this line if there's a message at which it has not looked, or one
    /// comes in that time. It also fails if the task is cancelled before.
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

    /// Ends the recording, and waits until the handler isn't running any more. Further calls are
    /// counted in ``lateCallCount``.
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
    ///
    /// - Parameter clock: By which the times of messages are recorded, like a ``ManualClock``.
    public func recorded(
        clock: any Clock<Duration> = ContinuousClock(), fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line
    ) -> Recording<Message> {
        Recording(self, at: TestLine(fileID, filePath, line), clock: clock) { observer, _, add in
            observer.observe(self, file: fileID, line: line, receive: add)
        }
    }

    /// Records all messages from now on, on a queue or in another place, possibly with a limit.
    ///
    /// - Parameter clock: By which the times of messages are recorded, like a ``ManualClock``.
    public func recorded(
        on place: some DeliveryPlace, buffering: MessageBuffering = .unbounded,
        clock: any Clock<Duration> = ContinuousClock(), fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line
    ) -> Recording<Message> {
        Recording(self, at: TestLine(fileID, filePath, line), clock: clock) { observer, record, add in
            observer.observe(self, file: fileID, line: line).on(place).buffering(buffering).missed { record.miss($0) }
                .withAuthor().receive(add)
        }
    }
}
