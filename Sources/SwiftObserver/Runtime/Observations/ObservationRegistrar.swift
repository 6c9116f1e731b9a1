/// Where the observations of one observable are registered, as the observations see it.
///
/// Usually, it's a `PostOffice`. Only a combined observation whose messages have a limit is
/// registered nowhere, because its parts are registered. An observation needs only this base class,
/// so that observations don't depend on delivery. It's a job because an office that delivers on a
/// queue is posted to the lane of that queue.
class ObservationRegistrar: Job, @unchecked Sendable {

    /// Forgets an observation that has ended, or that only stood in for another one.
    ///
    /// Retires it if its handler may still be running. Call this without a lock.
    func unregister(_ observation: AnyObservation, because reason: EndReason) { _ = observation.retireIfHandling() }

    /// Forgets a retired observation whose handler has returned. The caller must retain it.
    func forgetRetired(_ observation: AnyObservation) {}

    /// Remembers a group weakly, because an ended member may still be handling.
    func remember(_ group: ObservationGroup) {}

    /// `true` if in-place handlers may be running.
    var isDelivering: Bool { false }

    /// Lets waiters for room resume, if there's enough. Call this without a lock.
    func makeRoom() {}

    /// The author, or a substitute for an author that is dying or dead.
    func livingAuthor(_ author: AnyObject?) -> AnyObject { SwiftObserver.livingAuthor(author, orElse: nil) }
}

/// Where a library handler passes messages on to.
///
/// It's a transform, or the office of a combined observation. It's a class, so that it costs
/// nothing to pass that there's none.
final class Downstream: Sendable {

    /// The registrar to which messages are sent.
    let registrar: ObservationRegistrar

    /// The type of the object that gets the messages.
    let type: Any.Type

    init(registrar: ObservationRegistrar, type: Any.Type) {
        self.registrar = registrar
        self.type = type
    }
}

/// Returns the author, or the messenger in place of an author that is dying or dead.
///
/// A weak reference to a dying object reads as `nil`, which reveals that. The messenger may be
/// dying or dead, too.
func livingAuthor(_ author: AnyObject?, orElse messenger: @autoclosure () -> AnyObject?) -> AnyObject {
    WeakReference(author).object ?? messenger() ?? UnknownAuthor.shared
}

/// The author of a message that a messenger sent in its own `deinit`.
private final class UnknownAuthor: Sendable {
    static let shared = UnknownAuthor()
}
