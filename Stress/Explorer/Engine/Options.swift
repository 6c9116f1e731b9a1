/// What the command line asks for.
struct Options {

    var scenarios: [Scenario] = []
    var mutant: String?
    var bound = 2
    var seconds = 240.0
    var samples: Int?
    var seed = UInt64.random(in: 0..<1 << 32)
    var changes = 3
    var replay: [Int]?
    var times = 1
    var plant: String?
    var isList = false, isHelp = false, isSelftest = false, isChild = false

    static let allowed = """
        allowed: --scenario NAME (may be repeated), --bound N (preemptions in each schedule, default 2), --seconds N \
        (for each scenario, default 240), --random N (that many random schedules instead of all), --seed N, --changes N \
        (of priorities in each random schedule, default 3), --replay CHOICES (with one scenario), --times N (replays it \
        that often and compares), --mutant NAME, --selftest, --plant DIRECTORY, --list, --help
        """

    init(_ arguments: [String]) throws(Complaint) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--list": isList = true
            case "--help": isHelp = true
            case "--selftest": isSelftest = true
            case "--child": isChild = true
            case "--scenario": scenarios.append(try Self.value(of: option, &rest, Scenario.named))
            case "--mutant": mutant = try Self.value(of: option, &rest) { Mutant.named($0)?.name }
            case "--plant": plant = try Self.value(of: option, &rest) { $0 }
            case "--bound": bound = try Self.value(of: option, &rest) { Int($0).flatMap { 0...9 ~= $0 ? $0 : nil } }
            case "--seconds": seconds = try Self.value(of: option, &rest) { Double($0) }
            case "--random": samples = try Self.value(of: option, &rest) { Int($0) }
            case "--seed": seed = try Self.value(of: option, &rest) { UInt64($0) }
            case "--changes": changes = try Self.value(of: option, &rest) { Int($0) }
            case "--replay": replay = try Self.value(of: option, &rest, Choices.parse)
            case "--times": times = try Self.value(of: option, &rest) { Int($0).flatMap { $0 > 0 ? $0 : nil } }
            default: throw Complaint(text: "unknown option \(option)\n\(Self.allowed)")
            }
        }
        if replay != nil, scenarios.count != 1 { throw Complaint(text: "--replay needs exactly one --scenario") }
        if scenarios.isEmpty { scenarios = Scenario.all }
    }

    private static func value<Value>(
        of option: String, _ rest: inout ArraySlice<String>, _ parse: (String) -> Value?
    ) throws(Complaint) -> Value {
        guard let text = rest.popFirst() else { throw Complaint(text: "\(option) needs a value\n\(allowed)") }
        guard let value = parse(text) else {
            throw Complaint(text: "\(option) can't be \(text)\n\(allowed)")
        }
        return value
    }

    /// What to pass to a process that explores one of the scenarios.
    func forChild(_ scenario: Scenario) -> [String] {
        var arguments = ["--child", "--scenario", scenario.name, "--bound", "\(bound)", "--seconds", "\(seconds)"]
        if let samples { arguments += ["--random", "\(samples)", "--seed", "\(seed)", "--changes", "\(changes)"] }
        if let mutant { arguments += ["--mutant", mutant] }
        return arguments
    }
}

/// What is wrong with the command line.
struct Complaint: Error { let text: String }
