import StressSupport

/// The options of the stress harness's command line.
struct HarnessOptions {

    var seconds = 20.0
    var threads = 8
    var seed = UInt64.random(in: 0..<1 << 48)
    var scenarios: [String] = []

    /// The number of messages that are sent to a stuck queue.
    var stuckMessages = 300_000

    /// The number of changes in each round of the scenario with graphs of derived values.
    var changes: Int?

    /// The number of seconds without progress after which a scenario counts as hanging.
    var patience = 10.0

    /// The number of programs to start and to end by a signal, if any.
    var terminatedRuns: Int?

    /// `true` if this is such a program.
    var isTerminated = false

    /// `true` if the program only makes a data race, which ThreadSanitizer must report.
    var isRacing = false
    var isList = false, isJSON = false, isSelftest = false, isHelp = false

    static let allowed = """
        allowed: --seconds N (more than 0, default 20), --threads N (2 to 256, default 8), --seed N (a whole number), \
        --scenario NAME (may be repeated), --patience N (seconds without progress, more than 0, default 10), \
        --messages N (messages that the scenario stuck-queue sends at once, more than 0, default 3e5), \
        --changes N (changes in each round of the scenario derived-values, more than 0, default 2e3), \
        --sigterm-runs N (starts N programs, sends SIGTERM to each, and checks how it shuts down), \
        --sigterm (runs as such a program), --race (makes a data race, which ThreadSanitizer must report), --list, --json, --selftest, --help
        """

    init(_ arguments: [String]) throws(ProgramError) {
        var reader = CommandLineReader(arguments, allowed: Self.allowed)
        while let option = reader.nextOption() {
            switch option {
            case "--list": isList = true
            case "--json": isJSON = true
            case "--selftest": isSelftest = true
            case "--help": isHelp = true
            case "--sigterm": isTerminated = true
            case "--race": isRacing = true
            case "--sigterm-runs": terminatedRuns = try reader.whole(option, in: 1...1_000_000)
            case "--seconds": seconds = try reader.positive(option)
            case "--patience": patience = try reader.positive(option)
            case "--messages": stuckMessages = Int(try reader.positive(option, below: 1e15))
            case "--changes": changes = Int(try reader.positive(option, below: 1e15).rounded(.up))
            case "--threads": threads = try reader.whole(option, in: 2...256)
            case "--seed": seed = try reader.seed(option)
            case "--scenario":
                let names = StressScenario.all.map(\.name).joined(separator: ", ")
                scenarios.append(try reader.value(of: option, "one of \(names)") { StressScenario.named($0)?.name })
            default: throw reader.unknown(option)
            }
        }
    }

    /// The command that repeats a scenario in the same way.
    func repeating(_ scenario: String) -> String {
        let changes = changes.map { " --changes \($0)" } ?? ""
        return "make stress ARGS=\"--seed \(seed) --threads \(threads) --seconds \(seconds)\(changes) "
            + "--scenario \(scenario)\""
    }
}
