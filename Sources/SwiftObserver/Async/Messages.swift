/// The messages of an observable, for asynchronous loops.
///
/// ```swift
/// for await color in sky.messages() {
///     print("The sky is \(color).")
/// }
/// ```
///
/// **Order:** The observation starts when the sequence is created, not at the first iteration. From
/// then on, the loop receives every message, once, in the order of sending. Each sequence has an
/// observation of its own, so loops over several sequences all receive everything. Loops over the
/// same sequence share its messages: each message goes to one of them. When a loop leaves, the
/// messages that it hasn't received are for the other loops that have begun.
///
/// **Lifetime:** The sequence retains neither the observable nor authors. It ends with its
/// observation, after the last message: when the observable is deallocated or stops being observed,
/// and when a promise has delivered its value. Breaking the loop ends the observation and releases
/// the buffered messages. So does dropping the iterator or the unused sequence. If the task is
/// cancelled, a loop that waits for a message ends at once, and another one when it asks for its
/// next message. There is nothing to resume or finish by hand, and no loop is left waiting.
///
/// **Threads:** A sequence is `Sendable`. Each iterator belongs to one task.
///
/// - Complexity: O(1) per message, amortized.
public struct Messages<Element: Sendable>: AsyncSequence, Sendable {

    /// Never, since iterating doesn't throw.
    public typealias Failure = Never

    private let outlet: Feed<Element>.Outlet

    /// Starts to observe.
    ///
    /// - Parameters:
    ///   - gap: Makes an element with the number of missing messages, if the loop receives gaps.
    ///   - element: Makes an element from a message and its author. It runs under locks, so it
    ///     calls no client code.
    init<O: MessageSource>(
        of observable: O, at startPoint: StartPoint?, buffering limit: BufferLimit<Element>,
        gap: (@Sendable (Int) -> Element)? = nil, element: @escaping @Sendable (O.Message, AnyObject?) -> Element
    ) {
        let receiver = Receiver(), messenger = observable.sourceMessenger.messenger, office = messenger.office
        outlet = Feed.Outlet(Feed(limit: limit, gap: gap)) {
            office.makeRoom()
        } endingObservation: {
            receiver.endObservations()
        }
        let observation = Observation<O.Message>(
            of: office, receiver: receiver.observations,
            extras: ObservationExtras(inlet: FeedInlet(outlet.feed, element)), handler: .message { _ in })
        if Watching.isOn { observation.willStart(at: startPoint) }
        if receiver.add(observation, by: receiver) { messenger.start(observation) }
    }

    /// The number of messages that were dropped because the buffer was full.
    ///
    /// It's always zero if the buffer is unbounded, or updates are merged.
    public var droppedCount: Int { outlet.feed.dropped }

    /// Begins one loop. Several loops share the messages.
    public func makeAsyncIterator() -> Iterator { Iterator(loop: Feed.Loop(outlet)) }

    /// Iterates over messages.
    ///
    /// When it's dropped, the observation ends. It is not `Sendable`.
    public struct Iterator: AsyncIteratorProtocol {

        fileprivate let loop: Feed<Element>.Loop

        /// The next message, or `nil` if this loop receives no more or the task is cancelled.
        public mutating func next() async -> Element? { await loop.next(isolation: nil) }

        /// The next message, or `nil` if this loop receives no more or the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await loop.next(isolation: actor)
        }

        /// Like `next`, but returns a message that is already there even in a cancelled task.
        mutating func nextOrCancelled() async -> Element? { await loop.nextOrCancelled(isolation: nil) }

        /// Whether all loops left before the observation ended, so there are no more messages.
        var wasLeft: Bool { loop.wasLeft }
    }
}

extension MessageSource where Message: Sendable {

