import StressSupport
import SwiftObserver

/// An observer, which may still do something with itself while it dies.
final class Dog: Mortal, Observer, @unchecked Sendable {

    let receiver = Receiver()
    let life = Life()
    private let heard = Guarded<[Heard]>([])

    init(_ now: inout Now) { super.init(.observer, &now, carrying: now.cargo()) }

    deinit {
        life.end()
        world.act(because: .death, seed, generation) { now in
            switch now.random.below(6) {
            case 0: stopObserving()
            case 1: try now.start(.plain, try now.spot(), by: self)
            case 2: try now.start(.onQueue, try now.spot(), by: self)
            case 3: try now.send(try now.mail(), from: self)
            default: break
            }
        }
    }

    func note(_ heard: Heard) { self.heard.withLock { $0.append(heard) } }

    /// Does something that ends observations, and remembers that these are over.
    func end(of source: Int? = nil, _ end: () -> Void) {
        let ended = heard.withLock { all in
            let ended = all.filter { source == nil || $0.source == source }
            all.removeAll { source == nil || $0.source == source }
            return ended
        }
        end()
        for heard in ended { heard.end() }
    }
}
