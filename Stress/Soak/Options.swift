/// What the command line asks for.
struct Options {

    var seconds = 60.0
    var threads = 2
    var seed = UInt64.random(in: 0..<1 << 48)

    /// How many messages to count, with nothing else going on, instead of a time.
    var messages: Int?

    var isHelp = false

    static let allowed = """
        allowed: --seconds N or --hours N (more than 0, default 60 seconds), --messages N (more than 0; counts so many, \
        and does nothing else), --threads N (that send what is counted, 1 to 256, default 2), --seed N (a whole number), \
        --help
        """

    init(_ arguments: [String]) throws(Complaint) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--help": isHelp = true
            case "--seconds": seconds = try Self.positive(option, &rest)
            case "--hours": seconds = try 3600 * Self.positive(option, &rest)
            case "--messages": messages = Int(try Self.positive(option, &rest))
            case "--threads":
                threads = try Self.value(of: option, &rest, "a whole number from 1 to 256") {
                    Int($0).flatMap { 1...256 ~= $0 ? $0 : nil }
                }
            case "--seed": seed = try Self.value(of: option, &rest, "a whole number") { UInt64($0) }
            default: throw Complaint(text: "unknown option \(option)\n\(Self.allowed)")
            }
        }
    }

    private static func positive(_ option: String, _ rest: inout ArraySlice<String>) throws(Complaint) -> Double {
        try value(of: option, &rest, "a number above 0 and below 1e15") {
            Double($0).flatMap { $0 > 0 && $0 < 1e15 ? $0 : nil }
        }
    }

    private static func value<Value>(
        of option: String, _ rest: inout ArraySlice<String>, _ wanted: String, _ parse: (String) -> Value?
    ) throws(Complaint) -> Value {
        guard let text = rest.popFirst() else { throw Complaint(text: "\(option) needs \(wanted)") }
        guard let value = parse(text) else { throw Complaint(text: "\(option) needs \(wanted), not \(text)") }
        return value
    }
}

/// What is wrong with the command line.
struct Complaint: Error { let text: String }
