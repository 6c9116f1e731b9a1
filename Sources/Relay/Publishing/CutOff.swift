#if Relay

    import Locked
    import SwiftObserver

    /// The end of a publication for which too many messages wait.
    ///
    /// **Mutable state:** It's under a lock.
    final class CutOff: Sendable {

        private let stream: String
        private let counts: MessageCounts
        private let problems: ProblemLine
        private let state = Locked(State())

        private struct State {
            var isReported = false

            /// The observation that ends with the publication.
            var ending: ObservationHandle?
        }

        init(of writer: StreamWriter, _ problems: ProblemLine) {
            stream = writer.stream
            counts = writer.counts
            self.problems = problems
        }

        /// `true` if it was reported.
        var isReported: Bool { state.withLock { $0.isReported } }

        /// Reports how many messages are missing, unless that was reported.
        func report(_ count: Int) {
            let (isFirst, ending) = state.withLock { state in
                defer { state.isReported = true }
                return (!state.isReported, state.ending.take())
            }
            guard isFirst else { return }
            ending?.stopObserving()
            counts.cutOff()
            problems.tell(.cutOff(stream: stream, count: count))
        }

        /// Ends an observation when the publication is cut off, or at once if it already is.
        func end(_ observation: ObservationHandle) {
            let isLate = state.withLock { state in
                state.ending = observation
                return state.isReported
            }
            if isLate { observation.stopObserving() }
        }
    }

    extension Relay {

        /// Reports which publications of an outbox are cut off.
        ///
        /// The thread of the outbox calls this. Another thread could read a count that still grows
        /// while that thread takes it.
        func reportCutOffs(of outbox: Outbox) {
            for publication in state.withLock({ $0.publications.all }) where publication.outbox === outbox {
                publication.reportCutOff()
            }
        }
    }
#endif
