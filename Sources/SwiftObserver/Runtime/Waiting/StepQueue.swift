/// Waiters for steps of a consumer. See `Steps`.
///
/// ```
///   element        1       2       3       4     four have come in
///                +---+   +---+   +---+   +---+
///   step       0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8
///                +---+   +---+   +---+   +---+
///                                  ^           ^
///        roomStep == 5, alarm == 5:            8: a marker after
///        fewer than 2 elements wait            all elements
/// ```
///
/// This is a value without threads or locks. It's guarded by the lock under which elements come in.
///
/// INVARIANTS
/// - As long as that lock is free, the alarm of the consumer's steps is `alarm`.
/// - A marker is here from `add` until it's removed or taken. The consumer takes it when it has
///   reached the marker's step.
struct StepQueue {

    /// The markers, each with the step from which on it's reached.
    private var markers: [(marker: Marker, step: Int)] = []

    /// The step from which on a waiter for room may have room.
    var roomStep = Int.max

    /// `true` if there are no markers.
    var isEmpty: Bool {
        @inline(__always)
        get { markers.isEmpty }
    }

    /// The first step that something waits for.
    var alarm: Int { min(roomStep, markers.map(\.step).min() ?? .max) }

    mutating func add(_ marker: Marker, until step: Int) { markers.append((marker, step)) }

    /// Lets no marker wait for more than that step.
    mutating func limit(to step: Int) {
        for index in markers.indices { markers[index].step = min(step, markers[index].step) }
    }

    mutating func remove(_ marker: Marker) { markers.removeAll { $0.marker === marker } }

    /// Removes the markers that a step reaches. They're notified when the work is finished.
    mutating func takeReached(by step: Int, _ work: inout DeferredWork) {
        for (marker, markedStep) in markers where markedStep <= step { work.perform(marker) }
        markers.removeAll { $0.step <= step }
    }
}
