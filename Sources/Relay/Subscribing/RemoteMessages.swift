#if Relay

    import Locked
    import SwiftObserver
    import Synchronization

    /// The messages of a stream, as an observable.
    ///
    /// ``Relay/subscribe(_:from:room:carrying:file:line:)`` returns it. Keep a reference: when it's
    /// deallocated, it stops reading, and its observations end.
    ///
    /// **Order:** All readers of a stream receive its messages in one order. The messages of one
    /// publisher arrive in the order in which it sent them, each once. If messages are missing,
    /// ``Relay/problems`` reports how many, right before the message after them is sent.
    ///
    /// **Authors:** If the relay has published a message, the author of the message is the relay
    /// itself, and otherwise a ``RemoteAuthor``. So `remote.notFrom(relay)` leaves out the echo of
    /// the relay's own messages.
    ///
    /// **Threads:** A thread of the relay reads and delivers in place. It continues to read when
    /// all handlers in place have returned, and fewer messages than the `room` wait for hopped
    /// observations. If a handler takes more than 10 milliseconds, another thread reads for other
    /// subscriptions meanwhile. Messages that aren't read stay in the server, so memory is bounded
    /// on this side.
    ///
    /// **Beginning:** It begins to read when it's first observed. So you can observe it some time
    /// after you created it, and miss nothing. After that, messages that arrive while it has no
    /// observers are read, and dropped. A transform object observes it at once, so observe the
    /// transform right away, too.
    ///
    /// You can send through it as through any messenger. Other processes don't receive these
    /// messages.
    ///
    /// It's `Sendable`.
    public final class RemoteMessages<Message: Sendable>: Observable, Sendable {

        /// Delivers the messages.
        public var messenger: Messenger<Message> {
            if client.expectObserver() { reader.expectLook() }
            return sender
        }

        private let sender: Messenger<Message>

        /// A promise of the id after which messages arrive, fulfilled when the server was found.
        ///
        /// Messages that are sent after that don't get lost. The promise is broken if the server is
        /// never found.
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

        /// The id of the message that was delivered last, or after which the subscription begins.
        ///
        /// It's `nil` until the server was found. In a handler in place, it's the id of the
        /// handler's message. On a queue, it's not: see ``entries(file:line:)``.
        public var latestID: RelayID? { client.latest.withLock { $0.id } }

        /// Creates an observable of the messages with their ids and headers. Keep a reference to
        /// it.
        ///
        /// Use it to store the id of each handled message:
        ///
        /// ```swift
        /// let entries = orders.entries()
        /// shop.observe(entries, on: queue) { entry in store(entry.message, entry.id) }
        /// ```
        ///
        /// Messages and ids are paired when they're read. So a handler may be far behind.
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

        /// Returns the state of the subscription, and how far it is behind the end of the stream.
        ///
        /// This waits neither for the server nor for a handler. Call it on any thread. `inspect()`
        /// returns the observations of the messages.
        public func inspectSubscription() -> SubscriptionInspection { reader.inspect() }

        /// Stops reading. A running handler in place continues. Then the observations end.
        public func stop() { reader.stop() }
    }

    /// Another publisher, as the author of its messages.
    ///
    /// A subscription has one such object for each publisher.
    ///
    /// It's `Sendable`.
    public final class RemoteAuthor: Sendable {

        /// The publisher.
        public let publisher: RelayPublisher

        init(_ publisher: RelayPublisher) { self.publisher = publisher }
    }

    /// Decodes messages and passes them on.
    ///
    /// `@unchecked Sendable` because the authors, and `wasObserved`, belong to the thread of the
    /// reader.
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

        /// `true` if the messenger was requested, so it will probably be observed.
        private let isObserverExpected = Atomic(false)
        private var wasObserved = false

        /// `true` if a task waits for room.
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

        /// Notes that the messenger was requested. Returns whether that's the first time.
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
