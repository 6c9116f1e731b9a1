/// A guest that is notified of observations and offices while watching is on.
///
/// The runtime calls it and knows nothing else about it. Calls come from any thread, and must not
/// wait for a handler.
///
/// `suspect` is called without a lock. The caller of any other function may hold the lock of a
/// variable. So these may only take the lock of the office, and locks under which no other lock is
/// taken.
protocol RuntimeObserver: Sendable {

    /// An observation has started. The caller may hold the lock of a variable.
    func didStart(_ observation: AnyObservation, _ probe: Probe, at office: PostOffice, of messenger: Any.Type)

    /// An observation has ended.
    ///
    /// - Parameters:
    ///   - sample: Its state, read under the lock of the office right before the end.
    ///   - number: The number of the office in the directory.
    func didEnd(_ sample: ObservationSample, at office: PostOffice, number: Int?, because reason: EndReason)

    /// An observable of that name, which has had observations, was deallocated.
    func didDie(named name: String?, of messenger: Any.Type?, sent: Int, refused: Int)

    /// Something looks like a mistake.
    func suspect(_ suspicion: Suspicion)

    /// Watching was turned off while an observation of this office started.
    ///
    /// So it must be turned off there again.
    func didMissTurningOff(_ office: PostOffice)
}

/// A probable mistake.
enum Suspicion {

    /// An observer returns a different receiver each time it's asked for its receiver.
    case newReceiver(observer: Any.Type, StartPoint?)

    /// The handler of an observer captures the observer strongly.
    case capturedObserver(Any.Type, StartPoint?)

    /// A transform of that type and with that office is deallocated while it may be observed.
    case dyingTransform(Any.Type, PostOffice)
}

extension Watching {

    /// No other lock is taken while this one is held.
    private static let protectedGuest = Protected((any RuntimeObserver)?.none)

    /// The guest, once it was admitted. It stays when watching is turned off.
    static var guest: (any RuntimeObserver)? { protectedGuest.copy() }

    /// Admits a guest, before watching is turned on for the first time.
    static func admit(_ guest: any RuntimeObserver) { _ = protectedGuest.exchange(guest) }
}
