import Measuring
import SwiftObserver

/// What things cost with more and more observers of one observable.
func growthOfObservers(upTo largest: Int, turns: Int) -> [Growth] {
    GrowthOfCrowds(
        "observers", of: "observers of one observable", upTo: largest, turns: turns,
        [
            Contestant("observers that can die") { count in
                let messenger = Messenger<Int>(), ears = ears(count), shuffled = ears.shuffled()
                return Crowd {
                    for ear in ears { ear.observe(messenger, receive: ear.handle) }
                } send: {
                    messenger.send($0)
                } end: {
                    for ear in shuffled { ear.stopObserving(messenger) }
                }
            },
            Contestant("free observers") { count in
                let messenger = Messenger<Int>(), ears = ears(count)
                return Crowd {
                    for ear in ears { messenger.observed(receive: ear.handle) }
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

/// What things cost with more and more observables that have an observer each.
func growthOfObservables(upTo largest: Int, turns: Int) -> [Growth] {
    GrowthOfCrowds(
        "observables", of: "observables with an observer each", upTo: largest, turns: turns,
        [
            Contestant("messengers") { count in
                let ears = ears(count), messengers = ears.map { _ in Messenger<Int>() }
                let order = Array(0..<count).shuffled()
                return Crowd {
                    for index in 0..<count { ears[index].observe(messengers[index], receive: ears[index].handle) }
                } send: {
                    for index in order { messengers[index].send($0) }
                } end: {
                    for index in order { ears[index].stopObserving(messengers[index]) }
                }
            },
            Contestant("mutex floors", isFloor: true) { count in
                let floors = ears(count).map { Floor($0) }, shuffled = floors.shuffled()
                return Crowd {
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

/// An observer and what its handler changes: memory of its own for each handler, as in real programs.
private final class Ear: Observer, @unchecked Sendable {
    let receiver = Receiver()
    let handle: @Sendable (Int) -> Void
    let handleWhileAlive: @Sendable (Int) -> Void

    /// What ends the observation, where that isn't the receiver.
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

private func ears(_ count: Int) -> [Ear] { (0..<count).map { _ in Ear() } }

/// One closure behind a mutex of its own.
private final class Floor {
    let closures = LockedClosures()
    private let ear: Ear

    init(_ ear: Ear) { self.ear = ear }
    func start() { ear.key = closures.start(ear.handle) }
    func end() { closures.end(ear.key) }
}

/// Many closures behind one mutex.
private func floor(_ count: Int, _ handler: @escaping (Ear) -> @Sendable (Int) -> Void) -> Crowd {
    let closures = LockedClosures(), ears = ears(count), shuffled = ears.shuffled()
    return Crowd {
        for ear in ears { ear.key = closures.start(handler(ear)) }
    } send: {
        closures.send($0)
    } end: {
        for ear in shuffled { closures.end(ear.key) }
    }
}
