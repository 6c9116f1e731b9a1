import Dispatch

/// The way to a queue: all observations that are hopped to one queue share its one lane.
final class Hop: Sendable {

    private let queue: DispatchQueue
    private let lane: Lane

    init(to queue: DispatchQueue) {
        self.queue = queue
        lane = Lane.of(queue)
    }

    func post(_ errand: any Errand) { lane.post(errand, on: queue) }

    /// Calls the closure in place or, in line with all that is hopped there, on the queue.
    static func run(on queue: DispatchQueue?, _ call: @escaping @Sendable () -> Void) {
        if let queue { Hop(to: queue).post(Call(call)) } else { call() }
    }
}

private final class Call: Errand {
    private let call: @Sendable () -> Void
    init(_ call: @escaping @Sendable () -> Void) { self.call = call }
    func run() { call() }
}

/// Something to be done on a queue.
protocol Errand: AnyObject, Sendable {
    func run()
}

/// Does errands on one queue, one at a time, in the order in which they were posted.
///
/// One block on the queue does many errands. A lane does not hold on to its queue, which holds on to it.
private final class Lane: Sendable {

    private let schedule = Protected(Schedule())

    /// Posts an errand.
    ///
    /// The block is sent to the queue under the lock. Otherwise someone could post behind us, trust our block, and still
    /// get a block of their own into the queue before it.
    func post(_ errand: any Errand, on queue: DispatchQueue) {
        schedule.withLock { schedule in
            if schedule.post(errand) { queue.async { [self] in run() } }
        }
    }

    private func run() {
        guard schedule.withLock({ $0.begin() }) else { return }
        var batch: [any Errand] = []
        while schedule.withLock({ $0.next(&batch) }) {
            batch.reverse()
            while let errand = batch.popLast() { errand.run() }
        }
    }

    // MARK: - One lane per queue

    /// The lane of the queue.
    static func of(_ queue: DispatchQueue) -> Lane {
        creation.withLock { _ in
            if let lane = queue.getSpecific(key: key) { return lane }
            let lane = Lane()
            queue.setSpecific(key: key, value: lane)
            return lane
        }
    }

    private static let creation = Protected(false)
    private static let key = DispatchSpecificKey<Lane>()
}

/// Decides which block on a queue does which errands.
///
/// A pure value. Errands that are posted while a block waits or runs may join it. But after a bounded number of them,
/// the block takes what is there as its last batch, and whatever is posted from then on gets a new block right when it's
/// posted. So other work on the queue gets its turn and still finds everything done that was posted before it.
struct Schedule {

    private var errands: [any Errand] = []
    private var stage = Stage.idle

    /// Whether a further block waits in the queue.
    private var isBlockWaiting = false

    /// Whether a further block found this lane busy and left, which only happens on concurrent queues.
    private var isBlockTurnedAway = false

    private var patience = Self.initialPatience
    static var initialPatience: Int { 1000 }

    private enum Stage { case idle, running, runningLastBatch }

    /// Takes an errand and tells whether it needs a new block.
    mutating func post(_ errand: any Errand) -> Bool {
        errands.append(errand)
        if isBlockWaiting || stage == .running || isBlockTurnedAway { return false }
        isBlockWaiting = true
        return true
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
    mutating func next(_ batch: inout [any Errand]) -> Bool {
        if stage == .runningLastBatch && !isBlockTurnedAway || errands.isEmpty {
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
        swap(&errands, &batch)
        patience -= batch.count
        if patience <= 0 { stage = .runningLastBatch }
        return true
    }
}
