#if Relay

    import Locked
    import SwiftObserver
    import Synchronization

    /// The messages of a stream, as an observable.
    ///
    /// It's what ``Relay/subscribe(_:from:room:carrying:file:line:)`` returns. Someone must hold it: when it dies, it reads no more, and its observations end.
    ///
    /// **Order:** All who read a stream get its messages in one order. The messages of one publisher come in the order in which it sent them, each once. Where some are
    /// missing, ``Relay/problems`` tells how many, right before the message behind them is sent.
    ///
    /// **Authors:** The author of a message is the relay itself if it has published the message, and otherwise a ``RemoteAuthor``. So `remote.notFrom(relay)` leaves out the
    /// echo of what the relay has published.
    ///
    /// **Threads:** A thread of the relay reads and delivers in place. It reads on when all handlers in place have returned, and fewer messages wait in hops than the `room` that
    /// was asked for. Another thread reads for other subscriptions meanwhile, if a handler takes more than 10 milliseconds. What isn't read stays in the server, so memory is bounded on this side.
    ///
    /// **Beginning:** It begins to read when someone observes it for the first time. So nobody who observes it later than it was created misses what comes
    /// first. After that, what nobody observes is read, and dropped. A transform that is an object observes it at once, so observe that right away, too.
    ///
    /// You can send through it as through any messenger, which no other process notices.
    ///
    /// It's `Sendable`.
    public final class RemoteMessages<Message: Sendable>: Observable, Sendable {

        /// Delivers the messages.
        public var messenger: Messenger<Message> {
            if client.expectObserver() { reader.expectLook() }
            return sender
        }

        private let sender: Messenger<Message>

        /// Kept with the id from which on messages come, as soon as the server was found. What is sent after that doesn't get lost. It's broken if that never happens.
        public let begun: Promise<RelayID>

        private let client: MessageClient<Message>
        let reader: StreamReader

        init(
            _ server: RelayServer, _ stream: String, from start: RelayStart, room: Int,
            _ headers: [RelayHeader], _ coding: some RelayCoding<Message>, _ relay: Relay, _ publisher: RelayPublisher,
            _ problems: ProblemLine
        ) {
            let messenger = Messenger<Message>(named: stream), begun = Promise<RelayID>()
            sender = messenger
            self.begun = begun
            client = MessageClient(messenger, begun, headers, coding, relay, publisher)
            reader = StreamReader(
                server, stream, from: start, room: room, asksForEnd: true, client: client, problems)
        }

        deinit { reader.stop() }

        /// The id of the message that was passed on last, or behind which they begin. `nil` until the server was found.
        ///
        /// In a handler in place, that's the id of the message that it gets. On a queue, it's not: see ``entries(file:line:)``.
        public var latestID: RelayID? { client.latest.withLock { $0.id } }

        /// Creates an observable of the messages together with their ids and headers, for those who store how far they have got. It must be held.
        ///
        /// ```swift
        /// let entries = orders.entries()
        /// shop.observe(entries, on: queue) { entry in store(entry.message, entry.id) }
        /// ```
        ///
        /// They're paired when they're read. So a handler may be as far behind as it likes.
        public func entries(
            file: StaticString = #fileID, line: UInt = #line
        ) -> Map<RemoteMessages, RelayEntry<Message>> {
            map(
                { [client] message in
                    let (id, headers) = client.latest.withLock { ($0.id ?? .zero, $0.headers) }
                    return RelayEntry(id: id, headers: headers, message: message)
                }, file: file,
                line: line)
        }

        /// Looks at the subscription, and says how far it's behind the end of the stream.
        ///
        /// This waits neither for the server nor for a handler. Call it on any thread. For the observations of what's read, see
        /// `inspect()`.
        public func inspectSubscription() -> SubscriptionInspection { reader.inspect() }

        /// Reads no more. A handler in place that's running goes on. Then the observations end.
        public func stop() { reader.stop() }
    }

    /// Someone else who has published something, as the author of messages. A subscription has one such object for each publisher.
    ///
    /// It's `Sendable`.
    public final class RemoteAuthor: Sendable {

        /// Who that is.
        public let publisher: RelayPublisher

        init(_ publisher: RelayPublisher) { self.publisher = publisher }
    }

    /// Decodes messages and passes them on.
    ///
    /// `@unchecked Sendable` because the authors, and whether it was observed, belong to the thread of the reader.
    private final class MessageClient<Message: Sendable>: StreamClient, @unchecked Sendable {

        let latest = Locked(Latest())

        /// The id and the headers of the message that was read last.
        struct Latest {
            var id: RelayID?
            var headers: [String: String] = [:]
        }

        /// Released at the end, so that observations end.
        private let targets: Locked<Targets?>

        private struct Targets {
            let messenger: Messenger<Message>
            let begun: Promise<RelayID>
        }

        /// Whether someone has asked for the messenger, and is probably about to observe it.
        private let isObserverExpected = Atomic(false)
        private var wasObserved = false

        /// Whether a task waits for room.
        private let isWaitingForRoom = Atomic(false)

        private let headers: [RelayHeader]
        private let decoder: MessageDecoder<Message>
        private let publisher: RelayPublisher
        private weak var relay: Relay?
        private var author: RemoteAuthor?
        private var authors: [RelayPublisher: RemoteAuthor] = [:]

        init(
            _ messenger: Messenger<Message>, _ begun: Promise<RelayID>, _ headers: [RelayHeader],
            _ coding: some RelayCoding<Message>, _ relay: Relay, _ publisher: RelayPublisher
        ) {
            targets = Locked(Targets(messenger: messenger, begun: begun))
            self.headers = headers
            decoder = MessageDecoder(coding)
            self.relay = relay
            self.publisher = publisher
        }

        func begin(at position: RelayID) {
            latest.withLock { $0.id = position }
            targets.withLock { $0 }?.begun.fulfill(position)
        }

        func read(_ head: MessageHead, _ bytes: UnsafeRawBufferPointer, at id: RelayID) -> String? {
            let texts = head.headers.texts
            latest.withLock { $0 = Latest(id: id, headers: texts) }
            let message: Message
            do { message = try decoder.decode(bytes, of: head.format) } catch { return "\(error)" }
            guard let messenger = targets.withLock({ $0 })?.messenger else { return nil }
            let author = author(head.publisher) ?? messenger
            headers.run(with: texts) { messenger.send(message, from: author) }
            return nil
        }

        private func author(_ publisher: RelayPublisher) -> AnyObject? {
            if publisher == self.publisher { return relay }
            if let author, author.publisher == publisher { return author }
            let author = authors[publisher] ?? RemoteAuthor(publisher)
            self.author = author
            if authors.count >= 10_000 { authors = [:] }
            authors[publisher] = author
            return author
        }

        /// Takes note that someone has asked for the messenger. Returns whether that's the first time.
        func expectObserver() -> Bool {
            isObserverExpected.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged
        }

        func room(below limit: Int, whenFree: @escaping @Sendable () -> Void) -> Room {
            guard let messenger = targets.withLock({ $0 })?.messenger else { return .free }
            if !wasObserved {
                wasObserved = messenger.isObserved
                if !wasObserved { return isObserverExpected.load(ordering: .relaxed) ? .expected : .unobserved }
            }
            if messenger.backlog < limit { return .free }
            if isWaitingForRoom.exchange(true, ordering: .relaxed) { return .taken }
            Task { [self] in
                await messenger.room(below: limit)
                isWaitingForRoom.store(false, ordering: .relaxed)
                whenFree()
            }
            return .taken
        }

        var backlog: Int { targets.withLock { $0 }?.messenger.backlog ?? 0 }

        func end() {
            let targets = targets.withLock { $0.take() }
            _ = targets?.begun.close(within: .zero)
            _ = targets?.messenger.close(within: .zero)
        }
    }
#endif
