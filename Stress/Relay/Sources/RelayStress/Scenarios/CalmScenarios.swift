import RelayRig

/// Scenarios without a fault.
let calmScenarios: [Scenario] = [
    Scenario(
        name: "two", claim: "a publisher and a subscriber: all messages arrive", publisherCount: 1, subscriberCount: 1,
        disturb: { round in round.wait(200...500) }),
    Scenario(
        name: "ten", claim: "ten processes: all messages arrive everywhere, in one order", publisherCount: 5,
        subscriberCount: 5,
        publisherOptions: { _, _ in ["--burst", "10", "--pause", "3000"] },
        disturb: { round in round.wait(300...500) }),
    Scenario(
        name: "payloads", claim: "messages of 0 bytes to 10 MB arrive",
        publisherOptions: { _, random in
            let sizes = ["0,64,1000000,10000000", "0,10000000", "0,16,17,100000", "64,1000,1000000"]
            return ["--count", "12", "--burst", "3", "--sizes", sizes[random.number(0...3)]]
        }, disturb: { round in round.wait(200...400) }),
]
