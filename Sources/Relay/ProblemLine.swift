#if Relay

    import Locked
    import SwiftObserver

    /// Tells of problems, as long as someone listens fast enough.
    final class ProblemLine: Sendable {

        let messenger = Messenger<RelayProblem>()
        private let untold = Locked(0)

        /// How many may wait.
        private static let limit = 1000

        func tell(_ problem: RelayProblem) {
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

        /// The reason, for someone who reads it.
        var reason: String {
            switch self {
            case .lost(let reason): reason
            case .stopped: "the relay is closed"
            case .tooMuch, .passedOver: "an answer is too large"
            }
        }
    }
#endif
