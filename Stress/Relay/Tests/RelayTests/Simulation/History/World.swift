import RelayRig

@testable import Relay

/// All that a history consists of: a server, actors that use it, and faults. One seed always leads to the same history.
///
/// **Threads:** One at a time. While an actor waits for the server, others act within its call, so their steps interleave.
///
/// `@unchecked Sendable` because of that.
final class World: @unchecked Sendable {

    var random: Seeded
    let faults: Faults
    let server = SimulatedServer(clock: 1_700_000_000_000)

    /// Whether all faults are over.
    private(set) var isCalm = false

    private var actors: [any Actor] = []

    /// What was sent through connections that were given up, and may still arrive.
    private var lateRequests: [LateRequest] = []

    /// What the server would remember after its death.
    private var memory: SimulatedServer.Snapshot

    init(seed: UInt64) {
        random = Seeded(seed)
        faults = Faults(&random)
        memory = server.snapshot()
        server.trimStep = random.oneIn(2) ? 1 : 5
    }

    /// The time that has passed, which nobody sets back.
    var elapsed = Duration.zero
    let start = ContinuousClock.now

    private var loops: [SimulatedLoop] = []

    /// The loop of a process.
    ///
    /// - Parameter isShared: Whether the process is the one of all others that share it.
    func loop(isShared: Bool) -> SimulatedLoop {
        if isShared, let loop = loops.first { return loop }
        let loop = SimulatedLoop(self)
        loops.append(loop)
        return loop
    }

    /// How often something has happened that may lead to more, apart from what changes keys.
    private var newsCount = 0

    /// Takes note of something that may lead to more.
    func noteNews() { newsCount += 1 }

    /// Lets an outbox send or receive. If it has nothing to do, it may rest.
    func step(_ outbox: Outbox) {
        if outbox.step() { noteNews() } else if isCalm || random.oneIn(3) { outbox.rest() }
    }

    func add(_ actor: any Actor) { actors.append(actor) }

    /// Whether a fault happens now that happens once in that many times.
    func befalls(_ isPossible: Bool, oneIn count: Int) -> Bool {
        !isCalm && isPossible && random.oneIn(count)
    }

    // MARK: - Let time pass

    /// How many actors act, each within a step of the one before.
    private var depth = 0

    /// Lets something happen, and an actor act.
    func step() {
        happen()
        let freeCount = actors.count { !$0.isActing }
        if freeCount == 0 { return }
        var index = random.number(0...freeCount - 1)
        for actor in actors where !actor.isActing {
            if index == 0 { return act(actor) }
            index -= 1
        }
    }

    private func act(_ actor: any Actor) {
        depth += 1
        actor.isActing = true
        actor.act()
        actor.isActing = false
        depth -= 1
    }

    /// Lets others act while an actor waits.
    func wait() { if depth < 4, random.oneIn(6) { step() } else { happen() } }

    /// Ends all faults, and lets the actors act until nothing more comes.
    func calmDown() {
        isCalm = true
        server.refusal = { nil }
        // A reader may only look for room in one round, and find out in the next one that its stream is empty.
        var quietCount = 0
        for _ in 0..<6 where quietCount < 2 {
            let news = newsCount, changes = server.keys.changeCount
            for actor in actors {
                server.clock += 5000
                elapsed += .seconds(5)
                act(actor)
                deliverLateRequest()
            }
            let isQuiet =
                news == newsCount && changes == server.keys.changeCount && loops.allSatisfy(\.isAtEnd)
            quietCount = isQuiet ? quietCount + 1 : 0
        }
    }

    /// Lets subscriptions end, and lets go of all that refers to this.
    func end() {
        for loop in loops { loop.end() }
        (actors, loops, lateRequests) = ([], [], [])
    }

    // MARK: - Faults

