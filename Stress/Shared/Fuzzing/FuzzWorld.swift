import Dispatch
import StressSupport
import SwiftObserver
import Synchronization

/// The objects that all threads of one round share.
final class FuzzWorld: Sendable {

    typealias FuzzMessenger = FuzzSubjectOf<Messenger<Parcel>>
    typealias FuzzVariable = FuzzSubjectOf<Var<Parcel>>
    typealias FuzzPair = FuzzSubjectOf<Var<Pair<Parcel, Parcel>>>
    typealias FuzzBuffer = FuzzSubjectOf<Buffer<Messenger<Parcel>, Parcel>>
    typealias FuzzStandIn = FuzzSubjectOf<BufferedWeak<Var<Parcel>>>
    typealias FuzzValue = FuzzSubjectOf<Map<Var<Parcel>, Parcel>>
    typealias FuzzDerived = FuzzSource<Derived<Parcel>>
    typealias FuzzPromise = FuzzSubjectOf<Promise<Parcel>>

    let findings: Findings
    let lives = LiveObjects()

    /// A counter that grows as long as there's progress.
    let beats = AtomicCounter()

    let messengers = ObjectPool<FuzzMessenger>(24)
    let variables = ObjectPool<FuzzVariable>(6)
    let pairs = ObjectPool<FuzzPair>(3)
    let buffers = ObjectPool<FuzzBuffer>(4)
    let standIns = ObjectPool<FuzzStandIn>(3)
    let values = ObjectPool<FuzzValue>(4)
    let derived = ObjectPool<FuzzDerived>(5)
    let promises = ObjectPool<FuzzPromise>(6)
    let observers = ObjectPool<FuzzObserver>(16)
    let handles = ObjectPool<FuzzHandle>(24)
    let actors = ObjectPool<FuzzActor>(3)
    let authors = ObjectPool<AuthorHolder>(6)

    /// Two serial queues and two concurrent ones.
    let queues = (0..<4).map { index in
        DispatchQueue(label: "fuzz \(index)", attributes: index < 2 ? [] : .concurrent)
    }

    let tasks = Guarded<[Task<Void, Never>]>([])

    private let latestNumber = AtomicCounter()
    private let isQuiet = Atomic(false)
    private let operationsLeft: AtomicCounter
    private let carriers = Guarded<[WeakMortal]>([])
    private let counters: [AtomicCounter]

    init(_ findings: Findings, operations: Int, counters: [AtomicCounter]) {
        self.findings = findings
        self.counters = counters
        operationsLeft = AtomicCounter()
        operationsLeft.add(operations)
    }

    /// Makes a number for another observable.
    func nextNumber() -> Int { latestNumber.add(1) }

    // MARK: - Act

    /// Performs a random operation because of an event, if that isn't too remote.
    func act(because cause: OperationStack.Cause, _ seed: UInt64, _ generation: Int) {
        var random = SplitMix64(seed)
        let operation = Operation.any(&random)
        act(because: cause, random.next(), generation, operation) { try Operation.all[operation].act(&$0) }
    }

    /// Performs a given operation because of an event, if that isn't too remote.
    func act(
        because cause: OperationStack.Cause, _ seed: UInt64, _ generation: Int, _ operation: Int = Operation.lastWords,
        _ act: (inout OperationContext) throws -> Void
    ) {
        if cause != .thread {
            guard generation < 5, !isQuiet.load(ordering: .acquiring), operationsLeft.add(-1) > 0 else { return }
        }
        let stack = OperationStack.current
        guard stack.depth < OperationStack.limit else { return }
        stack.begin(operation, because: cause)
        var context = OperationContext(
            world: self, stack: stack, generation: generation, operation: operation, mayWait: cause == .thread,
            random: SplitMix64(seed))
        if (try? act(&context)) != nil { counters[operation].add(1) }
        stack.end()
        beats.add(1)
    }

    // MARK: - End

    /// Remembers an object that may be part of a reference cycle.
    func remember(_ mortal: Mortal) {
        carriers.withLock { $0.append(WeakMortal(mortal: mortal)) }
    }

    /// Lets no operation begin, except for operations in progress.
    func beQuiet() { isQuiet.store(true, ordering: .releasing) }

    /// Releases all objects, in random order.
    func clear(_ random: inout SplitMix64) {
        let clear: [(inout SplitMix64) -> Void] = [
            messengers.clear, variables.clear, pairs.clear, buffers.clear, standIns.clear, values.clear, derived.clear,
            promises.clear, observers.clear, handles.clear, actors.clear, authors.clear,
        ]
        for clear in clear.shuffled(using: &random) { clear(&random) }
    }

    /// Breaks all references that would keep objects alive after their release.
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
