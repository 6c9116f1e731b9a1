#if Relay

    import Locked

    /// The outboxes of a relay: in a cluster, one for each hash tag, and otherwise a single one.
    ///
    /// All keys of a transaction share a slot, so a batch only contains streams of one hash tag.
    /// With their own outbox, these streams can move to another node, or wait for a node,
    /// independently of all others.
    ///
    /// **Mutable state:** It's under a lock.
    final class Outboxes: Sendable {

        private let server: RelayServer
        private let publisher: RelayPublisher
        private let problems: ProblemLine
        private let state = Locked(State())

        private struct State {

            /// The outboxes, which are kept until the relay is deallocated.
            ///
            /// Their numbers are needed until then. The thread of an outbox that isn't used ends.
            var outboxes: [StreamName?: Outbox] = [:]

            /// The closure that the thread of an outbox calls while it waits for a server.
            var duty: @Sendable (Outbox) -> Void = { _ in }

            var hasStopped = false
        }

        init(_ server: RelayServer, _ publisher: RelayPublisher, _ problems: ProblemLine) {
            self.server = server
            self.publisher = publisher
            self.problems = problems
        }

        /// Returns the outbox for the streams of that tag, for a publication that begins to use it.
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

        /// Makes the threads of all outboxes call a closure while they wait for a server.
        ///
        /// They call it with their outbox, ten times a second.
        func whileWaiting(_ duty: @escaping @Sendable (Outbox) -> Void) { state.withLock { $0.duty = duty } }

        /// The hash tags of the outboxes that publish. Without a cluster, the tag is `nil`.
        var tagsInUse: Set<StreamName?> {
            Set(state.withLock { $0.outboxes }.filter { $0.value.hasThread }.keys)
        }

        /// Releases the outboxes of publications that are over.
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

        /// Lets all outboxes publish pending messages, and then the last positions.
        ///
        /// The event fires when these are confirmed, or when the outboxes have ended.
        func flush(_ publications: [Publication]) -> Event {
            for publication in publications { _ = publication.tap.close(within: .zero) }
            let event = Event(), end = EventAtEnd(event)
            let groups = Dictionary(grouping: publications) { ObjectIdentifier($0.outbox) }
            for outbox in state.withLock({ $0.outboxes }).values {
                outbox.flush(groups[ObjectIdentifier(outbox)] ?? [], end)
            }
            return event
        }

        /// Ends all threads, and returns the events of their ends.
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
