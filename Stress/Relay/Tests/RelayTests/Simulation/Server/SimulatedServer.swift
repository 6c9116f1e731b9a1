@testable import Relay

/// An in-memory server of streams, which answers the commands of relays like Redis 7.
///
/// It's deterministic: time passes only when the clock is set.
///
/// **Threads:** One at a time, together with all its sessions.
final class SimulatedServer {

    /// Milliseconds since 1970. May go back.
    var clock: UInt64

    /// The number of entries that `MAXLEN ~` and `MINID ~` remove at once.
    ///
    /// A real server removes whole blocks, of 100 entries or of 4 KiB. With 1, it's exact.
    var trimStep = 1

    /// `false` for servers before Redis 6.2, which don't have `MINID`.
    var comparesIDs = true

    /// Returns the reason why the server refuses commands at this moment, if any.
    ///
    /// It's called for each command that arrives, and for each one that `EXEC` runs.
    var refusal: () -> ServerRefusal? = { nil }

    var keys = Keyspace()

    /// The number of restarts, each of which ends all sessions.
    private(set) var restartCount = 0

    /// The id of the latest session. As with a real server, ids start over after a restart.
    var lastSessionID = 0

    /// The ids of the sessions that have read a key since it changed.
    var trackers: [[UInt8]: Set<Int>] = [:]

    /// The sessions, the earliest first. A session ends when its client drops it.
    private var sessions: [() -> SimulatedSession?] = []

    init(clock: UInt64 = 0) { self.clock = clock }

    func connect() -> SimulatedSession {
        lastSessionID += 1
        let session = SimulatedSession(self, id: lastSessionID)
        sessions.removeAll { $0()?.isOpen != true }
        sessions.append { [weak session] in session }
        return session
    }

    var openSessions: [SimulatedSession] { sessions.compactMap { $0() }.filter(\.isOpen) }

    // MARK: - Forget

    /// The memory of the server at one moment.
    struct Snapshot {

        fileprivate let keys: Keyspace

        static var empty: Snapshot { Snapshot(keys: Keyspace()) }
    }

    func snapshot() -> Snapshot { Snapshot(keys: keys.copy()) }

    /// Returns to a snapshot, as after a crash or a failover, and ends all sessions.
    func restore(_ snapshot: Snapshot) {
        keys = snapshot.keys.copy()
        restartCount += 1
        lastSessionID = 0
        trackers = [:]
    }

    // MARK: - Look into it

    func entries(of stream: String) -> [SimulatedStream.Entry] { self.stream(named: stream)?.entries ?? [] }

    /// The highest id that the stream has had, or `nil` if there's no stream.
    func lastID(of stream: String) -> RelayID? { self.stream(named: stream)?.lastID }

    private func stream(named name: String) -> SimulatedStream? { try? stream(Array(name.utf8)) }
}

/// The values by type.
extension SimulatedServer {

    func value(_ key: [UInt8]) -> SimulatedValue? { keys.value(of: key, at: clock) }

    func text(_ key: [UInt8]) throws(ServerError) -> [UInt8]? {
        guard let value = value(key) else { return nil }
        guard case .text(let text) = value else { throw .wrongType }
        return text
    }

    func hash(_ key: [UInt8]) throws(ServerError) -> [[UInt8]: [UInt8]]? {
        guard let value = value(key) else { return nil }
        guard case .hash(let hash) = value else { throw .wrongType }
        return hash
    }

    func stream(_ key: [UInt8]) throws(ServerError) -> SimulatedStream? {
        guard let value = value(key) else { return nil }
        guard case .stream(let stream) = value else { throw .wrongType }
        return stream
    }
}
