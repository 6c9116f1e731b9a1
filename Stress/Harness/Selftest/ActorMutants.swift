import Foundation
import StressSupport
import Synchronization

/// A wire that takes messages to actors, and is broken by its subclasses.
class ActorMutant: Mutant, ActorWire, @unchecked Sendable {

    fileprivate final class Visit: Line, @unchecked Sendable {
        let hasStopped = Atomic(false)
        let place: Place
        let receive: @Sendable (isolated Place, Stamp) -> Void
        init(_ place: Place, _ receive: @escaping @Sendable (isolated Place, Stamp) -> Void) {
            self.place = place
            self.receive = receive
        }
        func stop() { hasStopped.store(true, ordering: .sequentiallyConsistent) }
    }

    func observe(on actor: Place, _ receive: @escaping @Sendable (isolated Place, Stamp) -> Void) -> any Line {
        let visit = Visit(actor, receive)
        begin(visit)
        return visit
    }

    /// Forwards messages through one stream per observation, which keeps the order.
    fileprivate func begin(_ visit: Visit) {
        let (stamps, continuation) = AsyncStream.makeStream(of: Stamp.self)
        Task.detached { for await stamp in stamps { await Self.hand(stamp, to: visit, on: visit.place) } }
        let line = observe { stamp in continuation.yield(stamp) }
        kept.withLock { $0.append(line) }
    }

    private let kept = Guarded([any Line]())

    fileprivate class func hand(_ stamp: Stamp, to visit: Visit, on place: isolated Place) {
        if !visit.hasStopped.load(ordering: .sequentiallyConsistent) { visit.receive(place, stamp) }
    }
}

/// Starts a task for each message.
final class OvertakingActorMutant: ActorMutant, @unchecked Sendable {
    private let lines = Guarded([any Line]())
    fileprivate override func begin(_ visit: Visit) {
        let line = observe { stamp in Task.detached { await Self.hand(stamp, to: visit, on: visit.place) } }
        lines.withLock { $0.append(line) }
    }
}

/// Doesn't ask on the actor whether the observation has ended.
final class LateActorMutant: ActorMutant, @unchecked Sendable {
    fileprivate override class func hand(_ stamp: Stamp, to visit: Visit, on place: isolated Place) {
        visit.receive(place, stamp)
    }
}

/// Keeps actors alive, and what is meant for them.
final class KeepingActorMutant: ActorMutant, @unchecked Sendable {}
