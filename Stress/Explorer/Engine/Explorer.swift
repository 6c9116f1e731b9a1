import class Dispatch.DispatchSemaphore
@testable import SwiftObserver

/// Controls the threads of a scenario: runs one at a time, and chooses the next one.
///
/// `@unchecked Sendable` because only the running thread, or the main one in between, uses it.
final class Explorer: Scheduler, @unchecked Sendable {

    static let shared = Explorer()

    /// Chooses the next thread. The first option is the current thread, if it can continue.
    var choose: (Question) -> Int = { _ in 0 }

    /// The choices of this schedule, one for each step with several options.
    private(set) var choices: [Int] = []

    private(set) var violations: [String] = []

    /// `true` if this schedule left threads that will never end.
    private(set) var isStuck = false

    /// The trace of the schedule, if it's recorded.
    var trace: Trace?

    /// The locks and atomics that more than one thread has touched, in any schedule so far.
    private(set) var shared: Set<Int> = []

    private var threads: [ControlledThread] = []
    private var current: ControlledThread?
    private var owners: [UnsafeRawPointer: ControlledThread] = [:]

    /// The numbers of all locks that exist.
    private var locks: [UnsafeRawPointer: Int] = [:]

    /// The names of locks and atomics in this schedule, by number. Only pages show names.
    private var names: [Int: String] = [:]

    /// The name for the locks and atomics that are used next and have none.
    private var nextName: String?

    /// The threads that touched each object in this schedule, as bits.
    private var toucher: [Int: Int] = [:]

    /// The threads that run or wait on a serial queue, by queue.
    private var turns: [ObjectIdentifier: [ControlledThread]] = [:]

    /// The actors on which a thread runs.
    private var busyActors: Set<ObjectIdentifier> = []

    /// The number of threads that run in the pool.
    private var busyInPool = 0

    /// The number of threads in the pool. It doesn't grow, even if all of them are blocked.
    private static let poolSize = 2

    private var workers: [Worker] = []
    private var setupCreations = 0
    private var interruptsUnderLock = false
    private let end = DispatchSemaphore(value: 0)

    /// `true` while locks may be created that exist only once in the process.
    private var isFirstRun = true

    // MARK: - Run one schedule

    func run(_ scenario: Scenario) {
        (choices, violations, threads, owners, toucher, turns) = ([], [], [], [:], [:], [:])
        (busyActors, busyInPool, interruptsUnderLock, names) = ([], 0, scenario.interruptsUnderLock, [:])
        isWatchingExplored = scenario.exploresWatching
        CrashReport.forget()
        Counted.forget()
        for (index, lock) in locks.keys.sorted(by: { locks[$0, default: 0] < locks[$1, default: 0] }).enumerated() {
            locks[lock] = -1 - index
        }
        setupCreations = 0
        // creates the lock of the graph, which exists only once
        if isFirstRun {
            WaitGraph.leave()
            _ = (OfficeDirectory.observed, Sampler.shared.limits, WatchLog.shared.mistakes)
        }
        let locksBefore = locks.count
        perform(scenario)
        if isStuck { return }
        let alive = Counted.alive
        if alive > 0 { violate("\(alive) objects of the scenario are still alive") }
        defer { isFirstRun = false }
        if locks.count != locksBefore, !isFirstRun {
            violate("\(locks.count - locksBefore) locks of the library weren't freed")
        }
    }

    /// Runs the scenario and its final checks. Everything that the scenario made is deallocated.
    private func perform(_ scenario: Scenario) {
        do {
            let setup = ScenarioSetup()
            scenario.build(setup)
            trace?.begin(on: setup.stage)
            while let (name, body) = setup.nextThread() { add(name, body: body) }
            runStrands()
            trace?.end()
            if isStuck {
                // stuck threads hold locks of objects, which must not be deallocated
                _ = Unmanaged.passRetained(setup)
                return
            }
            setup.check()
        }
        runStrands()
    }

    /// Runs all threads until they have ended. Deallocation can add more threads.
    private func runStrands() {
        guard let first = nextStrand() else { return }
        current = first
        first.worker.resume()
        end.wait()
        current = nil
    }

    private func add(_ name: String, in place: ControlledThread.Place = .thread, body: @escaping @Sendable () -> Void) {
        if workers.count == threads.count { workers.append(Worker()) }
        let thread = ControlledThread(
            number: threads.count + 1, name: name, place: place, worker: workers[threads.count], body: body)
        thread.worker.prepare { [self] in
            begin(thread)
            thread.run()
            finish(thread)
        }
        threads.append(thread)
        if case .queue(let queue) = place { turns[ObjectIdentifier(queue), default: []].append(thread) }
    }

