/// Stands in one place, behind what is waited for there, and is reached when all of that is over.
///
/// `@unchecked Sendable` because nothing of it changes.
final class Marker: DeferredTask, @unchecked Sendable {

    /// Where it stands.
    let place: any MarkedPlace

    private let didReach: @Sendable () -> Void

    /// - Parameter didReach: Is called without a lock, on the thread that got here.
    init(at place: any MarkedPlace, didReach: @escaping @Sendable () -> Void) {
        self.place = place
        self.didReach = didReach
    }

    /// Tells that all in front of this is over. Whoever finds the marker calls this once, without a lock.
    func reach() { didReach() }

    override func performDeferredTask() { reach() }
}

/// Where markers can stand: in a line, on a lane, among the elements of a loop.
protocol MarkedPlace: Sendable {

    /// Adds a marker behind all that is there. Returns `false` if nothing is, so that the marker needn't stand there.
    func add(_ marker: Marker) -> Bool

    /// Removes a marker for which nobody waits any more, if it's still there.
    func remove(_ marker: Marker)

    /// The thread that has to go on before a marker is reached, if it's known: one that is calling handlers.
    var handlingThread: ThreadID? { get }

    /// What is in front of a marker here. Nothing if that's over.
    var unfinished: [Unfinished] { get }
}
