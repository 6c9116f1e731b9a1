import Foundation

/// Shows that the checks detect the defects for which they exist, and report nothing else.
func selftest(_ options: HarnessOptions) -> Bool {
    let results = [
        isCaught(UnorderedMutant.self, "order", in: stressTotalOrder, options),
        isCaught(LosingMutant.self, "hang", in: stressTotalOrder, options),
        isCaught(OverlappingMutant.self, "overlap", in: stressTotalOrder, options),
        isCaught(LateMutant.self, "late", in: stressStartAndEnd, options),
        isCaught(LeakingMutant.self, "leak", in: stressLeaks, options),
        isCaught(HoardingMutant.self, "growth", in: { try stressGrowth(of: $0, $1) }, seconds: 2, options),
        isCaught(DeadlockingMutant.self, "hang", in: stressCycles, options),
        isCaught(EarlyMutant.self, "early", in: stressStartAndEnd, options),
        isCaught(DepthFirstMutant.self, "depth-first", in: stressCycles, options),
        isCaught(CaptivatingMutant.self, "captive", in: stressCaptivity, options),
        isCaught(UnlockedHopMutant.self, "disagreement", in: stressHopOrder, options),
        isCaught(LateHopMutant.self, "late", in: stressHoppedDeaths, options),
        isCaught(LeakingHopMutant.self, "leak", in: stressHoppedDeaths, options),
        isCaught(MuteHopMutant.self, "lost", in: stressHoppedDeaths, options),
        isCaught(InPlaceMutant.self, "place", in: stressDeliveryQueue, options),
        isCaught(OwnLineMutant.self, "order", in: stressDeliveryQueue, options),
        isCaught(LatestAuthorMutant.self, "author", in: stressAuthors, options),
        isCaught(AnonymousMutant.self, "stand-in", in: stressAuthors, options),
        isCaught(MuteMutant.self, "hang", in: stressAuthors, options),
        isCaught(UnendingLoopMutant.self, "hang", in: stressLoops, options),
        isCaught(UncountingLoopMutant.self, "uncounted", in: stressLoops, options),
        isCaught(OvertakingLoopMutant.self, "order", in: stressLoops, options),
        isCaught(LosingLoopMutant.self, "gap", in: stressLoops, options),
        isCaught(HoardingLoopMutant.self, "leak", in: stressLoops, options),
        isCaught(SilentPromiseMutant.self, "hang", in: stressWaits, options),
        isCaught(StubbornPromiseMutant.self, "hang", in: stressWaits, options),
        isCaught(FicklePromiseMutant.self, "promise", in: stressWaits, options),
        isCaught(OvertakingActorMutant.self, "order", in: stressActorHops, options),
        isCaught(LateActorMutant.self, "late", in: stressActorHops, options),
        isCaught(KeepingActorMutant.self, "leak", in: stressActorHops, options),
        isCaught(VariablesMutant<HalvingMutant>.self, "half", in: stressCombinedVariables, options),
        isCaught(VariablesMutant<PiecemealReadingMutant>.self, "half", in: stressCombinedVariables, options),
        isCaught(VariablesMutant<UnevenMutant>.self, "backwards", in: stressCombinedVariables, options),
        isCaught(VariablesMutant<ForgettingMutant>.self, "chain", in: stressCombinedVariables, options),
        isCaught(PiecemealGraphMutant.self, "glitch", in: stressDerivedValues, options),
        isCaught(PiecemealGraphMutant.self, "mixed", in: stressDerivedValues, options),
        isCaught(CombiningGraphMutant.self, "glitch", in: stressDerivedValues, options),
        isCaught(LosingGraphMutant.self, "chain", in: stressDerivedValues, options),
        isCaught(RepeatingGraphMutant.self, "again", in: stressDerivedValues, options),
        isCaught(MergingGraphMutant.self, "number", in: stressDerivedValues, options),
        isCaught(OvertakingGraphMutant.self, "cause", in: stressDerivedValues, options),
        isCaught(StaleGraphMutant.self, "backwards", in: stressDerivedValues, options),
        isCaught(StaleGraphMutant.self, "stale", in: stressDerivedValues, options),
        isCaught(StaleStartGraphMutant.self, "old", in: stressDerivedValues, options),
        isCaught(BusyGraphMutant.self, "calls", in: stressDerivedValues, options),
        isCaught(HastyGraphMutant.self, "end", in: stressDerivedValues, options),
        isCaught(KeepingGraphMutant.self, "hang", in: stressDerivedValues, options),
        isCaught(GapCounterMutant.self, "gap", in: stressLatest, options),
        isCaught(RepeatingCounterMutant.self, "gap", in: stressLatest, options),
        isCaught(RoomyMutant.self, "bound", in: stressBounded, options),
        isCaught(TightMutant.self, "bound", in: stressBounded, options),
        isCaught(MiscountingMutant.self, "uncounted", in: stressBounded, options),
        isCaught(LateLossMutant.self, "gap", in: stressBounded, options),
        isCaught(HoardingBoundMutant.self, "growth", in: stressStuckQueue, options),
        isCaught(DroppingMergeMutant.self, "chain", in: stressMerged, options),
        isCaught(LazyMergeMutant.self, "bound", in: stressMerged, options),
        isCaught(AcceptingMutant.self, "late", in: stressShutdown, options),
        isCaught(LosingCloseMutant.self, "uncounted", in: stressShutdown, options),
        isCaught(HastyCloseMutant.self, "late", in: stressShutdown, options),
        isCaught(HastyEndMutant.self, "running", in: stressShutdown, options),
        isSound(SwiftObserverMessenger.self, options),
        isSound(SwiftObserverGraph.self, in: stressDerivedValues, options),
        isSound(SwiftObserverBoundedMessenger.self, in: stressBounded, options),
        isSound(SwiftObserverBoundedMessenger.self, in: stressStuckQueue, options),
        isSound(SwiftObserverMergingCounter.self, in: stressMerged, options),
        isSound(SwiftObserverLoopMessenger.self, in: stressLoops, options),
        isSound(SwiftObserverPromise.self, in: stressWaits, options),
        isSound(SwiftObserverMessenger.self, in: stressActorHops, options),
        isSound(SwiftObserverClosing.self, in: stressShutdown, options),
    ]
    return testProgram() && results.allSatisfy { $0 }
}

