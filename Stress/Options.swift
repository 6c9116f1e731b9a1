/// What the command line asks for.
struct Options {

    var seconds = 20.0
    var threads = 8
    var seed = UInt64.random(in: 0..<1 << 48)
    var scenarios: [String] = []

    /// After how many seconds without any progress a scenario counts as hanging.
    var patience = 10.0
    var isList = false, isJSON = false, isSelftest = false, isHelp = false

    static let allowed = """
        allowed: --seconds N (more than 0, default 20), --threads N (2 to 256, default 8), --seed N (a whole number), \
        --scenario NAME (may be repeated), --patience N (seconds without progress, more than 0, default 10), \
        --list, --json, --selftest, --help
        """

    init(_ arguments: [String]) throws(Complaint) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--list": isList = true
            case "--json": isJSON = true
            case "--selftest": isSelftest = true
            case "--help": isHelp = true
            case "--seconds":
                seconds = try Self.seconds(of: option, &rest)
            case "--patience": patience = try Self.seconds(of: option, &rest)
            case "--threads":
                threads = try Self.value(of: option, &rest, "a whole number from 2 to 256") {
                    Int($0).flatMap { 2...256 ~= $0 ? $0 : nil }
                }
            case "--seed": seed = try Self.value(of: option, &rest, "a whole number") { UInt64($0) }
            case "--scenario":
                let names = Scenario.all.map(\.name).joined(separator: ", ")
                scenarios.append(
                    try Self.value(of: option, &rest, "one of \(names)") { Scenario.named($0)?.name })
            default: throw Complaint(text: "unknown option \(option)\n\(Self.allowed)")
            }
        }
    }

    private static func seconds(of option: String, _ rest: inout ArraySlice<String>) throws(Complaint) -> Double {
        try value(of: option, &rest, "a number above 0 and below a million") {
            Double($0).flatMap { $0 > 0 && $0 < 1e6 ? $0 : nil }
        }
    }

    private static func value<Value>(
        of option: String, _ rest: inout ArraySlice<String>, _ wanted: String, _ parse: (String) -> Value?
    ) throws(Complaint) -> Value {
        guard let text = rest.popFirst() else { throw Complaint(text: "\(option) needs \(wanted)") }
        guard let value = parse(text) else { throw Complaint(text: "\(option) needs \(wanted), not \(text)") }
        return value
    }

    /// The command that runs a scenario again in the same way.
    func repeating(_ scenario: String) -> String {
        "make stress ARGS=\"--seed \(seed) --threads \(threads) --seconds \(seconds) --scenario \(scenario)\""
    }
}

/// What is wrong with the command line.
struct Complaint: Error { let text: String }
