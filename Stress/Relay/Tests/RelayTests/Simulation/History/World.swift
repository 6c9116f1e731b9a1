import RelayRig

@testable import Relay

/// The parts of a history: a server, actors that use it, and faults.
///
/// The same seed always leads to the same history.
///
/// **Threads:** One at a time. While an actor waits for the server, others act within its call, so
/// their steps interleave. `@unchecked Sendable` because of that.
final class World: @unchecked Sendable {

    var random: Seeded
    let faults: Faults
    let server = SimulatedServer(clock: 1_700_000_000_000)

    /// `true` if all faults are over.
    private(set) var isCalm = false

    private var actors: [any Actor] = []

    /// The requests on abandoned connections that may still arrive.
    private var lateRequests: [LateRequest] = []

    /// The data that the server would have after its death.
    private var memory: SimulatedServer.Snapshot

    init(seed: UInt64) {
        random = Seeded(seed)
        faults = Faults(&random)
        memory = server.snapshot()
        server.trimStep = random.oneIn(2) ? 1 : 5
    }

    /// The elapsed time, which is never set back.
    var elapsed = Duration.zero
    let start = ContinuousClock.now

    private var loops: [SimulatedLoop] = []

    /// The loop of a process.
    ///
    /// - Parameter isShared: `true` for the process that all actors with `true` share.
    func loop(isShared: Bool) -> SimulatedLoop {
        if isShared, let loop = loops.first { return loop }
        let loop = SimulatedLoop(self)
        loops.append(loop)
        return loop
    }

    /// The number of events that may lead to more, apart from changes of keys.
    private var newsCount = 0

    /// Notes an event that may lead to more.
    func noteNews() { newsCount += 1 }

    /// Lets an outbox send or receive. If it has nothing to do, it may rest.
    func step(_ outbox: Outbox) {
        if outbox.step() { noteNews() } else if isCalm || random.oneIn(3) { outbox.rest() }
    }

    func add(_ actor: any Actor) { actors.append(actor) }

    /// Returns `true` if a fault happens now. On average, it does so once in that many times.
    func befalls(_ isPossible: Bool, oneIn count: Int) -> Bool {
        !isCalm && isPossible && random.oneIn(count)
    }

    // MARK: - Let time pass

    /// The number of actors that act, each within a step of another.
    private var depth = 0

    /// Lets time and faults happen, and lets an actor act.
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

    /// Lets other actors act while an actor waits.
    func wait() { if depth < 4, random.oneIn(6) { step() } else { happen() } }

    /// Ends all faults, and lets the actors act until nothing more happens.
    func calmDown() {
        isCalm = true
        server.refusal = { nil }
        // A reader may only check for room in one round, and find its stream empty in the next one.
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

    /// Ends the subscriptions, and releases everything that refers to this.
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

    /// Lets a piece of a late request arrive, or ends its connection.
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

/// The faults that can occur in a history.
struct Faults {

    /// Connections are abandoned with requests in flight, which arrive later or never.
    let stalls: Bool
    let losesAnswers: Bool
    let refusesConnections: Bool

    /// The server's reports of changes get lost.
    let losesSignals: Bool

    /// The server dies and comes back.
    let restarts: Bool

    /// After a restart, it has lost data that it had confirmed.
    let losesMemory: Bool

    /// For some time, it's full, loading, or a replica.
    let refusals: Bool

    let forgetsKeys: Bool
    let deletesStreams: Bool
    let foreignEntries: Bool

    /// A client trims the stream of the value, or writes so often that it's trimmed.
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

    /// `true` if data that the server has confirmed may be gone.
    var losesConfirmed: Bool { losesMemory || deletesStreams }
}

/// A participant of a history that acts step by step.
protocol Actor: AnyObject {

    /// `true` while a step waits for the server.
    var isActing: Bool { get set }

    func act()

    /// Deletes the publisher's key on the server.
    func forgetKey()
}
