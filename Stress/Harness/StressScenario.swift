/// A way to attack the guarantees: threads that use the library, and rules for what they see.
struct StressScenario: Sendable {
    let name: String
    let claim: String
    let round: @Sendable (StressRound) throws -> Void

    static let all = [
        StressScenario(name: "total-order", claim: "all observers see one and the same sequence") {
            try stressTotalOrder(of: SwiftObserverMessenger.self, $0)
        },
        StressScenario(name: "start-and-end", claim: "an observation gets exactly what is between its start and end") {
            try stressStartAndEnd(of: SwiftObserverMessenger.self, $0)
        },
        StressScenario(
            name: "deaths", claim: "both sides may die under fire, and last words arrive", round: stressDeaths),
        StressScenario(name: "variables", claim: "updates form a chain, and no change is lost", round: stressVariables),
        StressScenario(name: "combined-variables", claim: "no one sees half a change, and all updates form chains") {
            try stressCombinedVariables(of: SwiftObserverVariables.self, $0)
            try stressDyingCombinations($0)
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
        StressScenario(name: "hopped-deaths", claim: "whatever ends or dies while messages wait in a queue, it's right")
        {
            try stressHoppedDeaths(of: SwiftObserverMessenger.self, $0)
        },
        StressScenario(name: "captivity", claim: "no send delivers without end for other threads") {
            try stressCaptivity(of: SwiftObserverMessenger.self, $0)
        },
        StressScenario(name: "delivery-queue", claim: "observables on one queue have one common order there") {
            try stressDeliveryQueue(of: SwiftObserverMessenger.self, $0)
        },
        StressScenario(name: "authors", claim: "a handler gets the true author or the messenger, and last words arrive")
        {
            try stressAuthors(of: SwiftObserverMessenger.self, $0)
        },
        StressScenario(name: "promises", claim: "one fulfillment wins, everyone gets it once", round: stressPromises),
        StressScenario(name: "combined", claim: "combined handlers get each message once", round: stressCombined),
        StressScenario(name: "origins", claim: "a replaced origin is silent", round: stressOrigins),
        StressScenario(name: "cycles", claim: "observables that send to each other don't hang, breadth first") {
            try stressCycles(of: SwiftObserverMessenger.self, $0)
        },
        StressScenario(name: "loops", claim: "asynchronous loops get their share, without gaps, and end") {
            try stressLoops(of: SwiftObserverLoopMessenger.self, $0)
        },
        StressScenario(name: "bounded", claim: "no more messages wait than allowed, and each loss is told in place") {
            try stressBounded(of: SwiftObserverBoundedMessenger.self, $0)
        },
        StressScenario(name: "merged", claim: "updates that become one while they wait form a chain") {
            try stressMerged(of: SwiftObserverMergingCounter.self, $0)
        },
        StressScenario(name: "stuck-queue", claim: "very many messages to a queue that is stuck take no memory") {
            try stressStuckQueue(of: SwiftObserverBoundedMessenger.self, $0)
        },
        StressScenario(name: "waits", claim: "tasks that wait for promises all get an answer, and the right one") {
            try stressWaits(of: SwiftObserverPromise.self, $0)
        },
        StressScenario(name: "actors", claim: "actors get messages in order, and may die") {
            try stressActorHops(of: SwiftObserverMessenger.self, $0)
        },
        StressScenario(name: "shutdown", claim: "what is closed under fire has handled or refused each message") {
            try stressShutdown(of: SwiftObserverClosing.self, $0)
        },
        StressScenario(name: "watched", claim: "what one sees of others under fire is true") {
            try stressWatched($0) { $0.inspect() }
        },
        StressScenario(name: "leaks", claim: "nothing stays behind, and memory stays flat", round: stressMemory),
    ]

    /// The scenario with that name, which may also be a deliberately broken one.
    static func named(_ name: String) -> StressScenario? { (all + broken).first { $0.name == name } }
}
