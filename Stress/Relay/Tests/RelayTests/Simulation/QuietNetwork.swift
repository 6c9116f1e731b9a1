import CHiredis

@testable import Relay

/// A network to a simulated server, without faults of its own.
///
/// Time passes only while a loop waits.
///
/// `@unchecked Sendable` because everything runs on one thread.
final class QuietNetwork: Network, @unchecked Sendable {

    let server = SimulatedServer(clock: 1000)
    let patience = Duration.seconds(5)
    let pauses = Duration.milliseconds(1)...Duration.seconds(100)
    let largestEntry = 1 << 20

    private(set) var now = ContinuousClock.now

    /// The end of the time that the test has given.
    private var end = ContinuousClock.now

    /// `true` if a loop has used up its time.
    private(set) var isResting = false
    private var restCount = 0

    /// Drops the changes that the server reports.
    var losesChanges = false

    /// Lets the server block forever.
    var isSilent = false

    /// Drops the server's answers to pings.
    var losesPongs = false

    /// Runs before the server receives a command with these words.
    var beforeCommand: ([String]) -> Void = { _ in }

    /// Runs at the next wait of a loop, and wakes it.
    var atNextWait: (() -> Void)?

    /// The number of commands that the server has received.
    fileprivate(set) var commandCount = 0

    /// The number of writes to the server.
    fileprivate(set) var writeCount = 0

    /// All connections so far.
    private(set) var sessions: [SimulatedSession] = []

    func connect(_ stopper: Stopper) -> any Link {
        let session = server.connect()
        sessions.append(session)
        return QuietLink(self, session)
    }

    func pause(for duration: Duration, _ stopper: Stopper) { pass(duration) }

    func wait(for links: [any Link], atMost duration: Duration, _ stopper: Stopper) {
        if let act = atNextWait {
            atNextWait = nil
            return act()
        }
        if links.contains(where: \.hasInput) { return }
        let answers = links.compactMap { ($0 as? QuietLink)?.answerTime }
        pass(min(duration, answers.min().map { now.duration(to: $0) } ?? duration))
    }

    private func pass(_ duration: Duration) {
        let given = now.duration(to: end)
        if duration <= given { return now += duration }
        now = end
        isResting = true
        // Otherwise, a step that waits for an answer would never return.
        restCount += 1
        if restCount > 100 { now += duration }
    }

    /// Gives a loop more time.
    func give(_ duration: Duration) { (end, isResting, restCount) = (now + duration, false, 0) }
}

/// A connection to the server of a quiet network.
final class QuietLink: Link {

    private let network: QuietNetwork
    private let session: SimulatedSession
    private let reader: UnsafeMutablePointer<redisReader>

    /// Bytes that have arrived, but aren't parsed yet.
    private var input: [UInt8] = []

    /// The time at which the server stops blocking, and answers that there's no entry.
    private(set) var answerTime: ContinuousClock.Instant?

    init(_ network: QuietNetwork, _ session: SimulatedSession) {
        (self.network, self.session) = (network, session)
        guard let reader = redisReaderCreate() else { fatalError("There's no memory for a reader.") }
        self.reader = reader
    }

    deinit { redisReaderFree(reader) }

    func write(_ bytes: [UInt8]) throws(ConnectionFailure) {
        if !session.isOpen { throw .lost("the connection is broken") }
        network.writeCount += 1
        var commands: [[String]] = []
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\r\n") {
            if line.hasPrefix("*") {
                commands.append([])
            } else if !line.hasPrefix("$") {
                commands[commands.count - 1].append(String(line))
            }
        }
        for words in commands { receive(words) }
    }

    private func receive(_ words: [String]) {
        network.commandCount += 1
        network.beforeCommand(words)
        takePushed()
        let isPing = session.isSubscribed && words.first == "SUBSCRIBE"
        let answer = session.receive(Wire.fields(words))
        if isPing, network.losesPongs { return }
        if words.contains("BLOCK"), answer == Wire.noList {
            answerTime = network.now + .seconds(network.isSilent ? 1000 : 2)
        }
        input += answer
    }

    private func takePushed() {
        let pushed = session.takePushed()
        if !network.losesChanges { input += pushed }
    }

    func reply(after pause: Duration, limit: AnswerLimit) throws(ConnectionFailure) -> Reply {
        answerTime = nil
        guard let reply = try arrivedReply() else { throw .lost("the server doesn't respond") }
        return reply
    }

    func arrivedReply() throws(ConnectionFailure) -> Reply? {
        if !session.isOpen { throw .lost("the server closed the connection") }
        takePushed()
        if answerTime != nil { return nil }
        _ = input.withUnsafeBytes {
            redisReaderFeed(reader, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
        }
        input = []
        var reply: UnsafeMutableRawPointer?
        guard redisReaderGetReply(reader, &reply) == REDIS_OK else { throw .unexpected }
        return reply.map { Reply($0.assumingMemoryBound(to: redisReply.self)) }
    }

    let descriptor: Int32 = -1

    var hasInput: Bool {
        takePushed()
        if let answerTime { return answerTime <= network.now || !session.isOpen }
        return !input.isEmpty || !session.isOpen
    }

    func idle() {}
}
