#if Relay

    import Locked
    import SwiftObserver

    /// Counts problems, and reports them as long as handlers keep up.
    final class ProblemLine: Sendable {

        let messenger: Messenger<RelayProblem>
        private let untold = Locked(0)

        /// The use whose connection is counted.
        private let use: RelayProblem.Use

        /// The line that reports the problems of this one.
        private let whole: ProblemLine?
        private let counted = Locked(ProblemCounts())

        init() {
            (messenger, use, whole) = (Messenger(), .publishing, nil)
        }

        /// Creates a line for the problems of a subscription.
        init(ofSubscription stream: String, in whole: ProblemLine) {
            (messenger, use, self.whole) = (whole.messenger, .subscription(stream: stream), whole)
        }

        /// The number of problems so far.
        var counts: ProblemCounts { counted.withLock { $0 } }

        /// The number of problems that may wait.
        private static let limit = 1000

        func tell(_ problem: RelayProblem) {
            counted.withLock { $0.add(problem, of: use) }
            if let whole { return whole.tell(problem) }
            let isTooMuch = messenger.backlog >= Self.limit
            let untoldCount = untold.withLock { untold in
                if isTooMuch { untold += 1 }
                defer { if !isTooMuch { untold = 0 } }
                return isTooMuch ? 0 : untold
            }
            if isTooMuch { return }
            if untoldCount > 0 { messenger.send(.untold(count: untoldCount)) }
            messenger.send(problem)
        }
    }

    extension ConnectionFailure {

        /// The reason in words.
        var reason: String {
            switch self {
            case .lost(let reason), .rejected(let reason): reason
            case .replaced: "another connection is needed"
            case .stopped: "the relay is closed"
            case .tooMuch, .passedOver: "a reply is too large"
            }
        }
    }
#endif
