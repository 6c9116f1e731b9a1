import Foundation

/// Shows that the checks notice what they are there for, and that they don't cry wolf.
func selftest(_ options: HarnessOptions) -> Bool {
    let results = [
        isCaught(UnorderedMutant.self, "order", by: checkTotalOrder, options),
        isCaught(LosingMutant.self, "hang", by: checkTotalOrder, options),
        isCaught(OverlappingMutant.self, "overlap", by: checkTotalOrder, options),
        isCaught(LateMutant.self, "late", by: checkStartAndEnd, options),
        isCaught(LeakingMutant.self, "leak", by: checkLeaks, options),
        isCaught(HoardingMutant.self, "growth", by: { try checkGrowth(of: $0, $1) }, seconds: 2, options),
        isCaught(DeadlockingMutant.self, "hang", by: checkCycles, options),
        isCaught(EarlyMutant.self, "early", by: checkStartAndEnd, options),
        isCaught(DepthFirstMutant.self, "depth-first", by: checkCycles, options),
        isCaught(CaptivatingMutant.self, "captive", by: checkCaptivity, options),
        isCaught(UnlockedHopMutant.self, "disagreement", by: checkHopOrder, options),
        isCaught(LateHopMutant.self, "late", by: checkHoppedDeaths, options),
        isCaught(LeakingHopMutant.self, "leak", by: checkHoppedDeaths, options),
        isCaught(MuteHopMutant.self, "lost", by: checkHoppedDeaths, options),
        isCaught(InPlaceMutant.self, "place", by: checkDeliveryQueue, options),
        isCaught(OwnLineMutant.self, "order", by: checkDeliveryQueue, options),
        isCaught(LatestAuthorMutant.self, "author", by: checkAuthors, options),
        isCaught(AnonymousMutant.self, "stand-in", by: checkAuthors, options),
        isCaught(MuteMutant.self, "hang", by: checkAuthors, options),
        isCaught(UnendingLoopMutant.self, "hang", by: checkLoops, options),
        isCaught(UncountingLoopMutant.self, "uncounted", by: checkLoops, options),
        isCaught(OvertakingLoopMutant.self, "order", by: checkLoops, options),
        isCaught(LosingLoopMutant.self, "gap", by: checkLoops, options),
        isCaught(HoardingLoopMutant.self, "leak", by: checkLoops, options),
        isCaught(SilentPromiseMutant.self, "hang", by: checkWaits, options),
        isCaught(StubbornPromiseMutant.self, "hang", by: checkWaits, options),
        isCaught(FicklePromiseMutant.self, "promise", by: checkWaits, options),
        isCaught(OvertakingActorMutant.self, "order", by: checkActorHops, options),
        isCaught(LateActorMutant.self, "late", by: checkActorHops, options),
        isCaught(KeepingActorMutant.self, "leak", by: checkActorHops, options),
        isCaught(BrokenBoard<HalvingCell>.self, "half", by: checkCombinedVariables, options),
        isCaught(BrokenBoard<LookingCell>.self, "half", by: checkCombinedVariables, options),
        isCaught(BrokenBoard<UnevenCell>.self, "backwards", by: checkCombinedVariables, options),
        isCaught(BrokenBoard<ForgettingCell>.self, "chain", by: checkCombinedVariables, options),
        isCaught(GapCounter.self, "gap", by: checkLatest, options),
        isCaught(RepeatingCounter.self, "gap", by: checkLatest, options),
        isSound(SwiftObserverWire.self, options),
        isSound(SwiftObserverLoopWire.self, by: checkLoops, options),
        isSound(SwiftObserverPromise.self, by: checkWaits, options),
        isSound(SwiftObserverWire.self, by: checkActorHops, options),
    ]
    return testProgram() && results.allSatisfy { $0 }
}

/// Attacks a broken wire until the expected kind of violation shows.
private func isCaught<W>(
    _ type: W.Type, _ kind: String, by check: (W.Type, StressRound) throws -> Void, seconds: Double = 0,
    _ options: HarnessOptions
) -> Bool {
    var evidence: [String] = [], number = 0, hangs = 0
    while number < 200, hangs < 5, !evidence.contains(where: { $0.hasPrefix(kind) }) {
        evidence = violations(of: type, by: check, number, seconds: seconds, options)
        number += 1
        if evidence.contains(where: { $0.hasPrefix("hang") }) { hangs += 1 }
    }
    let proof = evidence.first { $0.hasPrefix(kind) }
    print("\(proof == nil ? "MISSED" : "caught") \(W.self): \(proof ?? "no violation of kind \(kind)")")
    return proof != nil
}

/// Attacks a sound wire, and what else is sound, with all checks.
private func isSound<W: HopWire & QueueWire & AuthorWire>(_ type: W.Type, _ options: HarnessOptions) -> Bool {
    var evidence: [String] = []
    for number in 0..<20 {
        evidence += violations(of: type, by: checkTotalOrder, number, options)
        evidence += violations(of: type, by: checkStartAndEnd, number, options)
        evidence += violations(of: type, by: checkLeaks, number, options)
        evidence += violations(of: type, by: checkCycles, number, options)
        evidence += violations(of: type, by: checkCaptivity, number, options)
        evidence += violations(of: type, by: checkHopOrder, number, options)
        evidence += violations(of: type, by: checkHoppedDeaths, number, options)
        evidence += violations(of: type, by: checkDeliveryQueue, number, options)
        evidence += violations(of: type, by: checkAuthors, number, options)
        evidence += violations(of: SwiftObserverBoard.self, by: checkCombinedVariables, number, options)
        evidence += violations(of: SwiftObserverCounter.self, by: checkLatest, number, options)
        evidence += violations(of: BufferCounter.self, by: checkLatest, number, options)
        evidence += violations(of: MapCounter.self, by: checkLatest, number, options)
    }
    print("\(evidence.isEmpty ? "sound " : "ACCUSED") \(W.self) \(evidence.first ?? "")")
    return evidence.isEmpty
}

/// Attacks something sound with one check.
private func isSound<W>(_ type: W.Type, by check: (W.Type, StressRound) throws -> Void, _ options: HarnessOptions)
    -> Bool
{
    let evidence = (0..<20).flatMap { violations(of: type, by: check, $0, options) }
    print("\(evidence.isEmpty ? "sound " : "ACCUSED") \(W.self) \(evidence.first ?? "")")
    return evidence.isEmpty
}

private func violations<W>(
    of type: W.Type, by check: (W.Type, StressRound) throws -> Void, _ number: Int, seconds: Double = 0,
    _ options: HarnessOptions
) -> [String] {
    let tally = Tally()
    let round = StressRound(
        tally: tally, threads: options.threads, seed: options.seed &+ UInt64(number), patience: 2,
        deadline: Date() + seconds)
    do { try check(type, round) } catch { tally.violate("hang: \(error)") }
    return tally.keptEvidence
}
