#if Relay

    import Locked

    /// The reading loops of a relay.
    ///
    /// In a cluster, there's one for each hash tag, and otherwise a single one.
    ///
    /// **Mutable state:** It's under a lock.
    final class ReadingLoops: Sendable {

        private let server: RelayServer
        private let state = Locked(State())

        private struct State {

            /// The loops, which their threads keep alive.
            ///
            /// So they release their descriptors when there are no subscriptions.
            var loops: [StreamName?: WeakLoop] = [:]

            /// The number of loops at which those that are over are removed.
            var limit = 16

            mutating func removeOver() {
                if loops.count < limit { return }
                loops = loops.filter { $0.value.loop != nil }
                limit = max(16, 2 * loops.count)
            }
        }

        private struct WeakLoop: @unchecked Sendable {
            weak var loop: ReadingLoop?
        }

        init(_ server: RelayServer) { self.server = server }

        /// Begins to read for a subscription.
        func add(_ reader: StreamReader) {
            let tag = server.tag(of: reader.stream)
            while true {
                let loop = state.withLock { state in
                    if let loop = state.loops[tag]?.loop, !loop.isOver { return loop }
                    let loop = ReadingLoop(server.network())
                    state.removeOver()
                    state.loops[tag] = WeakLoop(loop: loop)
                    return loop
                }
                if loop.join(reader) { return }
            }
        }
    }

    extension RelayServer {

        /// The hash tag whose streams share connections. In a cluster, they're on one node.
        func tag(of stream: String) -> StreamName? {
            if case .cluster = address { StreamName(stream.hashTag) } else { nil }
        }
    }
#endif