    private func happen() {
        let milliseconds = random.number(0...3)
        server.clock += UInt64(milliseconds)
        elapsed += .milliseconds(milliseconds)
        if isCalm { return }
        if !lateRequests.isEmpty, random.oneIn(6) { deliverLateRequest() }
        if befalls(faults.restarts, oneIn: 60) { restart() }
        if random.oneIn(20) { memory = server.snapshot() }
        if befalls(faults.refusals, oneIn: 40) {
            let refusal = [ServerRefusal.full, .replica, .loading][random.number(0...2)]
            server.refusal = { refusal }
        } else if random.oneIn(8) {
            server.refusal = { nil }
        }
        if befalls(faults.forgetsKeys, oneIn: 60) { for actor in actors { actor.forgetKey() } }
        if befalls(faults.deletesStreams, oneIn: 120) { ask("DEL", History.stream) }
        if befalls(faults.trimsValues, oneIn: 40) { ask("XTRIM", History.sharedStream, "MAXLEN", "1") }
        if befalls(faults.foreignEntries, oneIn: 40) { ask("XADD", History.stream, "*", "x", "y") }
        if befalls(faults.clockJumps, oneIn: 80) {
            server.clock -= min(server.clock, UInt64(random.number(0...100_000)))
        }
    }

    private func restart() {
        if faults.losesMemory {
            server.restore(random.oneIn(4) ? .empty : memory)
        } else {
            server.restore(server.snapshot())
        }
    }

    func ask(_ words: String...) {
        var command: [UInt8] = []
        command.append(command: words)
        _ = server.connect().receive(command)
    }

    // MARK: - Late requests

    private struct LateRequest {
        let session: SimulatedSession
        var bytes: ArraySlice<UInt8>
    }

    func addLateRequest(_ bytes: ArraySlice<UInt8>, to session: SimulatedSession) {
        lateRequests.append(LateRequest(session: session, bytes: bytes))
    }

    /// Lets a piece of a late request arrive, or its connection end.
    private func deliverLateRequest() {
        if lateRequests.isEmpty { return }
        noteNews()
        let index = random.number(0...lateRequests.count - 1)
        let count =
            random.oneIn(3) ? random.number(1...lateRequests[index].bytes.count) : lateRequests[index].bytes.count
        _ = lateRequests[index].session.receive(lateRequests[index].bytes.prefix(count))
        lateRequests[index].bytes.removeFirst(count)
        if lateRequests[index].bytes.isEmpty || random.oneIn(10) { lateRequests.remove(at: index) }
    }
}

/// What can go wrong in a history.
struct Faults {

    /// Connections are given up with requests under way, which arrive later or not.
    let stalls: Bool
    let losesAnswers: Bool
    let refusesConnections: Bool

    /// What the server tells of changes gets lost.
    let losesSignals: Bool

    /// The server dies and comes back.
    let restarts: Bool

    /// It has forgotten what it had confirmed then.
    let losesMemory: Bool

    /// It's full, loading, or a replica, for some time.
    let refusals: Bool

    let forgetsKeys: Bool
    let deletesStreams: Bool
    let foreignEntries: Bool

    /// Someone trims the stream of the value, or others write so often that it's trimmed.
    let trimsValues: Bool
    let clockJumps: Bool

    init(_ random: inout Seeded) {
        stalls = random.oneIn(2)
        losesAnswers = random.oneIn(2)
        refusesConnections = random.oneIn(2)
        losesSignals = random.oneIn(3)
        restarts = random.oneIn(2)
        losesMemory = restarts && random.oneIn(3)
        refusals = random.oneIn(3)
        forgetsKeys = random.oneIn(6)
        deletesStreams = random.oneIn(6)
        foreignEntries = random.oneIn(4)
        clockJumps = random.oneIn(6)
        trimsValues = random.oneIn(4)
    }

    /// Whether what the server has confirmed may be gone.
    var losesConfirmed: Bool { losesMemory || deletesStreams }
}

/// Something that does one step after the other.
protocol Actor: AnyObject {

    /// Whether a step has begun that waits for the server.
    var isActing: Bool { get set }

    func act()

    /// Lets the server forget the key of the publisher.
    func forgetKey()
}