/// Attacks a broken messenger until the expected kind of violation shows.
private func isCaught<Subject>(
    _ type: Subject.Type, _ kind: String, in scenario: (Subject.Type, StressRound) throws -> Void, seconds: Double = 0,
    _ options: HarnessOptions
) -> Bool {
    var evidence: [String] = [], number = 0, hangs = 0
    while number < 200, hangs < 5, !evidence.contains(where: { $0.hasPrefix(kind) }) {
        evidence = violations(of: type, in: scenario, number, seconds: seconds, options)
        number += 1
        if evidence.contains(where: { $0.hasPrefix("hang") }) { hangs += 1 }
    }
    let proof = evidence.first { $0.hasPrefix(kind) }
    print("\(proof == nil ? "MISSED" : "caught") \(Subject.self): \(proof ?? "no violation of kind \(kind)")")
    return proof != nil
}

/// Attacks a correct messenger, and other correct objects, in all scenarios.
private func isSound<Subject: HoppingSubject & QueueSubject & AuthorSubject>(
    _ type: Subject.Type, _ options: HarnessOptions
) -> Bool {
    var evidence: [String] = []
    for number in 0..<20 {
        evidence += violations(of: type, in: stressTotalOrder, number, options)
        evidence += violations(of: type, in: stressStartAndEnd, number, options)
        evidence += violations(of: type, in: stressLeaks, number, options)
        evidence += violations(of: type, in: stressCycles, number, options)
        evidence += violations(of: type, in: stressCaptivity, number, options)
        evidence += violations(of: type, in: stressHopOrder, number, options)
        evidence += violations(of: type, in: stressHoppedDeaths, number, options)
        evidence += violations(of: type, in: stressDeliveryQueue, number, options)
        evidence += violations(of: type, in: stressAuthors, number, options)
        evidence += violations(of: SwiftObserverVariables.self, in: stressCombinedVariables, number, options)
        evidence += violations(of: SwiftObserverCounter.self, in: stressLatest, number, options)
        evidence += violations(of: BufferCounter.self, in: stressLatest, number, options)
        evidence += violations(of: MapCounter.self, in: stressLatest, number, options)
    }
    print("\(evidence.isEmpty ? "sound " : "ACCUSED") \(Subject.self) \(evidence.first ?? "")")
    return evidence.isEmpty
}

/// Attacks a correct object in one scenario.
private func isSound<Subject>(
    _ type: Subject.Type, in scenario: (Subject.Type, StressRound) throws -> Void, _ options: HarnessOptions
) -> Bool {
    let evidence = (0..<20).flatMap { violations(of: type, in: scenario, $0, options) }
    print("\(evidence.isEmpty ? "sound " : "ACCUSED") \(Subject.self) \(evidence.first ?? "")")
    return evidence.isEmpty
}

private func violations<Subject>(
    of type: Subject.Type, in scenario: (Subject.Type, StressRound) throws -> Void, _ number: Int, seconds: Double = 0,
    _ options: HarnessOptions
) -> [String] {
    let tally = Tally()
    let round = StressRound(
        tally: tally, threads: options.threads, seed: options.seed &+ UInt64(number), patience: 2,
        deadline: Date() + seconds)
    do { try scenario(type, round) } catch { tally.violate("hang: \(error)") }
    return tally.keptEvidence
}
