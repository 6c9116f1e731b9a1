import CHiredis

@testable import Relay

/// An actor's network to the simulated server.
final class SimulatedNetwork: Network {

    private let world: World

    init(_ world: World) { self.world = world }

    let patience = Duration.seconds(1)
    let largestEntry = 1 << 20
    let pauses = Duration.milliseconds(1)...Duration.seconds(1)

    func connect(_ stopper: Stopper) throws(ConnectionFailure) -> any Link {
        world.wait()
        world.noteNews()
        if world.befalls(world.faults.refusesConnections, oneIn: 4) { throw .lost("connection refused") }
        return SimulatedLink(world)
    }

    func pause(for duration: Duration, _ stopper: Stopper) { world.wait() }

    func wait(for links: [any Link], atMost duration: Duration, _ stopper: Stopper) {
        world.elapsed += duration
        world.wait()
    }

    var now: ContinuousClock.Instant { world.start + world.elapsed }
}

/// A connection to the simulated server, on the client's side.
///
/// It can be lost at each step, and its data can arrive after that.
final class SimulatedLink: Link {

    private let world: World
    private let session: SimulatedSession
    private var isLost = false
    private let reader: UnsafeMutablePointer<redisReader>

    init(_ world: World) {
        self.world = world
        session = world.server.connect()
        guard let reader = redisReaderCreate() else { fatalError("There's no memory for a reader.") }
        self.reader = reader
    }

    deinit { redisReaderFree(reader) }

    func write(_ bytes: [UInt8]) throws(ConnectionFailure) {
        world.wait()
        if isLost || !session.isOpen { throw lost("the connection is broken") }
        var count = bytes.count
        if world.befalls(world.faults.stalls, oneIn: 10) {
            isLost = true
            count = world.random.oneIn(2) ? 0 : world.random.number(0...count)
            if count < bytes.count { world.addLateRequest(bytes[count...], to: session) }
        }
        feed(session.receive(bytes.prefix(count)))
    }

    private func lost(_ reason: String) -> ConnectionFailure {
        world.noteNews()
        return .lost(reason)
    }

    private func feed(_ bytes: [UInt8]) {
        if bytes.isEmpty { return }
        _ = bytes.withUnsafeBytes {
            redisReaderFeed(reader, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
        }
    }

    func reply(after pause: Duration, limit: AnswerLimit) throws(ConnectionFailure) -> Reply {
        world.wait()
        if world.befalls(world.faults.losesAnswers, oneIn: 30) { isLost = true }
        if isLost { throw lost("the server doesn't respond") }
        guard let reply = try nextReply() else {
            isLost = true
            throw lost("the server closed the connection")
        }
        return reply
    }

    private func nextReply() throws(ConnectionFailure) -> Reply? {
        var reply: UnsafeMutableRawPointer?
        guard redisReaderGetReply(reader, &reply) == REDIS_OK else { throw .unexpected }
        return reply.map { Reply($0.assumingMemoryBound(to: redisReply.self)) }
    }

    func arrivedReply() throws(ConnectionFailure) -> Reply? {
        if world.befalls(world.faults.losesAnswers, oneIn: 100) { isLost = true }
        if isLost || !session.isOpen { throw lost("the server closed the connection") }
        let pushed = session.takePushed()
        if !world.befalls(world.faults.losesSignals, oneIn: 20) { feed(pushed) }
        return try nextReply()
    }

    let descriptor: Int32 = -1
    var hasInput: Bool { true }

    func idle() throws(ConnectionFailure) {
        world.wait()
        if isLost || !session.isOpen || world.befalls(world.faults.losesAnswers, oneIn: 10) {
            throw lost("the server closed the connection")
        }
    }
}