    private func begin(_ thread: ControlledThread) {
        thread.hasBegun = true
        switch thread.place {
        case .actor(let actor): busyActors.insert(ObjectIdentifier(actor))
        case .pool: busyInPool += 1
        case .thread, .queue: break
        }
    }

    private func finish(_ thread: ControlledThread) {
        thread.isFinished = true
        if !thread.locks.isEmpty { violate("\(thread.name) ended while it held a lock") }
        switch thread.place {
        case .queue(let queue): turns[ObjectIdentifier(queue)]?.removeFirst()
        case .actor(let actor): busyActors.remove(ObjectIdentifier(actor))
        case .pool: busyInPool -= 1
        case .thread: break
        }
        thread.place = .thread
        if let next = nextStrand() {
            current = next
            next.worker.resume()
        } else if isStuck || threads.allSatisfy(\.isFinished) {
            end.signal()
        } else {
            getStuck(inDeadlock)
        }
    }

    // MARK: - Decide

    /// A choice between threads.
    struct Question {
        let options: [ControlledThread]

        /// `true` if all options but the first interrupt a thread that could continue.
        let isPreemption: Bool

        /// `true` if no other thread touches the object of this step, so the choice has no effect.
        let isLocal: Bool
    }

    /// Performs a step, before which other threads may run.
    private func step(_ what: @autoclosure () -> String, on object: Int? = nil, isLocal: Bool = false) {
        guard let me = current else { return }
        trace?.note(me, what(), on: object.flatMap { names[$0] })
        var options = [me]
        for thread in threads where thread !== me && isReady(thread) { options.append(thread) }
        let next = options[ask(options, isPreemption: true, isLocal: isLocal)]
        if next !== me { goOn(with: next, insteadOf: me) }
    }

    /// `true` if the thread with that name is running.
    func isRunning(_ name: String) -> Bool { current?.name == name }

    /// Lets other threads run, because the current thread can't.
    private func waitInVain(_ me: ControlledThread) {
        guard let next = nextStrand() else {
            getStuck(inDeadlock)
            return me.worker.waitUntilResumed()
        }
        goOn(with: next, insteadOf: me)
    }

    private func nextStrand() -> ControlledThread? {
        let ready = threads.filter(isReady)
        return ready.isEmpty ? nil : ready[ask(ready, isPreemption: false)]
    }

    private func goOn(with next: ControlledThread, insteadOf me: ControlledThread) {
        guard next !== me else { return }
        current = next
        next.worker.resume()
        me.worker.waitUntilResumed()
    }

    private func ask(_ options: [ControlledThread], isPreemption: Bool, isLocal: Bool = false) -> Int {
        guard options.count > 1 else { return 0 }
        let choice = choose(Question(options: options, isPreemption: isPreemption, isLocal: isLocal))
        choices.append(choice)
        CrashReport.remember(choice)
        if choices.count > Self.longest { getStuck("more than \(Self.longest) steps") }
        return min(choice, options.count - 1)
    }

    private static let longest = 20000

    private func isReady(_ thread: ControlledThread) -> Bool {
        if thread.isFinished { return false }
        if let lock = thread.awaitedLock { return owners[lock] == nil }
        if let gate = thread.awaitedGate { return gate.isOpen }
        if let condition = thread.awaitedCondition { return condition() }
        switch thread.place {
        case .thread: return true
        case .queue(let queue): return turns[ObjectIdentifier(queue)]?.first === thread
        case .actor(let actor): return thread.hasBegun || !busyActors.contains(ObjectIdentifier(actor))
        case .pool: return thread.hasBegun || busyInPool < Self.poolSize
        }
    }

    private var inDeadlock: String {
        "deadlock: "
            + threads.filter { !$0.isFinished }.map {
                if let lock = $0.awaitedLock {
                    return "\($0.name) waits for a lock of \(owners[lock]?.name ?? "nobody")"
                }
                if let gate = $0.awaitedGate { return "\($0.name) waits for the gate \(gate.name)" }
                if $0.awaitedCondition != nil { return "\($0.name) is blocked by the library" }
                if case .pool = $0.place { return "\($0.name) waits for a thread of the pool" }
                return "\($0.name) waits for its turn"
            }.joined(separator: ", ")
    }

    // MARK: - Violations

    func violate(_ text: String) {
        violations.append(text)
        CrashReport.remember(violation: text)
        trace?.note(current, "VIOLATION: \(text)")
    }

    /// Reports that nothing can continue, and abandons the threads.
    private func getStuck(_ text: String) {
        violate(text)
        isStuck = true
        end.signal()
        if let me = current, !me.isFinished { while true { me.worker.waitUntilResumed() } }
    }

    /// Performs a step of client code, during which no lock may be held.
    func foreign(_ what: @autoclosure () -> String) {
        if let me = current, !me.locks.isEmpty { violate("\(what()) under a lock") }
        step(what())
    }