    /// Starts an observation whose messages an asynchronous loop receives.
    ///
    /// For details, see ``Messages``.
    ///
    /// `buffering` says what happens with messages that come faster than the loop takes them. If
    /// messages may be dropped, ``Messages/droppedCount`` counts them, and
    /// ``messagesAndGaps(buffering:file:line:)`` also reports where they are missing.
    public func messages(buffering: MessageBuffering = .unbounded, file: StaticString = #fileID, line: UInt = #line)
        -> Messages<Message>
    {
        Messages(of: self, at: StartPoint(Self.self, file, line), buffering: buffering.limit()) { message, _ in message
        }
    }

    /// Starts an observation for an asynchronous loop, and merges waiting messages into one.
    ///
    /// For details, see ``Messages`` and ``Observing/merging()``.
    ///
    /// ```swift
    /// for await update in temperature.mergedMessages() {
    ///     await show(update.new)  // however long that takes, the next update leads to the current value
    /// }
    /// ```
    public func mergedMessages(file: StaticString = #fileID, line: UInt = #line) -> Messages<Message>
    where Message: Mergeable {
        Messages(of: self, at: StartPoint(Self.self, file, line), buffering: Message.merging.limit) { message, _ in
            message
        }
    }

    /// Starts an observation for an asynchronous loop, and reports where messages are missing.
    ///
    /// For details, see ``Messages``.
    ///
    /// ```swift
    /// for await next in sky.messagesAndGaps(buffering: .newest(100)) {
    ///     switch next {
    ///     case .message(let color): show(color)
    ///     case .gap(let missed): print("\(missed) colors are missing here.")
    ///     }
    /// }
    /// ```
    ///
    /// A gap comes at the position of the missing messages. Every sent message is received by the
    /// loop, counted by a gap, or not yet taken when the loop is left or the observation ends. Gaps
    /// don't count as waiting messages. If the message after a gap is dropped after the loop took
    /// the gap, another gap follows.
    public func messagesAndGaps(buffering: MessageBuffering, file: StaticString = #fileID, line: UInt = #line)
        -> Messages<MessageOrGap<Message>>
    {
        Messages(
            of: self, at: StartPoint(Self.self, file, line), buffering: buffering.limit(), gap: { .gap(missed: $0) }
        ) { message, _ in
            .message(message)
        }
    }

    /// Starts an observation for an asynchronous loop that receives messages with authors.
    ///
    /// ```swift
    /// for await letter in sky.messagesWithAuthors() {
    ///     if letter.author !== self { show(letter.message) }
    /// }
    /// ```
    public func messagesWithAuthors(
        buffering: MessageBuffering = .unbounded, file: StaticString = #fileID, line: UInt = #line
    ) -> Messages<AuthoredMessage<Message>> {
        let messenger = UncheckedSendable(WeakReference(sourceMessenger.messenger))
        return Messages(of: self, at: StartPoint(Self.self, file, line), buffering: buffering.limit()) {
            message, author in
            AuthoredMessage(message: message, author: author, messenger: messenger)
        }
    }
}

/// A message, or a gap where messages are missing.
///
/// It's `Sendable`, and it's `Equatable` and `Hashable` if its messages are.
public enum MessageOrGap<Message: Sendable>: Sendable {

    /// A message.
    case message(Message)

    /// That many messages were dropped here.
    case gap(missed: Int)
}

extension MessageOrGap: Equatable where Message: Equatable {}
extension MessageOrGap: Hashable where Message: Hashable {}

/// A message and its author.
///
/// It is `Sendable` although the author may not be: authors are there to be compared. Call an
/// author only if you know that it's safe where you are.
///
/// **Lifetime:** It doesn't retain the author.
public struct AuthoredMessage<Message: Sendable>: @unchecked Sendable {

    /// The message that was sent.
    public let message: Message

    /// The author, or the observable's messenger if the author has been deallocated.
    ///
    /// A message doesn't retain its author. Code that reads the author does.
    public var author: AnyObject {
        willLoadWeakReference()
        return livingAuthor(weakAuthor, orElse: messenger.value.object)
    }

    private weak var weakAuthor: AnyObject?
    private let messenger: UncheckedSendable<WeakReference>

    init(message: Message, author: AnyObject?, messenger: UncheckedSendable<WeakReference>) {
        self.message = message
        weakAuthor = author
        self.messenger = messenger
    }
}
