import Foundation
import StressSupport
import Synchronization

/// A messenger that delivers messages to actors, and is broken by its subclasses.
class ActorMutant: MessengerMutant, ActorSubject, @unchecked Sendable {

    fileprivate final class ActorListener: SubjectObservation, @unchecked Sendable {
        let hasStopped = Atomic(false)
        let target: HandlingActor
        let receive: @Sendable (isolated HandlingActor, Stamp) -> Void
        init(_ target: HandlingActor, _ receive: @escaping @Sendable (isolated HandlingActor, Stamp) -> Void) {
            self.target = target
            self.receive = receive
        }
        func stop() { hasStopped.store(true, ordering: .sequentiallyConsistent) }
    }

    func observe(on actor: HandlingActor, _ receive: @escaping @Sendable (isolated HandlingActor, Stamp) -> Void)
        -> any SubjectObservation
    {
        let listener = ActorListener(actor, receive)
        begin(listener)
        return listener
    }

    /// Forwards messages through one stream per observation, which keeps the order.
    fileprivate func begin(_ listener: ActorListener) {
        let (stamps, continuation) = AsyncStream.makeStream(of: Stamp.self)
        Task.detached { for await stamp in stamps { await Self.hand(stamp, to: listener, on: listener.target) } }
        let observation = observe { stamp in continuation.yield(stamp) }
        kept.withLock { $0.append(observation) }
    }

    private let kept = Guarded([any SubjectObservation]())

    fileprivate class func hand(_ stamp: Stamp, to listener: ActorListener, on target: isolated HandlingActor) {
        if !listener.hasStopped.load(ordering: .sequentiallyConsistent) { listener.receive(target, stamp) }
    }
}

/// Starts a task for each message.
final class OvertakingActorMutant: ActorMutant, @unchecked Sendable {
    private let observations = Guarded([any SubjectObservation]())
    fileprivate override func begin(_ listener: ActorListener) {
        let observation = observe { stamp in Task.detached { await Self.hand(stamp, to: listener, on: listener.target) }
        }
        observations.withLock { $0.append(observation) }
    }
}

/// Doesn't check on the actor whether the observation has ended.
final class LateActorMutant: ActorMutant, @unchecked Sendable {
    fileprivate override class func hand(_ stamp: Stamp, to listener: ActorListener, on target: isolated HandlingActor)
    {
        listener.receive(target, stamp)
    }
}

/// Keeps actors and their messages alive.
final class KeepingActorMutant: ActorMutant, @unchecked Sendable {}
