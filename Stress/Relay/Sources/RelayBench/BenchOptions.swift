import Foundation

/// The options of the command line.
struct BenchOptions {

    /// The sizes of messages, in bytes.
    var sizes = [64, 1024, 65_536]

    /// The approximate duration of one measurement, in seconds.
    var seconds = 2.0

    /// The number of repetitions of each measurement. The median counts.
    var rounds = 3

    /// `true` if the program fails when a limit is exceeded.
    var checks = false

    /// `true` to measure the costs for plans instead of a comparison.
    var costs = false

    /// The page to update with the costs, and with the figures computed from them.
    var page: String?

    init(_ arguments: some Sequence<String>) {
        var rest = Array(arguments)
        while !rest.isEmpty {
            switch rest.removeFirst() {
            case "--sizes": sizes = Self.value(&rest).split(separator: ",").compactMap { Int($0) }
            case "--seconds": seconds = Double(Self.value(&rest)) ?? seconds
            case "--rounds": rounds = max(1, Int(Self.value(&rest)) ?? rounds)
            case "--check": checks = true
            case "--costs": costs = true
            case "--page": page = Self.value(&rest)
            default:
                print(
                    """
                    allowed: --sizes 64,1024 (bytes), --seconds N (for each measurement), --rounds N, \
                    --check (fails if a limit isn't met), --help
                    --costs measures CPU times and memory instead; --page FILE also writes them into that page, \
                    with the figures derived from them
                    """
                )
                exit(0)
            }
        }
    }

    private static func value(_ rest: inout [String]) -> String { rest.isEmpty ? "" : rest.removeFirst() }
}
