import Synchronization

/// Ends connections that take too long to send a request or to read an answer.
///
/// The server's own limit isn't enough: it counts from the last byte.
final class Connections: Sendable {

    private let deadlines = Mutex<[Connection: ContinuousClock.Instant]>([:])

    /// Sets the time that a connection has, or removes the limit.
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
