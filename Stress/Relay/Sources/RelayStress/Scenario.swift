import RelayRig

/// A disturbance of a server and its users, and the claims that must hold nevertheless.
struct Scenario {

    let name: String

    /// The claim, in a few words.
    let claim: String

    var publisherCount = 2
    var subscriberCount = 2
    var memory = RedisServer.Memory.none
    var hasSlowNetwork = false

    /// Further options of the nodes, see `PublishingNode` and `SubscribingNode`.
    var publisherOptions: @Sendable (_ index: Int, _ random: inout Seeded) -> [String] = { _, _ in [] }
    var subscriberOptions: @Sendable (_ index: Int, _ random: inout Seeded) -> [String] = { _, _ in [] }

    var rules = Rules()

    /// The action before any node connects.
    var prepare: @Sendable (Round) throws -> Void = { _ in }

    /// The action while messages flow.
    let disturb: @Sendable (Round) throws -> Void

    /// Names the intended effect of the scenario if it didn't happen.
    var missedPoint: @Sendable (Outcome) -> String? = { _ in nil }

    static let all: [Scenario] =
        calmScenarios + serverScenarios + networkScenarios + processScenarios + limitScenarios + [storm]
}

/// The allowed fates of messages.
struct Rules {

    /// `true` if messages may be missing that the publisher hasn't dropped. Gaps must report them.
    var mayLose = false

    /// `true` if the end of a publisher's messages may be missing without a report.
    ///
    /// The server dropped its last entries to make room for other publishers, before they were
    /// read.
    var mayMissEnd = false

    /// `true` if publishers may give up before all messages are confirmed.
    ///
    /// Any of the messages that they report as unconfirmed may have arrived.
    var mayGiveUp = false

    /// `true` if all subscribers get all messages in one order.
    var hasOneOrder = true
}
