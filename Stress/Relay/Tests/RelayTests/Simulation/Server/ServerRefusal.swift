/// The reasons for which a server refuses commands.
enum ServerRefusal {

    /// Its memory is full.
    case full

    /// It's a replica.
    case replica

    /// It's loading its data.
    case loading

    /// The user has no permission for a command.
    case command(ServerCommand)

    /// The user has no permission for a key.
    case key([UInt8])

    /// The error with which a command is refused, or `nil` if it isn't refused.
    ///
    /// - Parameter queue: The commands of the transaction so far, if there is one.
    func error(for command: SimulatedSession.Command, queue: [SimulatedSession.Command]?) -> ServerError? {
        let isRefused =
            switch command.kind {
            case .exec: concerns(command) || (queue ?? []).contains { concerns($0) && !isPermission }
            case .discard: concerns(command)
            default: concerns(command) || (isFull && queue != nil)
            }
        return isRefused ? error(for: command.kind) : nil
    }

    /// The error with which `EXEC` refuses a queued command, or `nil` if it doesn't.
    func errorInTransaction(for command: SimulatedSession.Command) -> ServerError? {
        guard isPermission, concerns(command) else { return nil }
        let reason =
            if case .key = self { "no permission to touch the specified keys" } else {
                "no permission to execute the command or subcommand"
            }
        return ServerError(
            "NOPERM ACLs rules changed between the moment the transaction was accumulated and the EXEC call. This command is no longer allowed for the following reason: \(reason)"
        )
    }

    private func concerns(_ command: SimulatedSession.Command) -> Bool {
        switch self {
        case .full: command.kind.needsMemory
        case .replica: command.kind.writes
        case .loading: !command.kind.worksWhileLoading
        case .command(let kind): kind == command.kind
        case .key(let key): command.kind.keys(command.words).contains(key)
        }
    }

    private var isFull: Bool { if case .full = self { true } else { false } }

    private var isPermission: Bool {
        switch self {
        case .command, .key: true
        default: false
        }
    }

    private func error(for command: ServerCommand) -> ServerError {
        switch self {
        case .full: ServerError("OOM command not allowed when used memory > 'maxmemory'.")
        case .replica: ServerError("READONLY You can't write against a read only replica.")
        case .loading: ServerError("LOADING Redis is loading the dataset in memory")
        case .command:
            ServerError("NOPERM this user has no permissions to run the '\(command.rawValue)' command")
        case .key: ServerError("NOPERM this user has no permissions to access one of the keys used as arguments")
        }
    }
}
