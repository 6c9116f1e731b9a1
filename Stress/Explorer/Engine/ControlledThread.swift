/// A thread of a scenario, a block on a queue, or a part of a task.
///
/// The explorer decides when it continues. Exactly one of the controlled threads runs at any time.
final class ControlledThread {

    let number: Int
    let name: String

    /// The place where it runs. Keeps the queue alive until the thread has ended.
    var place: Place

    /// The place where a thread runs, which also decides when it can begin.
    enum Place {
        /// Its own thread.
        case thread
        /// A serial queue, with its own thread. A block begins when all earlier blocks have ended.
        case queue(AnyObject)
        /// An actor. A job begins when no other job runs there, in any order.
        case actor(AnyObject)
        /// The pool that concurrent queues and tasks share. A job begins when one of its threads is
        /// free.
        case pool
    }

    var hasBegun = false

    /// The gate for which it waits.
    var awaitedGate: Gate?

    /// The condition for which it waits.
    var awaitedCondition: (() -> Bool)?

    /// The lock for which it waits.
    var awaitedLock: UnsafeRawPointer?

    /// The locks that it holds.
    var locks: [UnsafeRawPointer] = []

    var isFinished = false

    /// The priority in random schedules.
    var priority = 0

    /// The number of locks and atomics that it has created.
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

    /// Runs the body, and releases it. Objects that only the thread retained are deallocated here.
    func run() {
        guard let body else { return }
        self.body = nil
        body()
    }
}
