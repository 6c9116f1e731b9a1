/// The threads that are blocked until handlers return, so that none of them waits for itself.
///
/// A thread that waits depends on the threads that call those handlers. If one of these waits, too,
/// it depends on other threads, and so on. A wait that would close a cycle is refused.
///
/// INVARIANTS
/// - A thread is here exactly once, as long as it's blocked, with the barrier for which it waits.
/// - A cycle is closed only by a thread whose `Outlook` says so.
struct WaitGraph {

    private var waits: [ThreadID: Barrier] = [:]

    /// The locks of barriers and of their places are taken under this one, one place at a time.
    private static let shared = Protected(WaitGraph())

    /// Registers a wait of the calling thread, and returns whether it can end.
    ///
    /// Call `leave` after it in any case.
    static func enter(_ barrier: Barrier) -> Outlook {
        let thread = ThreadID.current
        var visited = barrier.places
        let outlook = shared.withLock { graph in
            graph.waits[thread] = barrier
            var seen: Set<ThreadID> = [], next = visited.compactMap(\.handlingThread)
            if next.contains(thread) { return Outlook.waitsForItself }
            while let other = next.popLast() {
                if other == thread { return .waitsInCircle }
                guard seen.insert(other).inserted, let places = graph.waits[other]?.places else { continue }
                next += places.compactMap(\.handlingThread)
                visited += places
            }
            return .mayGoOn
        }
        // These are released here and not under the lock.
        withExtendedLifetime(visited) {}
        return outlook
    }

    enum Outlook {

        /// The wait can end.
        case mayGoOn

        /// The thread itself must continue for the wait to end.
        case waitsForItself

        /// A thread for which this one would wait does wait for this one, directly or not.
        case waitsInCircle
    }

    /// Ends the wait of the calling thread.
    static func leave() {
        let barrier = shared.withLock { $0.waits.removeValue(forKey: .current) }
        withExtendedLifetime(barrier) {}
    }
}

extension Barrier {

    /// Blocks the thread until all is reached or time is up. Returns whether all is reached.
    ///
    /// - Parameter mayWait: Decides whether to wait, given the outlook.
    func block(atMost duration: Duration, mayWait: (WaitGraph.Outlook) -> Bool) -> Bool {
        var isEntered = false
        defer { if isEntered { WaitGraph.leave() } }
        return block(atMost: duration) {
            isEntered = true
            return mayWait(WaitGraph.enter(self))
        }
    }
}
