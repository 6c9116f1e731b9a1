/// What only few observables need, apart from the others, so that it takes no memory of these.
struct OfficeExtras: ~Copyable, Emptiable {

    /// The observations whose messages go to inboxes, or to loops, right when they're sent.
    var hops = Registry()

    /// The lane of the queue on which all letters are delivered, if there is one. It's set at the beginning, and never changes.
    var lane: Lane?

    /// Under which senders post to many lanes and loops, once there have been so many of these.
    var fanOutLock: FanOutLock?

    /// How many senders have that lock, or wait for it.
    var fanOuts = 0

    /// Those who wait until fewer messages wait.
    var room = RoomQueue()

    /// The observations that have ended, but whose handlers may still run on queues or actors. Those in place are known to the
    /// registry.
    var retired: [AnyObservation] = []

    /// Where something may be left of other observations that have ended: offices to which they passed messages on, loops, and groups of
    /// which one is retired.
    var remembered = RememberedObjects()

    /// Stands in for dead authors. Known as soon as an observation asks for authors.
    weak var messenger: AnyObject?

    /// How many messages were refused.
    var refused = 0
}

/// The lock under which the messages of one office are posted to many lanes and loops. Under it, the lock of the office is taken
/// and released, then those of the lanes and feeds, one at a time, then that of the office again.
typealias FanOutLock = Protected<Void>
