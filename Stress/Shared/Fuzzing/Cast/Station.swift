import SwiftObserver

/// An observable of a client's own, which has last words.
final class Station: Mortal, Observable, @unchecked Sendable {

    let messenger: Messenger<Parcel>
    private let source: Int

    init(_ messenger: Messenger<Parcel>, _ source: Int, _ now: inout Now) {
        self.messenger = messenger
        self.source = source
        super.init(.observable, &now, carrying: now.cargo())
    }

    deinit {
        world.act(because: .death, seed, generation) { now in
            for _ in 0...now.random.below(3) { send(Parcel(for: source, &now)) }
            if now.random.oneIn(4) { stopBeingObserved() }
        }
    }
}
