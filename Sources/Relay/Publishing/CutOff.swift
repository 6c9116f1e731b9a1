#if Relay

    import Synchronization

    /// The end of a publication for which too many messages wait.
    final class CutOff: Sendable {

        private let stream: String
        private let problems: ProblemLine
        private let reported = Atomic(false)

        init(_ stream: String, _ problems: ProblemLine) {
            self.stream = stream
            self.problems = problems
        }

        /// `true` once it was reported. It orders nothing else.
        var isReported: Bool { reported.load(ordering: .relaxed) }

        /// Reports how many messages are missing, unless that was reported.
        func report(_ count: Int) {
            if reported.exchange(true, ordering: .relaxed) { return }
            problems.tell(.cutOff(stream: stream, count: count))
        }
    }

    extension Relay {

        /// Reports which publications are cut off, of those that use an outbox.
        ///
        /// The thread of the outbox calls this. Another one could read a count that still grows while that thread takes it.
        func reportCutOffs(of outbox: Outbox) {
            for publication in state.withLock({ $0.publications.all }) where publication.outbox === outbox {
                publication.reportCutOff()
            }
        }
    }
#endif
