/// One way to attack the guarantees.
struct Scenario: Sendable {
    let name: String
    let claim: String
    let round: @Sendable (Round) throws -> Void

    static let all = [
        Scenario(name: "total-order", claim: "all observers see one and the same sequence") {
            try checkTotalOrder(of: SwiftObserverWire.self, $0)
        },
        Scenario(name: "start-and-end", claim: "an observation gets exactly what is between its start and end") {
            try checkStartAndEnd(of: SwiftObserverWire.self, $0)
        },
        Scenario(name: "deaths", claim: "both sides may die under fire, and last words arrive", round: checkDeaths),
        Scenario(name: "variables", claim: "updates form a chain, and no change is lost", round: checkVariables),
        Scenario(name: "hops", claim: "queues keep the order, and syncing flushes", round: checkHops),
        Scenario(name: "promises", claim: "one fulfillment wins, everyone gets it once", round: checkPromises),
        Scenario(name: "combined", claim: "combined handlers get each message once", round: checkCombined),
        Scenario(name: "origins", claim: "a replaced origin is silent", round: checkOrigins),
        Scenario(name: "cycles", claim: "observables that send to each other don't hang") {
            try checkCycles(of: SwiftObserverWire.self, $0)
        },
        Scenario(name: "leaks", claim: "nothing stays behind, and memory stays flat", round: checkMemory),
    ]
}
