import RelayRig

/// Scenarios in which limits of memory cause messages to be dropped.
let limitScenarios: [Scenario] =
    [
        trimmed(
            "trimmed", "messages are trimmed before a slow subscriber reads them: gaps are reported", publisherCount: 1,
            Rules(mayLose: true)),
        trimmed(
            "trimmed-many", "the same with several publishers, whose ends may be missing", publisherCount: 3,
            Rules(mayLose: true, mayMissEnd: true)),
    ]
    + ["newest", "oldest", "upTo"].map { policy in
        Scenario(
            name: "overflow-\(policy)", claim: "too many messages wait for an unavailable server: drops are reported",
            memory: .disk,
            publisherOptions: { _, random in
                ["--burst", "100", "--pause", "1000", "--buffering", "\(policy):\(random.number(1...100))"]
            },
            disturb: { round in
                round.wait(30...100)
                round.server.kill()
                round.wait(150...300)
                try round.server.start()
                round.wait(0...150)
            }, missedPoint: { $0.publishers.contains { $0.dropped > 0 } ? nil : "nothing was dropped" })
    }

private func trimmed(_ name: String, _ claim: String, publisherCount: Int, _ rules: Rules) -> Scenario {
    Scenario(
        name: name, claim: claim, publisherCount: publisherCount,
        publisherOptions: { _, random in
            ["--burst", "100", "--pause", "2000", "--keeping", "\(random.number(1...300))"]
        },
        subscriberOptions: { index, random in
            index == 0 ? ["--delay", "\(random.number(100...500))", "--quick", "\(random.number(0...100))"] : []
        }, rules: rules, disturb: { round in round.wait(300...500) },
        missedPoint: { $0.told == 0 ? "nothing was missing" : nil })
}
