import Foundation

/// What is asked for on the command line.
struct BenchOptions {

    /// Sizes of messages, in bytes.
    var sizes = [64, 1024, 65_536]

    /// How long one measurement takes about, in seconds.
    var seconds = 2.0

    /// How often each one is repeated. The median counts.
    var rounds = 3

    /// Whether the program fails if a limit is exceeded.
    var checks = false

    /// Whether costs are measured for plans, in place of a comparison.
    var costs = false

    /// The file of the page that gets the costs, and what's computed from them.
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
                    allowed: --sizes 64,1024 (bytes), --seconds N (for each measurement), --rounds N, --check (fail beyond limits), --help
                    --costs measures CPU times and memory instead; --page FILE also writes them, and what follows from them, into that page
                    """
                )
                exit(0)
            }
        }
    }

    private static func value(_ rest: inout [String]) -> String { rest.isEmpty ? "" : rest.removeFirst() }
}
