import Dispatch
import SwiftObserver
import Testing

/// Captured objects that use both sides in their deinitializers. Under a lock of either, they trap.
@Suite struct Clause07RummagingTests {

    enum End: CaseIterable {
        case stopObserving, stopAll, stopBeingObserved, death, deathOfObservables, stopInHandler
    }

    @Test(arguments: End.allCases, [0, 20])
    func `what handlers hold starts, stops and sends when it dies, however the observation ends`(
        end: End, othersOfObserver: Int
    ) {
        let queue = DispatchQueue(label: "rummaging"), others = (0..<othersOfObserver).map { _ in Messenger<Int>() }
        let deaths = Recorder<Void>()
        let dog = LockedBox<Dog?>(Dog()), observables = LockedBox<Observables?>(Observables())
        let rummage = rummaging(in: dog, observables)
        let mortal = {
            Mortal {
                rummage()
                deaths.record(())
            }
        }
        func onBoth(_ act: (Dog, Observables) -> Void) {
            if let dog = dog.withLock({ $0 }), let observables = observables.withLock({ $0 }) { act(dog, observables) }
        }
        onBoth { dog, observables in
            let messenger = observables.messenger, list = observables.list
            for other in others { dog.observe(other) { [mortal = mortal()] _ in mortal.touch() } }
            for _ in 0..<3 {
                dog.observe(messenger) { [mortal = mortal()] _ in mortal.touch() }
                dog.observe(messenger, on: queue) { [mortal = mortal()] _ in mortal.touch() }
                dog.observe(list) { [mortal = mortal()] _ in mortal.touch() }
                dog.observe(list, observables.otherList) { [mortal = mortal()] _, _ in mortal.touch() }
            }
        }
        switch end {
        case .stopObserving:
            onBoth { dog, observables in
                dog.stopObserving(observables.messenger)
                dog.stopObserving(observables.list)
            }
        case .stopAll: onBoth { dog, _ in dog.stopObserving() }
        case .stopBeingObserved:
            onBoth { _, observables in
                observables.messenger.stopBeingObserved()
                observables.list.stopBeingObserved()
            }
        case .death: release(dog)
        case .deathOfObservables: release(observables)
        case .stopInHandler:
            onBoth { observer, observables in
                observer.observe(observables.messenger) { _ in dog.withLock { $0 }?.stopObserving() }
                observables.messenger.send(1)
            }
        }
        queue.sync {}
        #expect(deaths.count >= 12)
        release(dog)
        queue.sync {}
        #expect(deaths.count == 12 + others.count)
    }
}

private final class Observables: Sendable {
    let messenger = Messenger<Int>()
    let list = Var<[Int]>([])
    let otherList = Var<[Int]>([])
}

private func release<Object: AnyObject>(_ box: LockedBox<Object?>) {
    let object = box.withLock { object in
        let released = object
        object = nil
        return released
    }
    withExtendedLifetime(object) {}
}

/// Uses everything of both sides that is still alive.
private func rummaging(
    in dog: LockedBox<Dog?>, _ observables: LockedBox<Observables?>
) -> @Sendable () -> Void {
    let weakDog = dog.withLock { WeakBox($0!) }
    let weakMessenger = observables.withLock { WeakBox($0!.messenger) }
    let weakList = observables.withLock { WeakBox($0!.list) }
    return {
        let dog = weakDog.object ?? Dog()
        if let messenger = weakMessenger.object {
            messenger.send(1)
            dog.stopObserving(messenger)
            dog.observe(messenger) { _ in }
            messenger.stopBeingObserved()
        }
        if let list = weakList.object {
            list.value.append(1)
            dog.observe(list.startingWithLatest()) { _ in }
            _ = dog.isObserving(list)
            dog.stopObserving(list)
            list.stopBeingObserved()
        }
        dog.stopObserving()
    }
}
