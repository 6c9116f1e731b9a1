import Dispatch
import Testing

@testable import SwiftObserver

/// Recognizing the observer of a receiver, even if addresses of dead objects are reused.
@Suite struct KnownObserverTests {

    @Test(arguments: [true, false])
    func `a receiver knows its first observer and no other`(isAddressReserved: Bool) {
        let one = Dog(), other = Dog()
        var state = ReceiverState()
        for _ in 0..<2 {
            let knowsOne = state.observerReference.refer(to: one, isAddressReserved: isAddressReserved)
            let knowsOther = state.observerReference.refer(to: other, isAddressReserved: isAddressReserved)
            #expect(knowsOne && !knowsOther)
        }
        #expect(state.observerReference.observer === one)
    }

    /// The observer could die on the asking thread only if asking retained it.
    @Test(arguments: [true, false])
    func `no observer dies on a thread that asks for another one`(isAddressReserved: Bool) {
        let other = Dog()
        for _ in 0..<3000 {
            let receiver = Protected(ReceiverState()), deathsWhileAsking = Recorder<Void>()
            let asking = LockedBox<ThreadID?>(nil)
            let observer = LockedBox<Mortal?>(
                Mortal {
                    if asking.withLock({ $0 }) == ThreadID.current { deathsWhileAsking.record(()) }
                })
            let isKnown = receiver.withLock { $0.observerReference.refer(to: observer.withLock { $0! }) }
            #expect(isKnown)
            onThreads(2) { index in
                guard index == 0 else { return observer.empty() }
                asking.withLock { $0 = .current }
                for _ in 0..<100 {
                    let isOtherKnown = receiver.withLock {
                        $0.observerReference.refer(to: other, isAddressReserved: isAddressReserved)
                    }
                    if isOtherKnown { deathsWhileAsking.record(()) }
                }
                asking.withLock { $0 = nil }
            }
            #expect(deathsWhileAsking.count == 0)
        }
    }
}

extension ObserverReference {

    /// Whether it refers to that observer. If it has no observer yet, it refers to this one from
    /// now on.
    mutating func refer(to observer: AnyObject, isAddressReserved: Bool = Self.isAddressReserved) -> Bool {
        pin(observer, isAddressReserved: isAddressReserved) != nil
    }
}
