/// Where the observations of one observable are registered, as they know it.
///
/// Mostly, that's a `PostOffice`. Only a combined observation whose messages have a limit is registered nowhere, since its parts are. This
/// base class is all that an observation needs to know, so that observations don't depend on delivery. It's a job because an office that
/// delivers on a queue is posted to the lane of that queue.
class ObservationRegistrar: Job, @unchecked Sendable {

    /// Forgets an observation that has ended, or that only stood in for another one, and retires it if its handler may still be running.
    /// Call this without a lock.
    func unregister(_ observation: AnyObservation, because reason: EndReason) { _ = observation.retireIfHandling() }

    /// Forgets a retired observation whose handler has returned. The caller must keep it alive meanwhile.
    func forgetRetired(_ observation: AnyObservation) {}

    /// Remembers weakly what has to do with observations that have ended: a group of which one may be handling.
    func remember(_ group: ObservationGroup) {}

    /// Whether handlers in place may be running.
    var isDelivering: Bool { false }

    /// Lets those go on who wait for room, if there's enough. Call this without a lock.
    func makeRoom() {}

    /// The author, or whoever stands in for an author that is dead or dying.
    func livingAuthor(_ author: AnyObject?) -> AnyObject { SwiftObserver.livingAuthor(author, orElse: nil) }
}

/// Where a handler of the library passes messages on to: a transform, or the office of a combined observation.
///
/// A class, so that it costs nothing to pass that there is none.
final class Downstream: Sendable {

    /// Where they're sent.
    let registrar: ObservationRegistrar

    /// Who gets them.
    let type: Any.Type

    init(registrar: ObservationRegistrar, type: Any.Type) {
        self.registrar = registrar
        self.type = type
    }
}

/// The author, or the messenger in place of an author that is dead or dying.
///
/// A weak reference to a dying object reads as `nil`, which is how we know. The messenger may be dead or dying, too.
func livingAuthor(_ author: AnyObject?, orElse messenger: @autoclosure () -> AnyObject?) -> AnyObject {
    WeakReference(author).object ?? messenger() ?? UnknownAuthor.shared
}

/// The author of a message that was sent by a messenger in its own `deinit`.
private final class UnknownAuthor: Sendable {
    static let shared = UnknownAuthor()
}
