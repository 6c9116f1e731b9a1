import Foundation
import StressSupport

/// Lets threads change, read and observe random graphs of 1,000 derived values.
///
/// Each value shows the versions of all variables that it depends on. So its function notices
/// arguments of different ages, and observers and readers notice any value that is too old. At the
/// end, the number of updates and of calls of functions is known exactly.
///
/// It makes as many changes as the round demands, on a new graph after 4,000 or 20,000.
func stressDerivedValues<Subject: GraphSubject>(of _: Subject.Type, _ round: StressRound) throws {
    var random = round.random(0), left = round.changes, graphs = 0, reach = 0
    let start = Date(), firstLimit = random.below(limits.count)
    while left > 0, round.tally.violations == 0 {
        let lives = LiveCount(), limit = limits[(firstLimit + graphs) % limits.count]
        let graph = RandomGraph(derivedValues: 1000, reaching: limit, writers: round.threads, &random)
        let changes = min(left, limit > 16 ? 4_000 : 20_000)
        try GraphAttack<Subject>(graph, changes: changes, seed: random.next(), lives, round).run()
        try round.wait("\(lives.now) functions and handlers to die") { lives.now == 0 }
        left -= changes
        graphs += 1
        reach = max(reach, graph.reach)
    }
    let seconds = max(-start.timeIntervalSinceNow, 1e-6), changes = round.changes - left
    round.tally.note(
        "\(changes) changes of \(graphs) graphs at \(Int(Double(changes) / seconds)) per second, "
            + "each reached at most \(reach) observed values")
}

/// How many observed values a change may reach, in one graph after the other.
///
/// ThreadSanitizer gives up when a thread holds 128 locks, and a change locks what it reaches.
private let limits = [1, 2, 4, 8, 1, 2, 4, 16, 1, 2, 4, 8, 1, 2, 4, 100]
