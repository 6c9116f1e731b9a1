#if Relay

    import Locked
    import SwiftObserver

    /// The consumers of a relay, which end with it.
    final class ConsumerList: Sendable {

        private let state = Locked(State())

        private struct State {
            var isClosed = false
            var threads: [ConsumerThread] = []
        }

        /// Adds a consumer, or stops it immediately if the relay is closed.
        func add(_ thread: ConsumerThread) {
            let known = state.withLock { $0.threads }, over = known.filter(\.isOver)
            let isClosed = state.withLock { state in
                state.threads.removeAll { known in over.contains { $0 === known } }
                if !state.isClosed { state.threads.append(thread) }
                return state.isClosed
            }
            if isClosed { thread.stop(by: .now) }
            withExtendedLifetime(known) {}
        }

        /// The consumers that have not ended.
        var all: [ConsumerThread] { state.withLock { $0.threads }.filter { !$0.isOver } }

        /// Begins to stop all consumers. After that instant, they return their messages to the
        /// group.
        ///
        /// - Returns: The consumers that have not ended.
        func stop(by end: ContinuousClock.Instant) -> [ConsumerThread] {
            let threads = state.withLock { state in
                state.isClosed = true
                return state.threads
            }
            for thread in threads { thread.stop(by: end) }
            return threads.filter { !$0.isOver }
        }

        /// Stops all consumers, and blocks the thread until they have ended.
        func close(within duration: Duration) {
            let end = Self.end(of: duration)
            for thread in stop(by: end) {
                if !thread.hasEnded.wait.block(atMost: Self.rest(until: end), if: { true }) { thread.abandon() }
            }
        }

        /// Stops all consumers, and suspends the task until they have ended.
        func close(within duration: Duration, isolation: isolated (any Actor)?) async {
            let end = Self.end(of: duration)
            for thread in stop(by: end) {
                let hasEnded = await thread.hasEnded.wait.suspend(atMost: Self.rest(until: end), isolation: isolation)
                if !hasEnded { thread.abandon() }
            }
        }

        /// The instant until which handlers may run. The rest of the time is for publications.
        private static func end(of duration: Duration) -> ContinuousClock.Instant {
            .now + min(duration, .longest) * 3 / 4
        }

        /// The time for handlers to end, plus a second for all consumers to return their messages.
        private static func rest(until end: ContinuousClock.Instant) -> Duration {
            max(.zero, (end + .seconds(1)).remaining)
        }
    }
#endif
