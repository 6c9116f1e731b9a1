/// The options of the command line.
struct Options: Sendable, Equatable {

    var configuration: String?
    var files: [String] = []
    var database: String?
    var listen = Address("127.0.0.1:0")!
    var patience: Int?
    var seconds: Int?
    var grace = 2
    var fault: Fault?
    var role = Role.whole

    enum Role: Sendable, Equatable {
        case whole
        case collecting(for: Address)
        case serving(from: Address)
    }

    /// Reads arguments. Returns `nil` if they ask for help.
    init?(_ arguments: some Sequence<String>) throws(Failure) {
        var arguments = Array(arguments)[...]
        while let argument = arguments.popFirst() {
            switch argument {
            case "--help", "-h": return nil
            case "--config": configuration = try value(of: argument, &arguments)
            case "--database":
                let path = try value(of: argument, &arguments)
                if path.isEmpty { throw Failure("--database must be a path that isn't empty.") }
                database = path
            case "--listen": listen = try address(of: argument, &arguments)
            case "--patience": patience = try number(of: argument, &arguments)
            case "--seconds": seconds = try number(of: argument, &arguments)
            case "--grace": grace = try number(of: argument, &arguments)
            case "--collect": role = .collecting(for: try address(of: argument, &arguments))
            case "--front": role = .serving(from: try address(of: argument, &arguments))
            case "--fault":
                let name = try value(of: argument, &arguments)
                guard let fault = Fault(rawValue: name) else {
                    throw Failure("There's no fault \(name). Choose stuck, leak or slow.")
                }
                self.fault = fault
            default:
                if argument.hasPrefix("-") { throw Failure("Unknown option \(argument).") }
                files.append(argument)
            }
        }
        if configuration != nil, !files.isEmpty { throw Failure("Name files either here or in the configuration.") }
    }

    /// The time for which a subscriber may be behind.
    ///
    /// A subscriber that is slow on purpose stays longer, so that there's time to look at it.
    var effectivePatience: Duration { .seconds(patience ?? (fault == .slow ? 60 : 10)) }

    private func value(of option: String, _ arguments: inout ArraySlice<String>) throws(Failure) -> String {
        guard let value = arguments.popFirst() else { throw Failure("\(option) needs a value.") }
        return value
    }

    private func number(of option: String, _ arguments: inout ArraySlice<String>) throws(Failure) -> Int {
        let text = try value(of: option, &arguments)
        guard let number = Int(text), 1...1_000_000 ~= number else {
            throw Failure("\(option) must be a whole number from 1 to 1000000, not \(text).")
        }
        return number
    }

    private func address(of option: String, _ arguments: inout ArraySlice<String>) throws(Failure) -> Address {
        let text = try value(of: option, &arguments)
        guard let address = Address(text) else {
            throw Failure("\(option) must be a numeric address with a port, like 127.0.0.1:8080, not \(text).")
        }
        return address
    }

    static let help = """
        Usage: Lookout [OPTION…] [FILE…]

        Follows log files and the counters of this machine, stores each line in a database, and serves a page that shows
        observers, observables and waiting messages. Without files and a configuration, it follows /var/log/*.log and
        logs that it writes itself. Control-C ends it.

          --config FILE       a configuration, which is reloaded when it changes and at SIGHUP:
                              {"files": ["/var/log/*.log"], "lookEvery": 100, "countersEvery": 1000, "atLeast": "debug"}
          --database FILE     the file that stores lines; lookout.db by default, or in /tmp with logs that it
                              writes itself. Only one Lookout at a time can use it
          --listen ADDRESS    the address to serve at; 127.0.0.1:0 by default, which picks a port
          --patience SECONDS  how long a subscriber may be slow before it's cut off; 10 by default,
                              and 60 with --fault slow, so that there's time to look
          --seconds SECONDS   ends after this time; otherwise, at SIGTERM or SIGINT
          --grace SECONDS     the time that ending may take; 2 by default. After it, the program exits
                              at once, and the next run reads unstored lines again
          --fault FAULT       plants a fault that the page shows, until the program ends:
                              stuck (a handler never returns), leak (observers are never deallocated)
                              or slow (a subscriber reads too slowly)
          --collect ADDRESS   only collects and stores lines, and publishes them to this Redis server;
                              needs the trait Relay
          --front ADDRESS     only serves the lines that another process publishes to this Redis server;
                              needs the trait Relay
          --help              prints this
        """
}
