import RelayRig

/// Scenarios in which publishers and subscribers die.
let processScenarios: [Scenario] = [
    Scenario(
        name: "publishers-killed", claim: "kill -9 of publishers: only their last messages may be missing",
        publisherCount: 3,
        publisherOptions: moderate,
        disturb: { round in
            for _ in 0..<round.random.number(1...3) {
                round.wait(30...200)
                let alive = round.publishers.filter { !$0.wasKilled }
                alive[round.random.number(0...alive.count - 1)].kill()
                try round.addPublisher().process.say("go")
            }
            round.wait(50...150)
        }),
    Scenario(
        name: "publishers-closed",
        claim: "relays closed while the server is unavailable: they report messages that may be missing",
        memory: .disk,
        publisherOptions: { index, random in
            let burst = random.oneIn(2) ? 500 : 20
            return ["--burst", "\(burst)", "--pause", "1000", "--close", "\(random.number(0...300))"]
        },
        rules: Rules(mayGiveUp: true),
        disturb: { round in
            round.wait(30...200)
            if round.random.oneIn(2) { round.server.kill() } else { round.server.pause() }
            round.wait(0...100)
            try round.stopSending()
            for publisher in round.publishers { publisher.close() }
            for publisher in round.publishers { try publisher.readReport() }
            round.server.kill()
            try round.server.start()
        }, missedPoint: { $0.publishers.contains { $0["unconfirmed"] > 0 } ? nil : "all messages were confirmed" }),
    Scenario(
        name: "subscribers-killed",
        claim: "kill -9 of subscribers: each resumes where it was, without misses or duplicates",
        publisherOptions: moderate, subscriberOptions: { ["--late", "\($1.number(0...20))"] },
        disturb: { round in
            for _ in 0..<round.random.number(1...4) {
                round.wait(10...150)
                let subscriber = round.subscribers[round.random.number(0...1)]
                try subscriber.dieAndRise()
                if round.random.oneIn(2) { try subscriber.waitUntilReady() }
            }
            round.wait(50...150)
        }),
]
