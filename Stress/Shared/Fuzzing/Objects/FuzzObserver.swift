import StressSupport
import SwiftObserver

/// An observer, which may still use itself while it dies.
final class FuzzObserver: Mortal, Observer, @unchecked Sendable {

    let receiver = Receiver()
    let life = LifeFlag()
    private let checks = Guarded<[ObservationCheck]>([])

    init(_ context: inout OperationContext) { super.init(.observer, &context, carrying: context.cargo()) }

    deinit {
        life.end()
        world.act(because: .death, seed, generation) { context in
            switch context.random.below(6) {
            case 0: stopObserving()
            case 1: try context.start(.plain, try context.subject(), by: self)
            case 2: try context.start(.onQueue, try context.subject(), by: self)
            case 3: try context.send(try context.messenger(), from: self)
            default: break
            }
        }
    }

    func note(_ check: ObservationCheck) { checks.withLock { $0.append(check) } }

    /// Performs an action that ends observations, and notes that these are over.
    func end(of source: Int? = nil, _ end: () -> Void) {
        let ended = checks.withLock { all in
            let ended = all.filter { source == nil || $0.source == source }
            all.removeAll { source == nil || $0.source == source }
            return ended
        }
        end()
        for check in ended { check.end() }
    }
}
