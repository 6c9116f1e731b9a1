import RelayRig

/// What is done to a server and to those who use it, and what must hold nevertheless.
struct Scenario {

    let name: String

    /// What must hold, in a few words.
    let claim: String

    var publisherCount = 2
    var subscriberCount = 2
    var memory = RedisServer.Memory.none
    var hasSlowNetwork = false

    /// Further options of the nodes, see `PublishingNode` and `SubscribingNode`.
    var publisherOptions: @Sendable (_ index: Int, _ random: inout Seeded) -> [String] = { _, _ in [] }
    var subscriberOptions: @Sendable (_ index: Int, _ random: inout Seeded) -> [String] = { _, _ in [] }

    var rules = Rules()

    /// What is done before anyone connects.
    var prepare: @Sendable (Round) throws -> Void = { _ in }

    /// What is done while messages flow.
    let disturb: @Sendable (Round) throws -> Void

    /// Says what has not happened, though it's the point of the scenario.
    var missedPoint: @Sendable (Outcome) -> String? = { _ in nil }

    static let all: [Scenario] =
        calmScenarios + serverScenarios + networkScenarios + processScenarios + limitScenarios + [storm]
}

/// What may happen to messages.
struct Rules {

    /// Whether messages may be missing that the publisher hasn't dropped. They must be told as gaps.
    var mayLose = false

    /// Whether the end of what a publisher has sent may be missing, with nobody to tell of it: its last entries were dropped by
    /// the server for those of others before they were read.
    var mayMissEnd = false

    /// Whether publishers may give up before all is confirmed. Of so many messages as they say then, any may have arrived.
    var mayGiveUp = false

    /// Whether all subscribers get everything in one order.
    var hasOneOrder = true
}
