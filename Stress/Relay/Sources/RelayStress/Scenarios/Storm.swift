import RelayRig

/// All faults at once, except for faults that lose messages.
let storm = Scenario(
    name: "storm", claim: "kills, pauses, cuts and a full server at once: all messages arrive", publisherCount: 3,
    subscriberCount: 3, memory: .disk, hasSlowNetwork: true,
    publisherOptions: { moderate($0, &$1) + ["--patience", "\($1.number(100...1000))"] },
    subscriberOptions: { ["--patience", "\($1.number(100...1000))"] },
    disturb: { round in
        for _ in 0..<round.random.number(3...6) {
            switch round.random.number(1...5) {
            case 1: try killServer(of: round)
            case 2:
                round.server.pause()
                round.wait(20...400)
                round.server.resume()
            case 3:
                round.network?.hold()
                round.wait(20...400)
                round.network?.release()
            case 4:
                try round.server.command("CONFIG", "SET", "maxmemory", "100kb")
                round.wait(20...200)
                try round.server.command("CONFIG", "SET", "maxmemory", "0")
            default:
                if let publisher = round.publishers.last, !publisher.wasKilled, round.publishers.count < 6 {
                    publisher.kill()
                    try round.addPublisher().process.say("go")
                }
            }
            round.wait(20...100)
        }
    })
