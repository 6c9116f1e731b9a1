import Measuring
import SwiftObserver

/// The costs of operations with a growing number of observers of one observable.
func growthOfObservers(upTo largest: Int, turns: Int) -> [Growth] {
    GrowthOfCrowds(
        "observers", of: "observers of one observable", upTo: largest, turns: turns,
        [
            Contestant("observers that can die") { count in
                let messenger = Messenger<Int>(), observers = observers(count), shuffled = observers.shuffled()
                return MeasuredCrowd {
                    for observer in observers { observer.observe(messenger, receive: observer.handle) }
                } send: {
                    messenger.send($0)
                } end: {
                    for observer in shuffled { observer.stopObserving(messenger) }
                }
            },
            Contestant("free observers") { count in
                let messenger = Messenger<Int>(), observers = observers(count)
                return MeasuredCrowd {
                    for observer in observers { messenger.observed(receive: observer.handle) }
                } send: {
                    messenger.send($0)
                } end: {
                    messenger.stopBeingObserved()
                }
            },
            Contestant("mutex floor", isFloor: true) { floor($0) { $0.handle } },
            Contestant("mutex floor that pins", isFloor: true) { floor($0) { $0.handleWhileAlive } },
        ]
    ).all
}

/// The costs of operations with a growing number of observables that have one observer each.
func growthOfObservables(upTo largest: Int, turns: Int) -> [Growth] {
    GrowthOfCrowds(
        "observables", of: "observables with an observer each", upTo: largest, turns: turns,
        [
            Contestant("messengers") { count in
                let observers = observers(count), messengers = observers.map { _ in Messenger<Int>() }
                let order = Array(0..<count).shuffled()
                return MeasuredCrowd {
                    for index in 0..<count {
                        observers[index].observe(messengers[index], receive: observers[index].handle)
                    }
                } send: {
                    for index in order { messengers[index].send($0) }
                } end: {
                    for index in order { observers[index].stopObserving(messengers[index]) }
                }
            },
            Contestant("mutex floors", isFloor: true) { count in
                let floors = observers(count).map { Floor($0) }, shuffled = floors.shuffled()
                return MeasuredCrowd {
                    for floor in floors { floor.start() }
                } send: {
                    for floor in shuffled { floor.closures.send($0) }
                } end: {
                    for floor in shuffled { floor.end() }
                }
            },
        ]
    ).all
}

/// An observer, and the memory that its handler changes.
///
/// Each handler has its own memory, as in real programs.
private final class BenchObserver: Observer, @unchecked Sendable {
    let receiver = Receiver()
    let handle: @Sendable (Int) -> Void
    let handleWhileAlive: @Sendable (Int) -> Void

    /// The key that ends the observation if the receiver doesn't end it.
    var key = 0

    init() {
        let heard = Heard(), life = Life()
        handle = { heard.sum &+= $0 }
        handleWhileAlive = { [weak life] in if life != nil { heard.sum &+= $0 } }
        self.life = life
    }

    private let life: Life
    private final class Life: Sendable {}
    private final class Heard: @unchecked Sendable { var sum = 0 }
}

private func observers(_ count: Int) -> [BenchObserver] { (0..<count).map { _ in BenchObserver() } }

/// One closure with its own mutex.
private final class Floor {
    let closures = LockedClosures()
    private let observer: BenchObserver

    init(_ observer: BenchObserver) { self.observer = observer }
    func start() { observer.key = closures.start(observer.handle) }
    func end() { closures.end(observer.key) }
}

/// Makes many closures with one mutex.
private func floor(_ count: Int, _ handler: @escaping (BenchObserver) -> @Sendable (Int) -> Void) -> MeasuredCrowd {
    let closures = LockedClosures(), observers = observers(count), shuffled = observers.shuffled()
    return MeasuredCrowd {
        for observer in observers { observer.key = closures.start(handler(observer)) }
    } send: {
        closures.send($0)
    } end: {
        for observer in shuffled { closures.end(observer.key) }
    }
}
