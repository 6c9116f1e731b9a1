import Synchronization

/// Ends connections that take too long to ask, or to take an answer, as the server's own limit counts from the last byte.
final class Connections: Sendable {

    private let deadlines = Mutex<[Connection: ContinuousClock.Instant]>([:])

    /// Gives a connection so much time, or all that it wants.
    func set(_ duration: Duration?, for connection: Connection) {
        deadlines.withLock { $0[connection] = duration.map { .now + $0 } }
    }

    func endLateOnes() {
        let now = ContinuousClock.now
        deadlines.withLock { deadlines in
            for (connection, deadline) in deadlines where deadline < now {
                connection.shutDown()
                deadlines[connection] = nil
            }
        }
    }
}
