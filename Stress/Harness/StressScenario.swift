/// One way to attack the guarantees.
struct StressScenario: Sendable {
    let name: String
    let claim: String
    let round: @Sendable (StressRound) throws -> Void

    static let all = [
        StressScenario(name: "total-order", claim: "all observers see one and the same sequence") {
            try checkTotalOrder(of: SwiftObserverWire.self, $0)
        },
        StressScenario(name: "start-and-end", claim: "an observation gets exactly what is between its start and end") {
            try checkStartAndEnd(of: SwiftObserverWire.self, $0)
        },
        StressScenario(
            name: "deaths", claim: "both sides may die under fire, and last words arrive", round: checkDeaths),
        StressScenario(name: "variables", claim: "updates form a chain, and no change is lost", round: checkVariables),
        StressScenario(name: "combined-variables", claim: "no one sees half a change, and all updates form chains") {
            try checkCombinedVariables(of: SwiftObserverBoard.self, $0)
            try checkDyingCombinations($0)
        },
        StressScenario(name: "latest", claim: "there's no gap between a value and its updates") {
            try checkLatest(of: SwiftObserverCounter.self, $0)
            try checkLatest(of: BufferCounter.self, $0)
            try checkLatest(of: MapCounter.self, $0)
        },
        StressScenario(name: "hops", claim: "queues keep the order, and syncing flushes") {
            try checkHops($0)
            try checkHopOrder(of: SwiftObserverWire.self, $0)
        },
        StressScenario(name: "hopped-deaths", claim: "whatever ends or dies while messages wait in a queue, it's right")
        {
            try checkHoppedDeaths(of: SwiftObserverWire.self, $0)
        },
        StressScenario(name: "captivity", claim: "no send delivers without end for other threads") {
            try checkCaptivity(of: SwiftObserverWire.self, $0)
        },
        StressScenario(name: "delivery-queue", claim: "observables on one queue have one common order there") {
            try checkDeliveryQueue(of: SwiftObserverWire.self, $0)
        },
        StressScenario(name: "authors", claim: "a handler gets the true author or the messenger, and last words arrive")
        {
            try checkAuthors(of: SwiftObserverWire.self, $0)
        },
        StressScenario(name: "promises", claim: "one fulfillment wins, everyone gets it once", round: checkPromises),
        StressScenario(name: "combined", claim: "combined handlers get each message once", round: checkCombined),
        StressScenario(name: "origins", claim: "a replaced origin is silent", round: checkOrigins),
        StressScenario(name: "cycles", claim: "observables that send to each other don't hang, breadth first") {
            try checkCycles(of: SwiftObserverWire.self, $0)
        },
        StressScenario(name: "loops", claim: "asynchronous loops get their share, without gaps, and end") {
            try checkLoops(of: SwiftObserverLoopWire.self, $0)
        },
        StressScenario(name: "waits", claim: "tasks that wait for promises all get an answer, and the right one") {
            try checkWaits(of: SwiftObserverPromise.self, $0)
        },
        StressScenario(name: "actors", claim: "actors get messages in order, and may die") {
            try checkActorHops(of: SwiftObserverWire.self, $0)
        },
        StressScenario(name: "leaks", claim: "nothing stays behind, and memory stays flat", round: checkMemory),
    ]

    /// The scenario of that name, which may also be one that is broken on purpose.
    static func named(_ name: String) -> StressScenario? { (all + broken).first { $0.name == name } }
}
