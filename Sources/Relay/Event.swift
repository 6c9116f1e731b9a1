#if Relay

    import Locked
    import SwiftObserver

    /// Something that happens once, and for which one can wait.
    final class Event: Awaited {

        private let state = Locked(State())

        private struct State {
            var hasHappened = false
            var resume: (@Sendable () -> Void)?
        }

        /// Lets it happen.
        func fire() {
            let resume = state.withLock { state in
                state.hasHappened = true
                return state.resume.take()
            }
            resume?()
        }

        func begin(_ resume: @escaping @Sendable () -> Void) {
            let hasHappened = state.withLock { state in
                if !state.hasHappened { state.resume = resume }
                return state.hasHappened
            }
            if hasHappened { resume() }
        }

        func giveUp() -> Bool { state.withLock { $0.resume.take() != nil } }
    }
#endif
