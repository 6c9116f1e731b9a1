import Foundation
import RelayRig

/// One run of a scenario: a server, a network, publishers and subscribers.
///
/// All of them are gone when it's over.
final class Round {

    let scenario: Scenario
    let seed: UInt64
    var random: Seeded
    let server: RedisServer
    private(set) var network: SlowNetwork?
    private(set) var publishers: [PublishingProcess] = []
    private(set) var subscribers: [SubscribingProcess] = []
    private let folder: URL
    private let plant: Plant

    /// The duration of each part of the round.
    private(set) var parts: [(name: String, seconds: Double)] = []
    private var partStart = Date()
    private var hasEnded = false

    /// Planted mistakes for a self-test: further options of the first nodes.
    struct Plant {
        var publisher: [String] = []
        var subscriber: [String] = []
    }

    init(_ scenario: Scenario, seed: UInt64, plant: Plant = Plant()) throws {
        self.scenario = scenario
        self.seed = seed
        self.plant = plant
        random = Seeded(seed)
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("relay-round-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        server = try RedisServer(memory: scenario.memory, launcher: ["setpriv", "--pdeathsig", "KILL"])
        if scenario.hasSlowNetwork { network = try SlowNetwork(to: server.port, seed: random.next()) }
    }

    deinit {
        network?.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Lets messages flow, disturbs them, and waits for the end.
    func run() throws -> Outcome {
        try scenario.prepare(self)
        for index in 0..<scenario.subscriberCount { try addSubscriber(index) }
        for subscriber in subscribers { try subscriber.waitUntilReady() }
        for _ in 0..<scenario.publisherCount { try addPublisher() }
        for publisher in publishers { publisher.process.say("go") }
        endPart("start")
        try scenario.disturb(self)
        network?.calmDown()
        endPart("disturbance")
        return try finish()
    }

    private func endPart(_ name: String) {
        let now = Date()
        parts.append((name, now.timeIntervalSince(partStart)))
        partStart = now
    }

    private var port: Int { network?.port ?? server.port }

    private func addSubscriber(_ index: Int) throws {
        let path = folder.appendingPathComponent("subscriber-\(index)").path
        // Every second one reads other streams, too.
        let companions = ["--companions", "\(index % 2 * 3)"]
        let options = scenario.subscriberOptions(index, &random) + companions
        subscribers.append(
            try SubscribingProcess(
                index, records: path, ["--port", "\(port)"] + options + (index == 0 ? plant.subscriber : [])))
    }

    /// Adds a publisher, which waits for "go".
    @discardableResult
    func addPublisher() throws -> PublishingProcess {
        let index = publishers.count
        let options = scenario.publisherOptions(index, &random)
        let publisher = try PublishingProcess(
            tag: UInt32(index + 1),
            ["--port", "\(port)", "--seed", "\(random.next())"] + options + (index == 0 ? plant.publisher : []))
        publishers.append(publisher)
        return publisher
    }

    /// Waits for a random time in the range.
    func wait(_ milliseconds: ClosedRange<Int>) { usleep(UInt32(1000 * random.number(milliseconds))) }

    /// Stops the publishers from sending.
    func stopSending() throws { for publisher in publishers where !publisher.wasKilled { try publisher.stopSending() } }

    private func finish() throws -> Outcome {
        let alive = publishers.filter { !$0.wasKilled }
        try stopSending()
        for publisher in alive { publisher.close() }
        for publisher in alive { try publisher.readReport() }
        endPart("publishers")
        if !hasEnded { try endStream() }
        let areDone = subscribers.map { $0.isDone(within: 20) }
        endPart("subscribers")
        return Outcome(
            publishers: publishers.map { .init(tag: $0.tag, number: $0.publisher, report: $0.report) },
            subscribers: try zip(subscribers, areDone).map { subscriber, isDone in
                .init(index: subscriber.index, records: try subscriber.records(), isDone: isDone)
            }, cuts: network?.cuts ?? 0)
    }

    /// Adds an entry that marks the end of the stream for subscribers.
    func endStream() throws {
        hasEnded = true
        for _ in 0..<100 {
            let answer = try server.command("XADD", "kill", "*", "end", "1")
            if answer.contains("-"), answer.first?.isNumber == true { return }
            usleep(50_000)
        }
        throw RigError("the end of the stream could not be added")
    }
}
