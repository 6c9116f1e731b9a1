#if Relay

    import Locked
    import SwiftObserver

    /// Carries observables between processes and machines, over streams of a Redis or Valkey server.
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
    /// To send never waits for the network, and never fails. Connections are made, and made again, by threads of the relay: one that publishes, one or two that read for all subscriptions, and one for each consumer of a group. In a cluster, each hash tag has its own. While
    /// the server can't be reached, what is published waits in the limits of ``/SwiftObserver/MessageBuffering``.
    ///
    /// **Promise:** As long as the publishing process lives, each message gets into the stream, in order, unless ``problems`` tells that it was dropped. Who reads a stream gets its messages in the one
    /// order of the stream, each once, and an exact number where some are missing. See the guide for what isn't promised.
    ///
    /// **Lifetime:** Someone must hold the relay. When it dies, it's as if it had been closed without waiting.
    ///
    /// **Threads:** It's `Sendable`. All functions can be called on any thread, also in handlers, but for those that block.
    public final class Relay: Sendable {

        /// Tells of whatever goes wrong, in place, on the threads of the relay. A handler that takes its time keeps that thread waiting, so rather hop. If 1000 problems wait, further
        /// ones are only counted.
        ///
        /// If the system gives no thread, the call that publishes or subscribes delivers that problem on its own thread.
        public let problems: ObservableView<RelayProblem>

        /// As whom this relay publishes.
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

            /// How many there may be until dead ones are looked for.
            var readerLimit = 16
        }

        /// `@unchecked Sendable` because a weak reference can be read anywhere.
        final class WeakReader: @unchecked Sendable {
            weak var reader: StreamReader?
            init(_ reader: StreamReader) { self.reader = reader }
        }

        /// Creates a relay. It connects when something is published or subscribed to.
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

        /// Those who read a stream tell duplicates by their numbers, so all that this relay publishes there is counted together.
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

        /// Forgets publications of which nothing more comes. To look at their sources, and to release them, can run code of clients, so that's done without the lock.
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

        /// Subscribes to a stream. Someone must hold the result.
        ///
        /// All subscriptions of a relay share connections and threads, in a cluster those of each hash tag.
        ///
        /// - Parameters:
        ///   - start: From where on messages are wanted.
        ///   - room: Reads on only while fewer messages than that wait for the slowest observer in a hop.
        ///   - headers: Task-local values that handlers find while they handle a message.
        ///   - coding: How bytes become messages.
        public func subscribe<Message: Sendable>(
            _ stream: String, from start: RelayStart = .now, room: Int = 10_000, carrying headers: [RelayHeader] = [],
            as coding: some RelayCoding<Message>,
            file: StaticString = #fileID, line: UInt = #line
        ) -> RemoteMessages<Message> {
            check(stream, coding, file, line)
            headers.check(file, line)
            if room < 1 {
                fatalError(
                    "Relay: there's never room for \(room) messages. Let at least one wait: `room: 1`.", file: file,
                    line: line)
            }
            let messages = RemoteMessages(
                server, stream, from: start, room: room, headers, coding, self, publisher, problemLine)
            add(messages.reader)
            return messages
        }

        /// Lets a reader begin, or end at once if the relay is closed.
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
                fatalError("Relay: a stream has an empty name. Name it, as in `\"sky\"`.", file: file, line: line)
            }
            for format in [coding.format] + coding.acceptedFormats where format.utf8.contains(where: { $0 <= 0x20 }) {
                fatalError(
                    "Relay: the format '\(format)' has a space or a line break. Name it without, as in `\"rgb/1\"`.",
                    file: file,
                    line: line)
            }
        }

        // MARK: - Close

        /// Ends all subscriptions and consumers, publishes what waits, and blocks the thread until the server has confirmed it, or time is up.
        ///
        /// What is sent after this has begun may still be published, or not. If time is up, what is left is dropped. Threads end when what they're just doing is over: a handler in place, or looking up
        /// a name. A handler of a subscription, of a consumer or of ``problems`` must not call this: it would wait for itself until time is up.
        ///
        /// Handlers of consumers have three quarters of the time. Then their messages return to their groups.
        ///
        /// - Returns: What was not published.
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

        /// Ends all subscriptions and consumers, publishes what waits, and suspends the task until the server has confirmed it, or time is up. If the task is cancelled, it's as if time were up.
        /// For details, see ``close(within:)``. At the top level of `main.swift`, pass `isolation: #isolation`. Without that, the compiler picks the blocking form there, and refuses it.
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

        /// Lets all threads end. The events happen when those that publish have ended.
        @discardableResult
        private func abandon() -> [Event] {
            _ = consumers.stop(by: .now)
            _ = beginClosing()
            return outboxes.stop()
        }

        private func remainder(of publications: [Publication]) -> RelayRemainder {
            // In the direction in which messages go, so that those who go on meanwhile aren't missed.
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
