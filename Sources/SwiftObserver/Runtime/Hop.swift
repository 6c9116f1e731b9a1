import Dispatch

/// The way to a queue or an actor: all observations that are hopped to one place share its one lane.
///
/// A lane does errands in its place, one at a time, in the order in which they were posted. One block there does many
/// errands. A lane does not hold on to its place.
struct Hop: Sendable {

    private let place: HopPlace
    private let lane: Protected<Schedule>

    init(to queue: DispatchQueue) {
        place = .queue(queue)
        lane = Self.lane(of: queue)
    }

    init(to actor: any Actor) {
        let address = ActorAddress(actor)
        place = .actor(address)
        lane = address.lane
    }

    /// Posts an errand.
    ///
    /// What the errand needs to know can be stored by the closure, which runs under the lane's lock. From then on,
    /// something must hold the errand until it's done.
    ///
    /// The block is sent to the queue under the lock. Otherwise someone could post behind us, trust our block, and still
    /// get a block of their own into the queue before it.
    @inline(__always)
    func post(_ errand: Errand, storing store: () -> Void) {
        lane.withLock(courtesy: .brief) { schedule in
            store()
            if schedule.post(errand) { sendBlock() }
        }
    }

    /// Runs the closure under the lane's lock.
    @inline(__always)
    func withLock(_ act: () -> Void) { lane.withLock(courtesy: .brief) { _ in act() } }

    @inline(never)
    private func sendBlock() {
        switch place {
        case .queue(let queue): queue.async { [lane] in Self.doErrands(of: lane) }
        case .actor(let address): Task.detached { [lane] in await address.run { Self.doErrands(of: lane) } }
        }
    }

    private static func doErrands(of lane: Protected<Schedule>) {
        guard lane.withLock(courtesy: .brief, { $0.begin() }) else { return }
        var batch: [Ticket] = []
        while lane.withLock(courtesy: .brief, { $0.next(&batch) }) {
            batch.reverse()
            while let ticket = batch.popLast() { ticket.run() }
        }
    }

    // MARK: - One lane per queue

    private static func lane(of queue: DispatchQueue) -> Protected<Schedule> {
        creation.withLock { _ in
            if let lane = queue.getSpecific(key: key) { return lane }
            let lane = Protected(Schedule())
            queue.setSpecific(key: key, value: lane)
            return lane
        }
    }

    private static let creation = Protected(false)
    private static let key = DispatchSpecificKey<Protected<Schedule>>()
}

private enum HopPlace: Sendable {
    case queue(DispatchQueue)
    case actor(ActorAddress)
}

/// Something to be done on a queue or an actor.
///
/// A base class and not a protocol, because that's what a lane handles fastest. `@unchecked Sendable` because each subclass
/// takes care of itself, and there's nothing to take care of here.
class Errand: @unchecked Sendable {

    /// Does what was posted so many times in a row, and returns what held this errand if nothing of it waits any more.
    func run(_ count: Int) -> AnyObject? { nil }
}

/// Decides which block on a queue or an actor does which errands.
///
/// A pure value. A block that waits or runs also does the errands that are posted meanwhile. When it has taken a certain
/// number, it takes no more, and the next errand is sent there with a block of its own, right when it's posted. So other
/// work isn't kept waiting and still finds everything done that was posted before it.
struct Schedule {

    /// What is to be done, in this order, but for the last ticket.
    private var tickets: [Ticket] = []

    /// The last ticket, if there is any. It's here because it's what most posts change: so they need no other memory.
    private var last: Ticket?

    /// How many errands there are on all tickets.
    private var count = 0

    private var stage = Stage.idle

    /// Whether a further block waits.
    private var isBlockWaiting = false

    /// Whether a further block found this lane busy and left, which only happens on concurrent queues.
    private var isBlockTurnedAway = false

    private var patience = Self.initialPatience
    #if EXPLORE
        static var initialPatience: Int { 2 }
    #else
        static var initialPatience: Int { 1000 }
    #endif

    private enum Stage { case idle, running, runningLastBatch }

    /// Takes an errand and tells whether it needs a new block.
    @inline(__always)
    mutating func post(_ errand: Errand) -> Bool {
        count += 1
        if last?.isFor(errand) == true {
            last?.count += 1
        } else {
            write(Ticket(for: errand))
        }
        if isBlockWaiting || stage == .running || isBlockTurnedAway { return false }
        isBlockWaiting = true
        return true
    }

    @inline(never)
    private mutating func write(_ ticket: Ticket) {
        if let last { tickets.append(last) }
        last = ticket
    }

    /// Tells a block whether it is the one to do the errands.
    mutating func begin() -> Bool {
        isBlockWaiting = false
        guard stage == .idle else {
            isBlockTurnedAway = true
            return false
        }
        stage = .running
        return true
    }

    /// Moves the next errands into the empty batch, or tells the block to end.
    mutating func next(_ batch: inout [Ticket]) -> Bool {
        if stage == .runningLastBatch && !isBlockTurnedAway || last == nil {
            stage = .idle
            isBlockTurnedAway = false
            patience = Self.initialPatience
            return false
        }
        if isBlockTurnedAway {
            isBlockTurnedAway = false
            stage = .running
            patience = Self.initialPatience
        }
        swap(&tickets, &batch)
        if let last = last.take() { batch.append(last) }
        patience -= count
        count = 0
        if patience <= 0 { stage = .runningLastBatch }
        return true
    }
}

/// An errand, and how many times it was posted in a row.
///
/// A ticket doesn't hold the errand. Where observers of one observable share a queue, each message takes a ticket for each
/// of them, and if two threads changed the number of references to the errand each time, they'd slow each other.
struct Ticket {

    let errand: Unmanaged<Errand>
    var count = 1

    init(for errand: Errand) { self.errand = .passUnretained(errand) }

    @inline(__always)
    func isFor(_ other: Errand) -> Bool { errand.toOpaque() == Unmanaged.passUnretained(other).toOpaque() }

    /// Does the errand. What held it is released after that.
    @inline(__always)
    fileprivate func run() { extendLifetime(errand._withUnsafeGuaranteedRef { $0.run(count) }) }
}
