/// Measures how many calls run at the same time.
final class OverlapMeter: Sendable {
    private let state = LockedBox((running: 0, maximum: 0))
    var maximum: Int { state.withLock { $0.maximum } }
    func measure(_ body: () -> Void) {
        state.withLock { state in
            state.running += 1
            state.maximum = max(state.maximum, state.running)
        }
        body()
        state.withLock { $0.running -= 1 }
    }
}
