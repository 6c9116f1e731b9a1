import StressSupport

/// The options of the explorer's command line.
struct ExplorerOptions {

    var scenarios: [Scenario] = []
    var mutant: String?
    var bound = 2
    var seconds = Double.infinity
    var samples: Int?
    var seed = UInt64.random(in: 0..<1 << 32)
    var changes = 3
    var replay: [Int]?
    var times = 1
    var plant: String?
    var checksTraces = false, writesTraces = false
    var isList = false, isHelp = false, isSelftest = false, isChild = false

    static let allowed = """
        allowed: --scenario NAME (may be repeated), --bound N (preemptions in each schedule, default 2), --seconds N \
        (for each scenario, default no limit), --random N (that many random schedules instead of all), --seed N, --changes N \
        (of priorities in each random schedule, default 3), --replay CHOICES (with one scenario), --times N (replays it \
        that often and compares), --mutant NAME, --selftest, --plant DIRECTORY, --traces (compares the page about the life of a \
        message with the steps of today), --write-traces (writes them to that page), --list, --help
        """

    init(_ arguments: [String]) throws(ProgramError) {
        var reader = CommandLineReader(arguments, allowed: Self.allowed)
        while let option = reader.nextOption() {
            switch option {
            case "--list": isList = true
            case "--help": isHelp = true
            case "--traces": checksTraces = true
            case "--write-traces": writesTraces = true
            case "--selftest": isSelftest = true
            case "--child": isChild = true
            case "--scenario": scenarios.append(try reader.value(of: option, "the name of a scenario", Scenario.named))
            case "--mutant": mutant = try reader.value(of: option, "the name of a mutant") { Mutant.named($0)?.name }
            case "--plant": plant = try reader.value(of: option, "a directory") { $0 }
            case "--bound": bound = try reader.whole(option, in: 0...9)
            case "--seconds": seconds = try reader.positive(option)
            case "--random": samples = try reader.whole(option, in: 0 ... .max)
            case "--seed": seed = try reader.seed(option)
            case "--changes": changes = try reader.whole(option, in: 0 ... .max)
            case "--replay": replay = try reader.value(of: option, "choices like 0x12,1", Choices.parse)
            case "--times": times = try reader.whole(option, in: 1 ... .max)
            default: throw reader.unknown(option)
            }
        }
        if replay != nil, scenarios.count != 1 { throw ProgramError("--replay needs exactly one --scenario") }
        if scenarios.isEmpty { scenarios = Scenario.all }
    }

    /// The arguments for a process that explores one of the scenarios.
    func forChild(_ scenario: Scenario) -> [String] {
        var arguments = ["--child", "--scenario", scenario.name, "--bound", "\(bound)"]
        if seconds.isFinite { arguments += ["--seconds", "\(seconds)"] }
        if let samples { arguments += ["--random", "\(samples)", "--seed", "\(seed)", "--changes", "\(changes)"] }
        if let mutant { arguments += ["--mutant", mutant] }
        return arguments
    }
}
