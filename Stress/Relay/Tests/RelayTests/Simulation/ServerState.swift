/// A state in which the real and the simulated server refuse commands in the same way.
enum ServerState: CaseIterable {
    case normal, full, replica, forbiddenCommand, forbiddenKey

    var refusal: ServerRefusal? {
        switch self {
        case .normal: nil
        case .full: .full
        case .replica: .replica
        case .forbiddenCommand: .command(.xadd)
        case .forbiddenKey: .key(Array("a".utf8))
        }
    }

    func begin(at server: Client) throws {
        switch self {
        case .normal: break
        case .full: try server.ask("CONFIG", "SET", "maxmemory", "1")
        case .replica: try server.ask("REPLICAOF", "127.0.0.1", "1")
        case .forbiddenCommand: try server.ask("ACL", "SETUSER", "default", "-xadd")
        case .forbiddenKey: try server.ask("ACL", "SETUSER", "default", "resetkeys", "~[^a]*")
        }
    }

    func end(at server: Client) throws {
        switch self {
        case .normal: break
        case .full: try server.ask("CONFIG", "SET", "maxmemory", "0")
        case .replica: try server.ask("REPLICAOF", "NO", "ONE")
        case .forbiddenCommand: try server.ask("ACL", "SETUSER", "default", "+xadd")
        case .forbiddenKey: try server.ask("ACL", "SETUSER", "default", "resetkeys", "~*")
        }
    }
}
