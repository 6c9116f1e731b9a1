/// A way to attack the guarantees: threads that use the library, and rules for what they see.
struct StressScenario: Sendable {
    let name: String
    let claim: String
    let round: @Sendable (StressRound) throws -> Void

    static let all = [
        StressScenario(name: "total-order", claim: "all observers see the same sequence") {
            try stressTotalOrder(of: SwiftObserverMessenger.self, $0)
        },
        StressScenario(name: "start-and-end", claim: "an observation gets exactly the messages from start to end") {
            try stressStartAndEnd(of: SwiftObserverMessenger.self, $0)
        },
        StressScenario(
            name: "deaths", claim: "both sides may die under fire, and last words arrive", round: stressDeaths),
        StressScenario(name: "variables", claim: "updates form a chain, and no change is lost", round: stressVariables),
        StressScenario(name: "combined-variables", claim: "no thread sees half a change, and all updates form chains") {
            try stressCombinedVariables(of: SwiftObserverVariables.self, $0)
            try stressDyingCombinations($0)
        },
        StressScenario(name: "derived-values", claim: "values of different ages never mix, in graphs of 1,000") {
            try stressDerivedValues(of: SwiftObserverGraph.self, $0)
        },
        StressScenario(name: "latest", claim: "there's no gap between a value and its updates") {
            try stressLatest(of: SwiftObserverCounter.self, $0)
            try stressLatest(of: BufferCounter.self, $0)
            try stressLatest(of: MapCounter.self, $0)
        },
        StressScenario(name: "hops", claim: "queues keep the order, and syncing flushes") {
            try stressHops($0)
            try stressHopOrder(of: SwiftObserverMessenger.self, $0)
        },
        StressScenario(name: "hopped-deaths", claim: "ends and deaths work correctly while messages wait in a queue") {
            try stressHoppedDeaths(of: SwiftObserverMessenger.self, $0)
        },
        StressScenario(name: "captivity", claim: "a send delivers a limited number of other threads' messages") {
            try stressCaptivity(of: SwiftObserverMessenger.self, $0)
        },
        StressScenario(name: "delivery-queue", claim: "observables on one queue have one common order there") {
            try stressDeliveryQueue(of: SwiftObserverMessenger.self, $0)
        },
        StressScenario(name: "authors", claim: "a handler gets the true author or the messenger, and last words arrive")
        {
            try stressAuthors(of: SwiftObserverMessenger.self, $0)
        },
        StressScenario(
            name: "promises", claim: "one fulfillment wins, and each observer gets it once", round: stressPromises),
        StressScenario(name: "combined", claim: "combined handlers get each message once", round: stressCombined),
        StressScenario(name: "origins", claim: "a replaced origin is silent", round: stressOrigins),
        StressScenario(name: "cycles", claim: "cycles of observables don't deadlock, and deliver breadth-first") {
            try stressCycles(of: SwiftObserverMessenger.self, $0)
        },
        StressScenario(name: "loops", claim: "asynchronous loops get their messages without gaps, and end") {
            try stressLoops(of: SwiftObserverLoopMessenger.self, $0)
        },
        StressScenario(name: "bounded", claim: "limits hold, and each loss is reported where it happened") {
            try stressBounded(of: SwiftObserverBoundedMessenger.self, $0)
        },
        StressScenario(name: "merged", claim: "updates that are merged while they wait form a chain") {
            try stressMerged(of: SwiftObserverMergingCounter.self, $0)
        },
        StressScenario(name: "stuck-queue", claim: "memory doesn't grow while messages are sent to a stuck queue") {
            try stressStuckQueue(of: SwiftObserverBoundedMessenger.self, $0)
        },
        StressScenario(name: "waits", claim: "all tasks that wait for promises get the right result") {
            try stressWaits(of: SwiftObserverPromise.self, $0)
        },
        StressScenario(name: "actors", claim: "actors get messages in order, and may die") {
            try stressActorHops(of: SwiftObserverMessenger.self, $0)
        },
        StressScenario(name: "shutdown", claim: "observables closed under fire have handled or refused each message") {
            try stressShutdown(of: SwiftObserverClosing.self, $0)
        },
        StressScenario(name: "watched", claim: "inspection under fire is accurate") {
            try stressWatched($0) { $0.inspect() }
        },
        StressScenario(name: "leaks", claim: "nothing leaks, and memory stays flat", round: stressMemory),
    ]

    /// The scenario with that name, which may also be a deliberately broken one.
    static func named(_ name: String) -> StressScenario? { (all + broken).first { $0.name == name } }
}
