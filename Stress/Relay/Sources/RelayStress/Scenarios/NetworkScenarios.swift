import RelayRig

/// Scenarios with a slow network that cuts connections.
let networkScenarios: [Scenario] = [
    Scenario(
        name: "slow-network", claim: "bytes are delayed, split and cut: all messages arrive", hasSlowNetwork: true,
        publisherOptions: {
            moderate($0, &$1) + ["--sizes", ["64", "16,100,5000", "0,64", "64,200000"][$1.number(0...3)]]
        },
        disturb: { round in round.wait(400...900) }),
    Scenario(
        name: "stuck-network", claim: "bytes are held, and arrive after senders gave up: all messages arrive once",
        hasSlowNetwork: true, publisherOptions: { moderate($0, &$1) + ["--patience", "\($1.number(50...200))"] },
        subscriberOptions: { ["--patience", "\($1.number(50...200))"] },
        disturb: { round in
            for _ in 0..<3 {
                round.wait(30...150)
                round.network?.hold()
                round.wait(50...300)
                round.network?.release()
            }
            round.wait(50...150)
        }),
]
