/// The messages of an observable, for asynchronous loops.
///
/// ```swift
/// for await color in sky.messages() {
///     print("The sky is \(color).")
/// }
/// ```
///
/// **Order:** The observation starts when the sequence is created, not at the first iteration. From then on, the loop gets
/// every message, each once, in the order of sending. To create another sequence starts another observation, so several
/// loops over several sequences each get everything. Several loops over one and the same sequence share its messages:
/// each goes to one of them, and what one loop hasn't got yet when it leaves is for the others that have begun.
///
/// **Lifetime:** The sequence ends when the observation does: when the observable dies or stops being observed, after the
/// last message, and when a promise has delivered its value. It keeps neither the observable nor authors alive.
/// Breaking the loop, and also dropping the iterator or the unused sequence, ends the observation and releases what was
/// buffered. So does cancelling the task, at once if the loop waits for a message, otherwise when it asks for the next
/// one. There's nothing to resume or finish by hand, and no loop is left waiting.
///
/// **Threads:** A sequence is `Sendable`. Iterators belong to one task each.
///
/// - Complexity: O(1) a message, amortized.
public struct Messages<Element: Sendable>: AsyncSequence, Sendable {

    /// Iterating never throws.
    public typealias Failure = Never

    private let outlet: Feed<Element>.Outlet

    /// Starts to observe.
    ///
    /// - Parameters:
    ///   - gap: Makes an element that tells how many messages are missing, if the loop wants to know.
    ///   - element: Makes an element out of a message and its author. It runs under locks, so it runs no code of clients.
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

    /// How many messages were dropped because the buffer was full. That's always zero if the buffer is unbounded, or updates are
    /// merged.
    public var droppedCount: Int { outlet.feed.dropped }

    /// Begins one loop. Several loops share the messages.
    public func makeAsyncIterator() -> Iterator { Iterator(loop: Feed.Loop(outlet)) }

    /// Iterates over messages. When it's dropped, the observation ends. It is not `Sendable`.
    public struct Iterator: AsyncIteratorProtocol {

        fileprivate let loop: Feed<Element>.Loop

        /// The next message, or `nil` if there will be none for this loop or the task is cancelled.
        public mutating func next() async -> Element? { await loop.next(isolation: nil) }

        /// The next message, or `nil` if there will be none for this loop or the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await loop.next(isolation: actor)
        }

        /// Like `next`, but a message that is already there is returned even though the task is cancelled.
        mutating func nextOrCancelled() async -> Element? { await loop.nextOrCancelled(isolation: nil) }

        /// Whether all loops left before the observation ended. If so, that's why there are no more messages.
        var wasLeft: Bool { loop.wasLeft }
    }
}

extension MessageSource where Message: Sendable {

    /// Starts an observation whose messages an asynchronous loop receives. For details, see ``Messages``.
    ///
    /// `buffering` says what to do with messages that come faster than the loop takes them. If messages may be dropped,
    /// ``Messages/droppedCount`` tells how many were, and ``messagesAndGaps(buffering:file:line:)`` where.
    public func messages(buffering: MessageBuffering = .unbounded, file: StaticString = #fileID, line: UInt = #line)
        -> Messages<Message>
    {
        Messages(of: self, at: StartPoint(Self.self, file, line), buffering: buffering.limit()) { message, _ in message
        }
    }

    /// Starts an observation whose messages an asynchronous loop receives, where those that wait become one. For details, see
    /// ``Messages`` and ``Observing/merging()``.
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

    /// Starts an observation whose messages an asynchronous loop receives, and which also tells it where messages are
    /// missing. For details, see ``Messages``.
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
    /// A gap comes in the place of the messages that are missing. So what was sent is what the loop got as messages, plus all
    /// that gaps told, plus what had not been taken when the loop was left or the observation ended. Gaps don't count as messages
    /// that wait. If the message behind a gap is dropped after the loop took the gap, another gap follows.
    public func messagesAndGaps(buffering: MessageBuffering, file: StaticString = #fileID, line: UInt = #line)
        -> Messages<MessageOrGap<Message>>
    {
        Messages(
            of: self, at: StartPoint(Self.self, file, line), buffering: buffering.limit(), gap: { .gap(missed: $0) }
        ) { message, _ in
            .message(message)
        }
    }

    /// Starts an observation whose messages an asynchronous loop receives together with their authors.
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

/// A message, or the place where messages are missing.
///
/// It's `Sendable`, and it's `Equatable` and `Hashable` if its messages are.
public enum MessageOrGap<Message: Sendable>: Sendable {

    /// A message.
    case message(Message)

    /// So many messages were dropped here.
    case gap(missed: Int)
}

extension MessageOrGap: Equatable where Message: Equatable {}
extension MessageOrGap: Hashable where Message: Hashable {}

/// A message and who sent it.
///
/// It is `Sendable` although the author may not be: authors are there to be compared, and none is kept alive. Only call an
/// author if you know that it's safe where you are.
public struct AuthoredMessage<Message: Sendable>: @unchecked Sendable {

    /// What was sent.
    public let message: Message

    /// Who sent it, or the observable's messenger in place of an author who is already dead.
    ///
    /// A message doesn't keep its author alive. Whoever reads the author does.
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
