/// What the command line asks for.
struct Options {

    var seconds = 60.0
    var threads = 6
    var seed = UInt64.random(in: 0..<1 << 48)

    /// After how many seconds without any progress objects count as leaking.
    var patience = 14.0

    var isHelp = false, isSelftest = false

    /// Where to copy the sources, with planted defects.
    var directoryOfDefects: String?

    static let allowed = """
        allowed: --seconds N (more than 0, default 60), --threads N (1 to 256, default 6), --seed N (a whole number), \
        --patience N (seconds without progress, more than 0, default 14), \
        --plant DIRECTORY (copy the sources, with defects), --selftest (in such a copy: find them), --help
        """

    init(_ arguments: [String]) throws(Complaint) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--help": isHelp = true
            case "--selftest": isSelftest = true
            case "--plant": directoryOfDefects = try Self.value(of: option, &rest, "a directory") { $0 }
            case "--seconds": seconds = try Self.seconds(of: option, &rest)
            case "--patience": patience = try Self.seconds(of: option, &rest)
            case "--threads":
                threads = try Self.value(of: option, &rest, "a whole number from 1 to 256") {
                    Int($0).flatMap { 1...256 ~= $0 ? $0 : nil }
                }
            case "--seed": seed = try Self.value(of: option, &rest, "a whole number") { UInt64($0) }
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
}

/// What is wrong with the command line.
struct Complaint: Error { let text: String }
