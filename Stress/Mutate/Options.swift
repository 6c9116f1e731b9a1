/// What the command line asks for.
struct Options {

    var count = 100
    var seed: UInt64 = 1
    var only: Int?
    var file = ""
    var jobs = 2
    var seconds = 60
    var isList = false, isHelp = false

    static let allowed = """
        allowed: --count N (mutants that compile, default 100), --seed N (default 1), --only N (that mutant of this seed, and \
        what the tests say about it), --file TEXT (only mutants of files whose path contains it), --jobs N (tests at a time, default 2), --seconds N (for the tests of one mutant, \
        default 60), --list (the mutants, without building them), --help
        """

    init(_ arguments: [String]) throws(Complaint) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--list": isList = true
            case "--help": isHelp = true
            case "--count": count = try Self.number(of: option, &rest)
            case "--seed": seed = try Self.number(of: option, &rest)
            case "--only": only = try Self.number(of: option, &rest)
            case "--file": file = rest.popFirst() ?? ""
            case "--jobs": jobs = try Self.number(of: option, &rest)
            case "--seconds": seconds = try Self.number(of: option, &rest)
            default: throw Complaint(text: "unknown option \(option)\n\(Self.allowed)")
            }
        }
    }

    private static func number<Number: FixedWidthInteger>(
        of option: String, _ rest: inout ArraySlice<String>
    ) throws(Complaint) -> Number {
        guard let text = rest.popFirst() else { throw Complaint(text: "\(option) needs a number\n\(allowed)") }
        guard let number = Number(text), number > 0 else {
            throw Complaint(text: "\(option) can't be \(text)\n\(allowed)")
        }
        return number
    }
}

/// What is wrong with the command line, the sources or the build.
struct Complaint: Error { let text: String }
