/// Those who wait until a consumer has reached a step. See `Steps`.
///
/// A value without threads or locks. It's guarded by the lock under which elements come in.
///
/// INVARIANTS
/// - As long as that lock is free, the alarm of the consumer's steps is `alarm`.
/// - A marker is here from `add` on until it's removed or taken, and the consumer takes it when it's at its step.
struct StepQueue {

    /// Each with the step from which it's reached.
    private var markers: [(marker: Marker, step: Int)] = []

    /// From which step on someone who waits for room may have some.
    var roomStep = Int.max

    /// Whether there are no markers.
    var isEmpty: Bool {
        @inline(__always)
        get { markers.isEmpty }
    }

    /// The first step for which someone waits.
    var alarm: Int { min(roomStep, markers.map(\.step).min() ?? .max) }

    mutating func add(_ marker: Marker, until step: Int) { markers.append((marker, step)) }

    /// Lets no marker wait for more than that step.
    mutating func limit(to step: Int) {
        for index in markers.indices { markers[index].step = min(step, markers[index].step) }
    }

    mutating func remove(_ marker: Marker) { markers.removeAll { $0.marker === marker } }

    /// Removes the markers that are reached with a step. That is told when the work is finished.
    mutating func takeReached(by step: Int, _ work: inout DeferredWork) {
        for (marker, markedStep) in markers where markedStep <= step { work.perform(marker) }
        markers.removeAll { $0.step <= step }
    }
}
