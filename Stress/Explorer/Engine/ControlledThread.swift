/// One thread of a scenario, one block on a queue, or one part of a task. The explorer decides when it goes on.
///
/// Of all controlled threads, exactly one runs at any time.
final class ControlledThread {

    let number: Int
    let name: String

    /// It keeps its queue alive until it has ended.
    var place: Place

    /// Where a thread runs, and on what it depends when it can begin.
    enum Place {
        /// On a thread of its own.
        case thread
        /// On a serial queue, which has a thread of its own: when what was sent there before has ended.
        case queue(AnyObject)
        /// On an actor: when nothing else runs there, in any order.
        case actor(AnyObject)
        /// In the pool of threads that all concurrent queues and tasks share: when one of these threads is free.
        case pool
    }

    var hasBegun = false

    /// The gate for which it waits.
    var awaitedGate: Gate?

    /// Holds when what it waits for has happened, as long as it waits.
    var awaitedCondition: (() -> Bool)?

    /// The lock for which it waits.
    var awaitedLock: UnsafeRawPointer?

    /// The locks that it holds.
    var locks: [UnsafeRawPointer] = []

    var isFinished = false

    /// How often it may be passed over in favour of others, in random schedules.
    var priority = 0

    /// How many locks and atomics it has created.
    var creations = 0

    let worker: Worker
    private var body: (@Sendable () -> Void)?

    init(
        number: Int, name: String, place: Place, worker: Worker, body: @escaping @Sendable () -> Void
    ) {
        self.number = number
        self.name = name
        self.place = place
        self.worker = worker
        self.body = body
    }

    /// Does what the thread is for. Whatever only the thread held dies as a part of that.
    func run() {
        guard let body else { return }
        self.body = nil
        body()
    }
}
