import StressSupport

/// The options of the mutation test's command line.
struct MutateOptions {

    var count = 100
    var seed: UInt64 = 1
    var only: Int?
    var file = ""
    var jobs = 2
    var seconds = 60
    var isList = false, isHelp = false

    static let allowed = """
        allowed: --count N (mutants that compile, default 100), --seed N (default 1), --only N (only this mutant of \
        the seed, with the output of the tests), --file TEXT (only mutants of files whose path contains it), --jobs N \
        (tests at a time, default 2), --seconds N (for the tests of one mutant, default 60), --list (lists the mutants \
        without building them), --help
        """

    init(_ arguments: [String]) throws(ProgramError) {
        var reader = CommandLineReader(arguments, allowed: Self.allowed)
        while let option = reader.nextOption() {
            switch option {
            case "--list": isList = true
            case "--help": isHelp = true
            case "--count": count = try reader.whole(option, in: 1 ... .max)
            case "--seed": seed = try reader.seed(option)
            case "--only": only = try reader.whole(option, in: 1 ... .max)
            case "--file": file = try reader.value(of: option, "a text") { $0 }
            case "--jobs": jobs = try reader.whole(option, in: 1 ... .max)
            case "--seconds": seconds = try reader.whole(option, in: 1 ... .max)
            default: throw reader.unknown(option)
            }
        }
    }
}
