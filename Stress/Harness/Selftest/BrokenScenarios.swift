extension StressScenario {

    /// Attacks on broken wires, to see how the program reports what it finds. They're not listed.
    static let broken = [
        StressScenario(name: "broken-order", claim: "is violated") {
            try checkTotalOrder(of: UnorderedMutant.self, $0)
        },
        StressScenario(name: "broken-threads", claim: "hangs in its threads") {
            try checkCycles(of: DeadlockingMutant.self, $0)
        },
        StressScenario(name: "broken-main", claim: "hangs in the thread that waits for all others") { _ in
            let wire = DeadlockingMutant()
            let line = wire.observe { [weak wire] in wire?.send($0) }
            wire.send(Stamp(sender: 0, number: 0))
            line.stop()
        },
    ]
}
