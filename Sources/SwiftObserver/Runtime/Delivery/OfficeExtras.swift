/// State that only few observables need, stored apart so that others need no memory for it.
struct OfficeExtras: ~Copyable, Emptiable {

    /// The observations whose messages go to inboxes or loops at the moment of sending.
    var hops = Registry()

    /// The lane of the queue on which all letters are delivered, if there is one.
    ///
    /// It's set at the beginning, and never changes.
    var lane: Lane?

    /// The lock for posting to many lanes and loops, once there have been that many.
    var fanOutLock: FanOutLock?

    /// The number of senders that have that lock, or wait for it.
    var fanOuts = 0

    /// The waiters for room.
    var room = RoomQueue()

    /// The ended observations whose handlers may still run on queues, actors or other places.
    ///
    /// The registry knows the ended observations whose handlers run in place.
    var retired: [AnyObservation] = []

    /// Where other ended observations may have left something.
    ///
    /// These are offices to which they passed messages on, loops, and groups with a retired member.
    var remembered = RememberedObjects()

    /// The messenger, which handlers get in place of dead authors.
    ///
    /// It's known as soon as an observation asks for authors.
    weak var messenger: AnyObject?

    /// The number of messages that were refused.
    var refused = 0
}

/// The lock under which messages of one office are posted to many lanes and loops.
///
/// Under it, a thread takes and releases the lock of the office. Then it does so with the locks of
/// the lanes and feeds, one at a time, and finally with that of the office again.
typealias FanOutLock = Protected<Void>
