extension StressScenario {

    /// Attacks on broken messengers, to see how the program reports violations. They aren't listed.
    static let broken = [
        StressScenario(name: "broken-order", claim: "is violated") {
            try stressTotalOrder(of: UnorderedMutant.self, $0)
        },
        StressScenario(name: "broken-threads", claim: "hangs in its threads") {
            try stressCycles(of: DeadlockingMutant.self, $0)
        },
        StressScenario(name: "broken-main", claim: "hangs in the thread that waits for all others") { _ in
            let messenger = DeadlockingMutant()
            let observation = messenger.observe { [weak messenger] in messenger?.send($0) }
            messenger.send(Stamp(sender: 0, number: 0))
            observation.stop()
        },
    ]
}