    /// Lets other threads run until the gate is open.
    func wait(for gate: Gate) {
        foreign("wait for the gate \(gate.name)")
        guard let me = current else { return }
        while !gate.isOpen {
            me.awaitedGate = gate
            waitInVain(me)
        }
        me.awaitedGate = nil
    }

    func wait(until condition: @escaping () -> Bool) {
        guard let me = current else { return }
        if !me.locks.isEmpty { violate("\(me.name) is blocked under a lock") }
        while !condition() {
            me.awaitedCondition = condition
            waitInVain(me)
        }
        me.awaitedCondition = nil
    }

    /// Lets other threads run until the library blocks the thread with that name.
    func waitUntilBlocked(_ name: String) {
        wait { [self] in threads.contains { $0.name == name && $0.awaitedCondition != nil } }
    }

    /// Notes that a client's object dies. If that's a step, other threads may run.
    func died(_ what: String, isStep: Bool) {
        if let me = current, !me.locks.isEmpty { return violate("death of \(what) under a lock") }
        if isStep { step("death of \(what)") }
    }

    /// The name of the running thread.
    var currentName: String { current?.name ?? "setup" }

    // MARK: - Steps of the runtime

    func didCreate(lock: UnsafeRawPointer) { locks[lock] = newAtomic() }

    func willDestroy(lock: UnsafeRawPointer) { locks[lock] = nil }

    func newAtomic() -> Int {
        guard let current else {
            setupCreations += 1
            return setupCreations
        }
        current.creations += 1
        return current.number << 16 + current.creations
    }

    func willLock(_ lock: UnsafeRawPointer) {
        guard let me = current else { return giveName(to: locks[lock]) }
        if owners[lock] === me { getStuck("\(me.name) acquires a lock that it already holds") }
        step("lock", on: locks[lock], isLocal: touch(locks[lock] ?? 0))
        while owners[lock] != nil {
            me.awaitedLock = lock
            waitInVain(me)
        }
        me.awaitedLock = nil
        take(lock)
    }

    func willTryLock(_ lock: UnsafeRawPointer) -> Bool {
        guard current != nil else {
            giveName(to: locks[lock])
            return true
        }
        step("try lock", on: locks[lock], isLocal: touch(locks[lock] ?? 0))
        if owners[lock] != nil { return false }
        take(lock)
        return true
    }

    private func take(_ lock: UnsafeRawPointer) {
        owners[lock] = current
        current?.locks.append(lock)
        if interruptsUnderLock { step("locked", on: locks[lock], isLocal: touch(locks[lock] ?? 0)) }
    }

    func didUnlock(_ lock: UnsafeRawPointer) {
        guard let me = current else { return }
        owners[lock] = nil
        me.locks.removeAll { $0 == lock }
        step("unlock", on: locks[lock], isLocal: touch(locks[lock] ?? 0))
    }

    func willStep(_ what: Step, on atomic: Int?) {
        guard current != nil else { return giveName(to: atomic) }
        step(what.rawValue, on: atomic, isLocal: atomic.map { touch($0) } ?? false)
    }

    func send(_ block: @escaping @Sendable () -> Void, to queue: DispatchQueue) {
        send(block, as: queue.label, to: queue.isConcurrent ? .pool : .queue(queue))
    }

    /// Adds a thread that waits for its turn in that place.
    func send(_ block: @escaping @Sendable () -> Void, as label: String, to place: ControlledThread.Place) {
        let name = "\(label) (\(threads.count + 1))"
        add(name, in: place, body: block)
        step("send \(name)")
    }

    /// Notes a touch by the current thread. Returns `true` if no other thread did that before.
    private func touch(_ object: Int) -> Bool {
        guard let current else { return true }
        let touchers = toucher[object, default: 0] | 1 << current.number
        toucher[object] = touchers
        if touchers & (touchers - 1) != 0 { shared.insert(object) }
        return !shared.contains(object)
    }

    // MARK: - Names

    /// Gives a name to the locks and atomics that the closure uses, unless they have one.
    func name(_ name: String, usedBy act: () -> Void) {
        withoutSteps {
            nextName = name
            act()
            nextName = nil
        }
    }

    private func giveName(to object: Int?) {
        if let nextName, let object, names[object] == nil { names[object] = nextName }
    }

    /// Runs a closure whose operations aren't steps, so that it can look at the library's state.
    ///
    /// The closure must not take a lock that a controlled thread may hold.
    func withoutSteps<Result>(_ act: () -> Result) -> Result {
        let me = current
        current = nil
        defer { current = me }
        return act()
    }
}

/// Performs a step of the scenario itself, before which other threads may run.
func step(_ what: @autoclosure () -> String) { Explorer.shared.foreign(what()) }
