import RelayRig

/// Scenarios in which the server dies, hangs, or is full.
let serverScenarios: [Scenario] = [
    Scenario(
        name: "server-killed-with-memory",
        claim: "kill -9 of a server that stores everything on disk: all messages arrive",
        memory: .disk,
        publisherOptions: moderate,
        disturb: { round in
            for _ in 0..<round.random.number(1...3) { try killServer(of: round) }
            round.wait(50...150)
        }, missedPoint: wasNotDisconnected),
    Scenario(
        name: "server-killed-without-memory",
        claim: "kill -9 of a server that stores nothing on disk: losses are reported",
        publisherOptions: moderate, subscriberOptions: { ["--delay", "\($0 * $1.number(0...150))"] },
        rules: Rules(mayLose: true, hasOneOrder: false), prepare: sometimesPutClockBack,
        disturb: { round in
            for _ in 0..<round.random.number(1...3) { try killServer(of: round) }
            round.wait(0...150)
        }, missedPoint: wasNotDisconnected),
    Scenario(
        name: "quiet-publishers", claim: "the same with quiet publishers: losses are reported before they close",
        publisherOptions: { _, _ in ["--count", "\(quietCount)"] },
        subscriberOptions: { index, random in ["--delay", "\(index * random.number(100...1000))"] },
        rules: Rules(mayLose: true, hasOneOrder: false), prepare: sometimesPutClockBack,
        disturb: { round in
            try round.waitForLastMessages(quietCount)
            try killServer(of: round)
            try round.waitForLastMessages(quietCount)
            try round.endStream()
        }),
    Scenario(
        name: "server-paused", claim: "a server pauses for shorter and longer than clients wait: all messages arrive",
        publisherOptions: { moderate($0, &$1) + ["--patience", "\($1.number(100...300))"] },
        subscriberOptions: { ["--patience", "\($1.number(100...300))"] },
        disturb: { round in
            for _ in 0..<2 {
                round.wait(20...150)
                round.server.pause()
                round.wait(20...500)
                round.server.resume()
            }
            round.wait(50...150)
        }),
    Scenario(
        name: "full-server", claim: "a full server: all messages arrive once there's room again",
        publisherOptions: moderate,
        disturb: { round in
            for _ in 0..<round.random.number(1...2) {
                round.wait(50...150)
                try round.server.command("CONFIG", "SET", "maxmemory", "100kb")
                round.wait(50...250)
                try round.server.command("CONFIG", "SET", "maxmemory", "0")
            }
            round.wait(20...100)
        }, missedPoint: { $0.publishers.contains { $0["delayed"] > 0 } ? nil : "no publisher was delayed" }),
]

/// Options for about 5,000 messages per second.
let moderate: @Sendable (Int, inout Seeded) -> [String] = { _, random in
    ["--burst", "\(random.number(1...20))", "--pause", "\(random.number(500...3000))"]
}

let wasNotDisconnected: @Sendable (Outcome) -> String? = { outcome in
    outcome.disconnections == 0 ? "no client was disconnected" : nil
}

/// Kills the server while messages flow, and starts it again.
func killServer(of round: Round) throws {
    round.wait(30...200)
    round.server.kill()
    round.wait(0...200)
    try round.server.start()
}

/// The number of messages that each publisher sends before it's quiet.
private let quietCount = 300

/// Sometimes adds an id far in the future. When the server forgets it, its clock seems to go back.
private let sometimesPutClockBack: @Sendable (Round) throws -> Void = { round in
    if round.random.oneIn(2) { try round.server.command("XADD", "kill", "99999999999999-0", "before", "1") }
}

extension Round {

    /// Waits until the stream has each publisher's last message, or its report about it.
    fileprivate func waitForLastMessages(_ count: Int) throws {
        for _ in 0..<200 {
            let entries = try server.command("XRANGE", "kill", "-", "+")
            if publishers.allSatisfy({ entries.contains("1 \($0.name) \(count) ") }) { return }
            wait(50...50)
        }
        throw RigError("publishers didn't add their last messages to the stream in time")
    }
}
