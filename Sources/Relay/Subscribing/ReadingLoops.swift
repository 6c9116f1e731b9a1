#if Relay

    import Locked

    /// The loops of a relay that read streams: in a cluster, one for each hash tag, and otherwise a single one.
    ///
    /// **Mutable state:** It's behind a lock.
    final class ReadingLoops: Sendable {

        private let server: RelayServer
        private let state = Locked(State())

        private struct State {

            /// Their threads keep them alive. So they let go of their descriptors when nobody subscribes.
            var loops: [StreamName?: WeakLoop] = [:]

            /// How many there may be until those that are over are looked for.
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

        /// The hash tag whose streams share connections, since a cluster has them on one node.
        func tag(of stream: String) -> StreamName? {
            if case .cluster = address { StreamName(stream.hashTag) } else { nil }
        }
    }
#endif
