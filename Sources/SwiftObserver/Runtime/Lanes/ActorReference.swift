/// Refers to an actor without keeping it alive.
///
/// The main actor is immortal, so it's held strongly: what a weak reference would need would never be released.
struct ActorReference: Sendable {

    private let mainActor: MainActor?
    private weak var weakActor: (any Actor)?

    init(_ actor: any Actor) {
        mainActor = actor as? MainActor
        weakActor = mainActor == nil ? actor : nil
    }

    /// The actor, as long as it lives.
    var actor: (any Actor)? {
        willLoadWeakReference()
        return mainActor ?? weakActor
    }

    /// The actor, as long as it lives, as what it was when this reference was made.
    func actor<A: Actor>(as _: A.Type) -> A? { actor.map { unsafeDowncast($0, to: A.self) } }
}
