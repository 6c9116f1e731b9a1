/// An actor as a place.
///
/// A block is a task that runs on the actor, and doesn't leave it in between. The place doesn't
/// keep the actor alive. The main actor is immortal, so it's held strongly: the memory that a weak
/// reference needs would never be released.
///
/// `@unchecked Sendable` because nothing changes but the weak reference, when the actor dies.
final class ActorPlace: DeliveryPlace, @unchecked Sendable {

    private let mainActor: MainActor?
    private weak var weakActor: (any Actor)?
    private let type: AnyClass

    init(_ actor: any Actor) {
        mainActor = actor as? MainActor
        weakActor = mainActor == nil ? actor : nil
        type = Swift.type(of: actor as AnyObject)
    }

    /// The actor, as long as it's alive.
    var actor: (any Actor)? {
        willLoadWeakReference()
        return mainActor ?? weakActor
    }

    /// The actor, as long as it's alive, with the type that it had when this place was made.
    func actor<A: Actor>(as _: A.Type) -> A? { actor.map { unsafeDowncast($0, to: A.self) } }

    var destination: Unfinished.Destination { .actor(type: String(describing: type)) }

    func enqueue(_ block: @escaping @Sendable () -> Void) { Task.detached { [self] in await run(block) } }

    /// Runs the block on the actor or, if that is dead, on any thread that the task has.
    ///
    /// Without the actor, jobs must still be done, because nothing else releases them and what they
    /// hold.
    private func run(_ block: @Sendable () -> Void) async {
        if let actor { await Self.run(block, on: actor) } else { block() }
    }

    private static func run(_ block: @Sendable () -> Void, on actor: isolated any Actor) { block() }
}
