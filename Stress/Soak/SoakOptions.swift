import StressSupport

/// The options of the soak test's command line.
struct SoakOptions {

    var seconds = 60.0
    var threads = 2
    var seed = UInt64.random(in: 0..<1 << 48)

    /// The number of messages to count, without fuzzing, instead of a time.
    var messages: Int?

    /// The time that handlers sleep while others send at full speed, without fuzzing.
    var boundedSeconds: Double?

    var isHelp = false

    static let allowed = """
        allowed: --seconds N or --hours N (more than 0, default 60 seconds), --messages N (only counts that many \
        messages, more than 0), --bounded N (only sends to handlers that sleep for N seconds, with each policy), \
        --threads N (threads that send counted messages, 1 to 256, default 2), --seed N (a whole number), --help
        """

    init(_ arguments: [String]) throws(ProgramError) {
        var reader = CommandLineReader(arguments, allowed: Self.allowed)
        while let option = reader.nextOption() {
            switch option {
            case "--help": isHelp = true
            case "--seconds": seconds = try reader.positive(option, below: 1e15)
            case "--hours": seconds = try 3600 * reader.positive(option, below: 1e15)
            case "--messages": messages = Int(try reader.positive(option, below: 1e15))
            case "--bounded": boundedSeconds = try reader.positive(option, below: 1e6)
            case "--threads": threads = try reader.whole(option, in: 1...256)
            case "--seed": seed = try reader.seed(option)
            default: throw reader.unknown(option)
            }
        }
    }
}
