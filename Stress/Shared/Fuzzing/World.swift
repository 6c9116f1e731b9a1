import Dispatch
import StressSupport
import SwiftObserver
import Synchronization

/// What all threads of one round share.
final class World: Sendable {

    typealias MailSpot = SpotOf<Messenger<Parcel>>
    typealias VariableSpot = SpotOf<Var<Parcel>>
    typealias PairSpot = SpotOf<Var<Pair<Parcel, Parcel>>>
    typealias BufferSpot = SpotOf<Buffer<Messenger<Parcel>, Parcel>>
    typealias StandInSpot = SpotOf<BufferedWeak<Var<Parcel>>>
    typealias ValueSpot = SpotOf<Map<Var<Parcel>, Parcel>>
    typealias PromiseSpot = SpotOf<Promise<Parcel>>

    let findings: Findings
    let lives = Lives()

    /// Grows as long as anything moves.
    let beats = Counter()

    let mails = Shelf<MailSpot>(24)
    let variables = Shelf<VariableSpot>(6)
    let pairs = Shelf<PairSpot>(3)
    let buffers = Shelf<BufferSpot>(4)
    let standIns = Shelf<StandInSpot>(3)
    let values = Shelf<ValueSpot>(4)
    let promises = Shelf<PromiseSpot>(6)
    let dogs = Shelf<Dog>(16)
    let kennels = Shelf<Kennel>(3)
    let authors = Shelf<Keepsake>(6)

    /// Two serial queues and two concurrent ones.
    let queues = (0..<4).map { index in
        DispatchQueue(label: "fuzz \(index)", attributes: index < 2 ? [] : .concurrent)
    }

    let tasks = Guarded<[Task<Void, Never>]>([])

    private let latestNumber = Counter()
    private let isQuiet = Atomic(false)
    private let operationsLeft: Counter
    private let carriers = Guarded<[WeakMortal]>([])
    private let counters: [Counter]

    init(_ findings: Findings, operations: Int, counters: [Counter]) {
        self.findings = findings
        self.counters = counters
        operationsLeft = Counter()
        operationsLeft.add(operations)
    }

    /// Identifies one more observable.
    func nextNumber() -> Int { latestNumber.add(1) }

    // MARK: - Act

    /// Does any operation because something else has happened, if that wasn't too remote.
    func act(because cause: Trail.Cause, _ seed: UInt64, _ generation: Int) {
        var random = SplitMix64(seed)
        let operation = Operation.any(&random)
        act(because: cause, random.next(), generation, operation) { try Operation.all[operation].act(&$0) }
    }

    /// Does something particular because something else has happened, if that wasn't too remote.
    func act(
        because cause: Trail.Cause, _ seed: UInt64, _ generation: Int, _ operation: Int = Operation.lastWords,
        _ act: (inout Now) throws -> Void
    ) {
        if cause != .thread {
            guard generation < 5, !isQuiet.load(ordering: .acquiring), operationsLeft.add(-1) > 0 else { return }
        }
        let trail = Trail.current
        guard trail.depth < Trail.limit else { return }
        trail.begin(operation, because: cause)
        var now = Now(world: self, trail: trail, generation: generation, operation: operation, random: SplitMix64(seed))
        if (try? act(&now)) != nil { counters[operation].add(1) }
        trail.end()
        beats.add(1)
    }

    // MARK: - End

    /// Remembers what may be part of a cycle of references.
    func remember(_ mortal: Mortal) {
        carriers.withLock { $0.append(WeakMortal(mortal: mortal)) }
    }

    /// Lets nothing happen any more but what is under way.
    func beQuiet() { isQuiet.store(true, ordering: .releasing) }

    /// Lets go of all objects, in any order.
    func clear(_ random: inout SplitMix64) {
        let clear: [(inout SplitMix64) -> Void] = [
            mails.clear, variables.clear, pairs.clear, buffers.clear, standIns.clear, values.clear, promises.clear,
            dogs.clear, kennels.clear, authors.clear,
        ]
        for clear in clear.shuffled(using: &random) { clear(&random) }
    }

    /// Breaks whatever would keep objects alive after they were let go of.
    func breakCycles() {
        FreeObserver.shared.stopObserving()
        for task in tasks.withLock({ $0 }) { task.cancel() }
        var remembered: [WeakMortal] = []
        carriers.withLock { swap(&$0, &remembered) }
        for carrier in remembered { carrier.mortal?.dropCargo() }
    }
}

private struct WeakMortal {
    weak var mortal: Mortal?
}
