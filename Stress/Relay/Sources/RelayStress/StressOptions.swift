import Foundation
import RelayRig

/// The options of the command line.
struct StressOptions {

    let runs: Int?
    let seconds: Double?
    let seed: UInt64
    let scenarios: [Scenario]
    let isSelftest: Bool
    let isHelp: Bool

    static let allowed = """
        allowed: --runs N (default: one of each scenario), --seconds N or --hours N (starts runs for that time), \
        --seed N, --only NAMES (scenarios, separated by commas), --selftest, --help
        scenarios:
        """

    init(_ words: some Sequence<String>) throws {
        var reader = try ArgumentReader(words, flags: ["--help", "--selftest"])
        isHelp = reader.flag("--help")
        isSelftest = reader.flag("--selftest")
        runs = try reader.number("--runs")
        let hours = try reader.number("--hours", as: Double.self)
        seconds = try reader.number("--seconds", as: Double.self) ?? hours.map { 3600 * $0 }
        seed = try reader.number("--seed", as: UInt64.self) ?? .random(in: 0..<1_000_000_000)
        scenarios =
            try (reader.text("--only")?.split(separator: ",")).map { names in
                try names.map { name in
                    guard let scenario = Scenario.all.first(where: { $0.name == name }) else {
                        throw RigError(
                            "unknown scenario '\(name)'. Known: \(Scenario.all.map(\.name).joined(separator: ", "))")
                    }
                    return scenario
                }
            } ?? Scenario.all
        try reader.end()
    }
}
