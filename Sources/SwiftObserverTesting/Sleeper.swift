import Locked

/// A task that sleeps, and is woken once.
final class Sleeper: Sendable {

    private let state = Locked(State())

    private struct State {
        var continuation: CheckedContinuation<Void, any Error>?
        var isCancelled = false
    }

    func sleep(_ continuation: CheckedContinuation<Void, any Error>) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.continuation = continuation }
            return state.isCancelled
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
    }

    func wake() { takeContinuation()?.resume() }

    func cancel() { takeContinuation(cancelling: true)?.resume(throwing: CancellationError()) }

    private func takeContinuation(cancelling: Bool = false) -> CheckedContinuation<Void, any Error>? {
        state.withLock { state in
            if cancelling { state.isCancelled = true }
            return state.continuation.take()
        }
    }
}
