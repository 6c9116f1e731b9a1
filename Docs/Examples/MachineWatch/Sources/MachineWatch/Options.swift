import Foundation

struct Options {

    /// How long to watch. Without it, until a signal comes.
    var seconds: Double?

    /// The time between two samples, in seconds.
    var interval = 0.5

    /// Whether to print lines instead of drawing a table.
    var isPlain = isatty(STDOUT_FILENO) == 0

    static let help = """
        Usage: MachineWatch [--seconds N] [--interval MILLISECONDS] [--plain]
          --seconds N              end after N seconds (default: on SIGINT or SIGTERM)
          --interval MILLISECONDS  time between two samples, from 10 to 60000 (default: 500)
          --plain                  print lines, as is done anyway where there is no terminal
        """

    enum Command {
        case help
        case watch(Options)
    }

    struct Invalid: Error {
        let description: String
    }

    static func parse(_ arguments: some Sequence<String>) throws -> Command {
        var options = Options()
        var arguments = Array(arguments)[...]
        while let argument = arguments.popFirst() {
            switch argument {
            case "--help", "-h":
                return .help
            case "--plain":
                options.isPlain = true
            case "--seconds":
                options.seconds = try number(for: argument, from: &arguments, in: 0.1...1_000_000)
            case "--interval":
                options.interval = try number(for: argument, from: &arguments, in: 10...60_000) / 1000
            default:
                throw Invalid(description: "there is no option '\(argument)'.")
            }
        }
        return .watch(options)
    }

    private static func number(
        for option: String, from arguments: inout ArraySlice<String>, in range: ClosedRange<Double>
    ) throws -> Double {
        guard let text = arguments.popFirst() else {
            throw Invalid(description: "\(option) needs a number.")
        }
        guard let number = Double(text), range.contains(number) else {
            let bounds = "\(range.lowerBound.formatted()) to \(range.upperBound.formatted())"
            throw Invalid(description: "\(option) needs a number from \(bounds), not '\(text)'.")
        }
        return number
    }
}
