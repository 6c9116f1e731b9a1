#if Relay

    import Locked
    import SwiftObserver

    /// Carries observables between processes, over streams of a Redis or Valkey server.
    ///
    /// ```swift
    /// let relay = Relay(to: RelayServer(host: "redis.internal"))
    /// observe(relay.problems) { problem in print(problem) }
    ///
    /// // one process
    /// relay.publish(sky, to: "sky")
    ///
    /// // another one
    /// let sky: RemoteMessages<Color> = relay.subscribe("sky")
    /// dog.observe(sky) { color in … }
    /// ```
    ///
    /// The processes can be on one machine or on several. `send` never waits for the network, and
    /// can't report an error. Threads of the relay connect and reconnect: one publishes, one or
    /// two read for all subscriptions, and each consumer of a group has one. In a cluster, each
    /// hash tag has its own. While the server can't be reached, messages wait within the limits of
    /// ``/SwiftObserver/MessageBuffering``.
    ///
    /// **Promise:** While the publishing process lives, each message gets into the stream, in
    /// order, unless ``problems`` reports that it was dropped. After a limit has cut a publication
    /// off, later messages aren't reported. All readers of a stream receive its messages in the
    /// order of the stream, each once. Where messages are missing, they receive the exact number,
    /// once a later message of that publisher arrives. The guide lists all exceptions.
    ///
    /// **Lifetime:** Keep a reference to the relay. Releasing it closes it without waiting.
    ///
    /// **Threads:** The relay is `Sendable`. Call all functions on any thread, also in handlers,
    /// except for those that block.
    public final class Relay: Sendable {

        /// Reports all problems, in place, on the threads of the relay.
        ///
        /// A slow handler blocks that thread, so rather observe on a queue. While 1000 problems
        /// wait, later ones are only counted.
        ///
        /// If the system gives no thread, the call that publishes or subscribes delivers that
        /// problem on its own thread.
        public let problems: ObservableView<RelayProblem>

        /// The publisher of all messages that this relay publishes.
        public let publisher = RelayPublisher.random()

        let server: RelayServer
        let problemLine = ProblemLine()
        let consumers = ConsumerList()
        let outboxes: Outboxes
        let loops: ReadingLoops
        let state = Locked(State())

        struct State {
            var isClosed = false
            var publications = PublicationList()
            var sequences: [StreamName: StreamSequence] = [:]
            var readers: [WeakReader] = []

            /// The number of readers at which dead ones are removed.
            var readerLimit = 16
        }

        /// `@unchecked Sendable` because a weak reference can be read on any thread.
        final class WeakReader: @unchecked Sendable {
            weak var reader: StreamReader?
            init(_ reader: StreamReader) { self.reader = reader }
        }

        /// Creates a relay, which connects when you first publish or subscribe.
        public init(to server: RelayServer = RelayServer()) {
            server.check()
            var server = server
            server.currentMaster = CurrentMaster()
            self.server = server
            problems = problemLine.messenger.view
            outboxes = Outboxes(server, publisher, problemLine)
            loops = ReadingLoops(server)
            outboxes.whileWaiting { [weak self] in self?.reportCutOffs(of: $0) }
        }

        deinit { abandon() }

        // MARK: - Publish

        /// The sequence of all messages that this relay publishes in a stream.
        ///
        /// There's one, since readers of the stream detect duplicates by its numbers.
        func sequence(of stream: String) -> StreamSequence {
            let name = StreamName(stream)
            return state.withLock { state in
                if let sequence = state.sequences[name] { return sequence }
                let sequence = StreamSequence()
                state.sequences[name] = sequence
                return sequence
            }
        }

        func add(_ publication: Publication) {
            removeOver()
            let isClosed = state.withLock { state in
                if !state.isClosed { state.publications.append(publication) }
                return state.isClosed
            }
            if isClosed { publication.stop() }
        }

        /// Removes publications that are over.
        ///
        /// Inspecting and releasing their sources can run client code, so it happens without the
        /// lock.
        private func removeOver() {
            let candidates = state.withLock { $0.publications.dueForRemoval }
            if candidates.isEmpty { return }
            for publication in candidates { publication.endIfAbandoned() }
            let over = candidates.filter(\.isOver)
            let (removed, writers) = state.withLock { $0.publications.remove(over) }
            outboxes.release(removed, finishing: writers)
        }

        // MARK: - Subscribe

        /// Subscribes to a stream of messages that are encoded as JSON.
        ///
        /// ```swift
        /// let orders: RemoteMessages<Order> = relay.subscribe("orders", from: .start)
        /// ```
        ///
        /// For details, see ``subscribe(_:from:room:carrying:as:file:line:)``.
        public func subscribe<Message: Codable & Sendable>(
            _ stream: String, from start: RelayStart = .now, room: Int = 10_000, carrying headers: [RelayHeader] = [],
            file: StaticString = #fileID,
            line: UInt = #line
        ) -> RemoteMessages<Message> {
            subscribe(
                stream, from: start, room: room, carrying: headers, as: JSONCoding<Message>(), file: file, line: line)
        }

        /// Subscribes to a stream. Keep a reference to the result.
        ///
        /// All subscriptions of a relay share connections and threads. In a cluster, those of one
        /// hash tag do.
        ///
        /// - Parameters:
        ///   - start: The position at which the subscription begins.
        ///   - room: The subscription reads only while fewer messages wait for its slowest hopped
        ///     observation.
        ///   - headers: Task-local values that handlers find while they handle a message.
        ///   - coding: The conversion of bytes into messages.
        public func subscribe<Message: Sendable>(
            _ stream: String, from start: RelayStart = .now, room: Int = 10_000, carrying headers: [RelayHeader] = [],
            as coding: some RelayCoding<Message>,
            file: StaticString = #fileID, line: UInt = #line
        ) -> RemoteMessages<Message> {
            check(stream, coding, file, line)
            headers.check(file, line)
            if room < 1 {
                fatalError(
                    "Relay: a subscription can't have room for \(room) messages. Pass at least 1: `room: 1`.",
                    file: file, line: line)
            }
            let messages = RemoteMessages(
                server, stream, from: start, room: room, headers, coding, self, publisher, problemLine)
            add(messages.reader)
            return messages
        }

        /// Starts a reader, or ends it at once if the relay is closed.
        func add(_ reader: StreamReader) {
            let known = state.withLock { $0.readers.count < $0.readerLimit ? [] : $0.readers }
            let dead = Set(known.filter { $0.reader == nil }.map { ObjectIdentifier($0) })
            let isClosed = state.withLock { state in
                if !known.isEmpty {
                    state.readers.removeAll { dead.contains(ObjectIdentifier($0)) }
                    state.readerLimit = max(16, 2 * state.readers.count)
                }
                if !state.isClosed { state.readers.append(WeakReader(reader)) }
                return state.isClosed
            }
            if isClosed { reader.stop() }
            loops.add(reader)
        }

        func check(_ stream: String, _ coding: some RelayCoding, _ file: StaticString, _ line: UInt) {
            if stream.isEmpty {
                fatalError("Relay: a stream's name is empty. Pass a name, as in `\"sky\"`.", file: file, line: line)
            }
            for format in [coding.format] + coding.acceptedFormats where format.utf8.contains(where: { $0 <= 0x20 }) {
                fatalError(
                    "Relay: the format '\(format)' contains a space or a line break. Remove it, as in `\"rgb/1\"`.",
                    file: file,
                    line: line)
            }
        }

        // MARK: - Close

        /// Ends subscriptions and consumers, publishes pending messages, and blocks meanwhile.
        ///
        /// It returns when the server has confirmed the messages, or time is up. Messages that you
        /// send after this begins may or may not be published. If time is up, the rest is dropped.
        /// Threads end after their current handler in place, or look-up of a name.
        ///
        /// Handlers of consumers have three quarters of the time. Then their messages return to
        /// their groups.
        ///
        /// Don't call this in a handler of a subscription, of a consumer or of ``problems``: it
        /// would wait for itself until time is up.
        ///
        /// - Returns: The messages that were not published.
        @available(
            *, noasync,
            message:
                "Await the asynchronous close(within:), which doesn't block a thread. At the top level of main.swift, pass `isolation: #isolation`."
        )
        @discardableResult
        public func close(within duration: Duration) -> RelayRemainder {
            let end = ContinuousClock.Instant.within(duration)
            consumers.close(within: duration)
            let (publications, readers) = beginClosing()
            _ = outboxes.flush(publications).wait.block(atMost: end.remaining) { true }
            let ends = abandon(), lastEnd = ContinuousClock.Instant.within(.seconds(1))
            for reader in readers { _ = reader.hasEnded.wait.block(atMost: end.remaining) { true } }
            for event in ends { _ = event.wait.block(atMost: lastEnd.remaining) { true } }
            return remainder(of: publications)
        }

        /// Ends subscriptions and consumers, publishes pending messages, and suspends meanwhile.
        ///
        /// Cancelling the task has the effect of time being up. For details, see
        /// ``close(within:)``. At the top level of `main.swift`, pass `isolation: #isolation`.
        /// Otherwise, the compiler picks the blocking form there, and refuses it.
        @discardableResult
        public func close(within duration: Duration, isolation: isolated (any Actor)? = #isolation) async
            -> RelayRemainder
        {
            let end = ContinuousClock.Instant.within(duration)
            await consumers.close(within: duration, isolation: isolation)
            let (publications, readers) = beginClosing()
            _ = await outboxes.flush(publications).wait.suspend(atMost: end.remaining, isolation: isolation)
            let ends = abandon(), lastEnd = ContinuousClock.Instant.within(.seconds(1))
            for reader in readers {
                _ = await reader.hasEnded.wait.suspend(atMost: end.remaining, isolation: isolation)
            }
            for event in ends { _ = await event.wait.suspend(atMost: lastEnd.remaining, isolation: isolation) }
            return remainder(of: publications)
        }

        private func beginClosing() -> ([Publication], [StreamReader]) {
            let (publications, readers) = state.withLock { state in
                state.isClosed = true
                return (state.publications.all, state.readers.compactMap(\.reader))
            }
            for reader in readers { reader.stop() }
            return (publications, readers)
        }

        /// Lets all threads end, and returns events for the ends of those that publish.
        @discardableResult
        private func abandon() -> [Event] {
            _ = consumers.stop(by: .now)
            _ = beginClosing()
            return outboxes.stop()
        }

        private func remainder(of publications: [Publication]) -> RelayRemainder {
            // In the direction in which messages move, so that messages that move meanwhile aren't
            // missed.
            var counts: [String: Int] = [:], cutOff: Set<StreamName> = []
            for publication in publications {
                counts[publication.stream, default: 0] += publication.unconfirmedCount
                if publication.isCutOff { cutOff.insert(StreamName(publication.stream)) }
            }
            for (name, sequence) in state.withLock({ $0.sequences }) {
                counts[name.text, default: 0] += sequence.unconfirmedCount
                if sequence.counts.sums.cutOffs > 0 { cutOff.insert(name) }
            }
            return RelayRemainder(
                counts: counts.filter { $0.value > 0 }, cutOffStreams: cutOff.sorted().map(\.text))
        }
    }
#endif
