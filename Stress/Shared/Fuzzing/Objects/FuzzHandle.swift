import SwiftObserver

/// A handle of one observation, and the fuzzer's checks of that.
final class FuzzHandle: Sendable {

    private let handle: ObservationHandle
    private let check: ObservationCheck

    init(_ handle: ObservationHandle, _ check: ObservationCheck) {
        self.handle = handle
        self.check = check
    }

    func stop() {
        handle.stopObserving()
        check.end()
    }

    /// Ends the observation, and waits for its handler.
    func stop(within duration: Duration) {
        let isDone = handle.stopObservingAndWait(within: duration)
        check.end()
        if isDone { check.endForGood() }
    }
}
