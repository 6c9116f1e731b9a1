import Locked
import SwiftObserver
import Synchronization

/// A recording of the messages of an observable.
///
/// ```swift
/// let colors = sky.recorded()
/// sky.send(.blue)
/// await colors.expectNext(.blue)
/// colors.expectNothingMore()
/// ```
///
/// When the recording is deallocated, it ends. If there are messages that the test hasn't seen, the
/// test then fails at the line that created the recording. It also fails if two calls of the
/// handler overlapped.
///
/// **Lifetime:** The recording keeps all messages, but doesn't retain the observable.
///
/// **Threads:** The recording is `Sendable`.
public final class Recording<Message: Sendable>: Sendable {

    let record: Record<Message>
    private let observer = FreeObserver()
    private let start: TestLine
    private let source: RecordedSource

    /// - Parameter observe: Observes with a handler that receives the message and the author.
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
            start.fail("The test hasn't checked \(rest.count) messages of \(source.name): \(rest)")
        }
        if overlapCount > 0 { start.fail("Calls of the handler that overlapped another call: \(overlapCount)") }
    }

    /// All messages that were recorded so far, including those that the test has seen.
    public var messages: [Message] { record.messages.map(\.message) }

    /// All messages that were recorded so far, with authors and times.
    public var recordedMessages: [RecordedMessage<Message>] { record.messages }

    /// The time of the end, since the recording began, or `nil` if messages can still come.
    ///
    /// A recording ends when the observable is closed or deallocated, or ends its observations, or
    /// when ``stop()`` is called.
    public var endTime: Duration? { record.endTime }

    /// The number of messages that a limit dropped before they could be recorded.
    public var missedCount: Int { record.missedCount }

    /// The number of calls of the handler that overlapped with another call. It must be 0.
    public var overlapCount: Int { record.overlapCount }

    /// The number of calls of the handler after ``stop()`` returned. It must be 0.
    public var lateCallCount: Int { record.lateCallCount }

    /// Returns the next message that the test hasn't seen, and waits for one if needed.
    ///
    /// If no message comes within the duration, the test fails at this line, and the result is
    /// `nil`. It doesn't wait if the recording has ended or the task is cancelled. The text of the
    /// failure shows the recorded messages and possible reasons. These are an observable that was
    /// deallocated, a clock to advance, or a place to run.
    ///
    /// If several tasks wait, they receive messages in FIFO order.
    @discardableResult
    public func next(
        within duration: Duration = .seconds(10), fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line
    ) async -> Message? {
        let message = await record.next(within: duration)
        if message == nil { TestLine(fileID, filePath, line).fail("\(whyNone(duration)) \(summary)") }
        return message
    }

    /// Fails the test at this line unless the next message equals the expected one.
    ///
    /// ```swift
    /// await colors.expectNext(.blue)
    /// ```
    ///
    /// The text of the failure shows the actual message. If no message comes, the test fails as
    /// with ``next(within:fileID:filePath:line:)``.
    public func expectNext(
        _ expected: Message, within duration: Duration = .seconds(10), fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line
    ) async where Message: Equatable {
        let message = await record.next(within: duration)
        if message == expected { return }
        let problem = message.map { "Message \(record.seenCount) is \(String(reflecting: $0))." }
        TestLine(fileID, filePath, line).fail(
            "\(problem ?? whyNone(duration)) The test expects \(String(reflecting: expected)). \(summary)")

        // Later messages would only cause more failures.
        if message != nil { record.ignoreRest() }
    }

    /// Waits for the end, and fails the test at this line if another message comes first.
    ///
    /// The test also fails if the recording doesn't end within the duration. For the ends, see
    /// ``endTime``.
    public func expectEnd(
        within duration: Duration = .seconds(10), fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line
    ) async {
        let message = await record.next(within: duration)
        let test = TestLine(fileID, filePath, line)
        if let message {
            test.fail("The test expects the end, but the next message is \(String(reflecting: message)). \(summary)")
        } else if record.endTime == nil {
            test.fail(
                "\(whyNone(duration)) The test expects the end. Closing an origin doesn't close observables that "
                    + "derive from it, so their observations don't end. \(summary)")
        }
    }

    /// Explains why no message came within the duration.
    private func whyNone(_ duration: Duration) -> String {
        if record.endTime != nil { return source.whyItEnded }
        if Task.isCancelled { return "No message arrived before the task was cancelled." }
        return (["No message arrived within \(duration)."] + Unattended.texts(in: start)).joined(separator: " ")
    }

    /// Describes the recorded messages.
    private var summary: String {
        let missed = missedCount > 0 ? " Dropped messages: \(missedCount)." : ""
        return "Recorded messages of \(source.name): \(messages).\(missed)"
    }

    /// Returns all messages that the test hasn't seen. They count as seen from then on.
    public func takeAll() -> [Message] { record.takeRest() }

    /// Fails the test at this line if there are messages that the test hasn't seen.
    public func expectNothingMore(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) {
        let rest = record.takeRest()
        if !rest.isEmpty {
            TestLine(fileID, filePath, line).fail("The test hasn't checked these messages: \(rest)")
        }
    }

    /// Fails the test at this line if a message is unseen, or comes within the duration.
    ///
    /// The test also fails if the task is cancelled.
    public func expectNothingMore(
        for duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) async {
        let message = await record.next(within: duration)
        let test = TestLine(fileID, filePath, line)
        if let message {
            test.fail("There's one more message: \(message)")
        } else if Task.isCancelled {
            test.fail("The task was cancelled, so it's unknown whether a message would have arrived.")
        }
    }

    /// Accepts messages that the test hasn't seen, now and later.
    public func ignoreRest() { record.ignoreRest() }

    /// Ends the recording, and waits until the handler has returned.
    ///
    /// Later calls of the handler count as ``lateCallCount``.
    ///
    /// - Returns: Whether the handler has returned within 10 seconds.
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
    /// - Parameter clock: The clock for the times of messages, such as a ``ManualClock``.
    public func recorded(
        clock: any Clock<Duration> = ContinuousClock(), fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line
    ) -> Recording<Message> {
        Recording(self, at: TestLine(fileID, filePath, line), clock: clock) { observer, _, add in
            observer.observe(self, file: fileID, line: line, receive: add)
        }
    }

    /// Records all messages from now on, on a queue or in another place.
    ///
    /// `buffering` can limit how many messages wait to be recorded.
    ///
    /// - Parameter clock: The clock for the times of messages, such as a ``ManualClock``.
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
