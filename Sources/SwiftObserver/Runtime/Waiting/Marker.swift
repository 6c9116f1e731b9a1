/// A mark in one place, after what is waited for there. It's reached when that is done.
///
/// `@unchecked Sendable` because it's immutable.
final class Marker: DeferredTask, @unchecked Sendable {

    /// Where the marker is.
    let place: any MarkedPlace

    private let didReach: @Sendable () -> Void

    /// - Parameter didReach: Is called without a lock, on the thread that reaches the marker.
    init(at place: any MarkedPlace, didReach: @escaping @Sendable () -> Void) {
        self.place = place
        self.didReach = didReach
    }

    /// Reports that everything before the marker is done.
    ///
    /// The thread that finds the marker calls this once, without a lock.
    func reach() { didReach() }

    override func performDeferredTask() { reach() }
}

/// A place where markers can be: after letters, on a lane, or among the elements of loops.
protocol MarkedPlace: Sendable {

    /// Adds a marker after everything that is there.
    ///
    /// Returns `false` if nothing is, so that the marker needn't be there.
    func add(_ marker: Marker) -> Bool

    /// Removes a marker that nothing waits for any longer, if it's still there.
    func remove(_ marker: Marker)

    /// The thread that must continue before a marker is reached, if it's known.
    ///
    /// That thread is calling handlers.
    var handlingThread: ThreadID? { get }

    /// The observations before a marker here, or none if they're done.
    var unfinished: [Unfinished] { get }
}
