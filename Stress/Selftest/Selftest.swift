import Foundation

/// Shows that the checks notice what they are there for, and that they don't cry wolf.
func selftest(_ options: Options) -> Bool {
    let results = [
        isCaught(UnorderedMutant.self, "order", by: checkTotalOrder, options),
        isCaught(LosingMutant.self, "hang", by: checkTotalOrder, options),
        isCaught(OverlappingMutant.self, "overlap", by: checkTotalOrder, options),
        isCaught(LateMutant.self, "late", by: checkStartAndEnd, options),
        isCaught(LeakingMutant.self, "leak", by: checkLeaks, options),
        isCaught(DeadlockingMutant.self, "hang", by: checkCycles, options),
        isCaught(EarlyMutant.self, "early", by: checkStartAndEnd, options),
        isSound(SwiftObserverWire.self, options),
    ]
    return results.allSatisfy { $0 }
}

/// Attacks a broken wire until the expected kind of violation shows.
private func isCaught<W: Wire>(
    _ type: W.Type, _ kind: String, by check: (W.Type, Round) throws -> Void, _ options: Options
) -> Bool {
    var evidence: [String] = []
    for number in 0..<200 where !evidence.contains(where: { $0.hasPrefix(kind) }) {
        evidence = violations(of: type, by: check, number, options)
    }
    let proof = evidence.first { $0.hasPrefix(kind) }
    print("\(proof == nil ? "MISSED" : "caught") \(W.self): \(proof ?? "no violation of kind \(kind)")")
    return proof != nil
}

/// Attacks a sound wire with all checks.
private func isSound<W: Wire>(_ type: W.Type, _ options: Options) -> Bool {
    var evidence: [String] = []
    for number in 0..<20 {
        evidence += violations(of: type, by: checkTotalOrder, number, options)
        evidence += violations(of: type, by: checkStartAndEnd, number, options)
        evidence += violations(of: type, by: checkLeaks, number, options)
        evidence += violations(of: type, by: checkCycles, number, options)
    }
    print("\(evidence.isEmpty ? "sound " : "ACCUSED") \(W.self) \(evidence.first ?? "")")
    return evidence.isEmpty
}

private func violations<W: Wire>(
    of type: W.Type, by check: (W.Type, Round) throws -> Void, _ number: Int, _ options: Options
) -> [String] {
    let tally = Tally()
    let round = Round(
        tally: tally, threads: options.threads, seed: options.seed &+ UInt64(number), patience: 2, deadline: Date())
    do { try check(type, round) } catch { tally.violate("hang: \(error)") }
    return tally.keptEvidence
}
