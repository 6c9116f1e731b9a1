import StressSupport

/// The options of the fuzzer's command line.
struct FuzzOptions {

    var seconds = 60.0
    var threads = 6
    var seed = UInt64.random(in: 0..<1 << 48)

    /// The number of seconds without progress after which objects count as leaked.
    var patience = 14.0

    var isHelp = false, isSelftest = false

    /// The folder for the copy of the sources with planted defects.
    var directoryOfDefects: String?

    static let allowed = """
        allowed: --seconds N (more than 0, default 60), --threads N (1 to 256, default 6), --seed N (a whole number), \
        --patience N (seconds without progress, more than 0, default 14), \
        --plant DIRECTORY (copy the sources, with defects), --selftest (in such a copy: find them), --help
        """

    init(_ arguments: [String]) throws(ProgramError) {
        var reader = CommandLineReader(arguments, allowed: Self.allowed)
        while let option = reader.nextOption() {
            switch option {
            case "--help": isHelp = true
            case "--selftest": isSelftest = true
            case "--plant": directoryOfDefects = try reader.value(of: option, "a directory") { $0 }
            case "--seconds": seconds = try reader.positive(option)
            case "--patience": patience = try reader.positive(option)
            case "--threads": threads = try reader.whole(option, in: 1...256)
            case "--seed": seed = try reader.seed(option)
            default: throw reader.unknown(option)
            }
        }
    }
}
