#if Relay

    import Locked

    /// The outboxes of a relay: in a cluster, one for each hash tag, and otherwise a single one.
    ///
    /// All keys of a transaction share a slot, so a batch only contains streams of one hash tag. An outbox of their own lets them move to another node, or
    /// wait for a node, without any other stream.
    ///
    /// **Mutable state:** It's behind a lock.
    final class Outboxes: Sendable {

        private let server: RelayServer
        private let publisher: RelayPublisher
        private let problems: ProblemLine
        private let state = Locked(State())

        private struct State {

            /// They stay until the relay dies, since their numbers do: the thread of an outbox that isn't used ends.
            var outboxes: [StreamName?: Outbox] = [:]

            /// What the thread of an outbox does while it waits for a server.
            var duty: @Sendable (Outbox) -> Void = { _ in }

            var hasStopped = false
        }

        init(_ server: RelayServer, _ publisher: RelayPublisher, _ problems: ProblemLine) {
            self.server = server
            self.publisher = publisher
            self.problems = problems
        }

        /// The outbox for the streams of that tag, which a publication begins to use.
        func retain(for stream: String) -> Outbox {
            let tag = server.tag(of: stream)
            let (outbox, hasStopped) = state.withLock { state in
                let outbox = state.outboxes[tag] ?? makeOutbox(tag, state.duty)
                state.outboxes[tag] = outbox
                return (outbox, state.hasStopped)
            }
            if hasStopped { outbox.stop() }
            outbox.retain()
            return outbox
        }

        private func makeOutbox(_ tag: StreamName?, _ duty: @escaping @Sendable (Outbox) -> Void) -> Outbox {
            let outbox = Outbox(server.network(), Fence(of: publisher, tag: tag?.text[...]), problems)
            outbox.whileWaiting { [weak outbox] in if let outbox { duty(outbox) } }
            return outbox
        }

        /// Lets the threads of all outboxes call a closure with their outbox, ten times a second while a server keeps them waiting.
        func whileWaiting(_ duty: @escaping @Sendable (Outbox) -> Void) { state.withLock { $0.duty = duty } }

        /// The hash tags of the outboxes that publish. Without a cluster, the tag is `nil`.
        var tagsInUse: Set<StreamName?> {
            Set(state.withLock { $0.outboxes }.filter { $0.value.hasThread }.keys)
        }

        /// Takes note that some publications are over.
        ///
        /// - Parameter writers: Those to whose streams no other publication writes.
        func release(_ publications: [Publication], finishing writers: [StreamWriter]) {
            let outboxes = state.withLock { $0.outboxes }
            for writer in writers {
                guard let outbox = outboxes[server.tag(of: writer.stream)] else { continue }
                outbox.enqueue { outbox.finish(writer) }
            }
            for publication in publications { publication.outbox.release() }
        }

        /// Lets all outboxes publish what waits, and then the last positions. The event happens when that's confirmed, or when they have ended.
        func flush(_ publications: [Publication]) -> Event {
            for publication in publications { _ = publication.tap.close(within: .zero) }
            let event = Event(), end = EventAtEnd(event)
            let groups = Dictionary(grouping: publications) { ObjectIdentifier($0.outbox) }
            for outbox in state.withLock({ $0.outboxes }).values {
                outbox.flush(groups[ObjectIdentifier(outbox)] ?? [], end)
            }
            return event
        }

        /// Lets all threads end, and returns all events of their ends.
        @discardableResult
        func stop() -> [Event] {
            let outboxes = state.withLock { state in
                state.hasStopped = true
                return Array(state.outboxes.values)
            }
            for outbox in outboxes { outbox.stop() }
            return outboxes.map(\.hasEnded)
        }
    }
#endif
