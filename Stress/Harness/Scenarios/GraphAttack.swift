import Dispatch
import Foundation
import StressSupport

/// Threads that change a graph and read it, and observers of its values.
final class GraphAttack<Subject: GraphSubject>: @unchecked Sendable {

    private let graph: RandomGraph
    private let changes: Int
    private let lives: LiveCount
    private let round: StressRound
    private let functions: [GraphFunction]
    private let subject: Subject
    private let returned: [ReturnedVersion]

    /// The numbers of increments of variables by handlers.
    private let increments: [Total]
    private let queues = (0..<3).map { DispatchQueue(label: "stress derived \($0)") }

    /// One in that many steps of a writer is a read.
    private let readsOneIn: Int

    /// The elements that are read in the end.
    private let readAtEnd: [Int]

    /// `true` if writers pause now and then.
    private let pauses: Bool

    private typealias Observer = (check: GraphUpdateCheck, observation: any SubjectObservation)

    /// The observers that begin before all changes.
    private var observers: [Observer] = []

    /// The observers that have begun meanwhile and are left at the end.
    private let lateObservers = Guarded([Observer]())

    private let made: Guarded<MadeChanges>

    init(_ graph: RandomGraph, changes: Int, seed: UInt64, _ lives: LiveCount, _ round: StressRound) {
        self.graph = graph
        self.changes = changes
        self.lives = lives
        self.round = round
        var random = SplitMix64(seed)
        readsOneIn = [4, 64, 1024][random.below(3)]
        readAtEnd = Array(graph.elements.indices.shuffled(using: &random).prefix(250))
        pauses = random.oneIn(4)
        functions = graph.elements.dropFirst(graph.variableCount).map { GraphFunction($0, round.tally, lives) }
        subject = Subject(graph, functions)
        returned = (0..<graph.variableCount).map { _ in ReturnedVersion() }
        increments = returned.map { _ in Total() }
        made = Guarded(MadeChanges(in: graph))
        observeAll(&random)
    }

    func run() throws {
        let before = functions.map(\.calls), writers = Countdown(round.threads)
        try round.onThreads(round.threads + 2) { [self] index, random in
            switch index {
            case round.threads: while !writers.isOver { readForAWhile(&random) }
            case round.threads + 1: comeAndGo(&random, until: writers)
            default:
                write(index, &random)
                writers.countDown(index)
            }
        }
        judge(before)
        for (index, observer) in observers.enumerated() where index.isMultiple(of: 2) { observer.observation.stop() }
    }

    // MARK: - Observe

    private func observeAll(_ random: inout SplitMix64) {
        var plans: [(element: Int, manner: ObservingManner)] = []
        for element in Array(0..<graph.variableCount) + graph.observed {
            if element < graph.variableCount, random.oneIn(2) { continue }
            plans.append((element, manner(&random)))
            if random.oneIn(4) { plans.append((element, manner(&random))) }
        }
        let queueChecks = queues.map { queue in
            GraphQueueCheck(
                graph, Set(plans.filter { $0.manner.queue === queue && !$0.manner.isMerged }.map(\.element)),
                round.tally)
        }
        for plan in plans {
            let queueIndex = plan.manner.isMerged ? nil : queues.firstIndex { $0 === plan.manner.queue }
            let element = graph.elements[plan.element]
            let check = GraphUpdateCheck(element, plan.manner, queueIndex.map { queueChecks[$0] }, round.tally)
            observers.append((check, observe(check, then: reaction(of: element, &random))))
        }
    }

    /// The last thing that a handler does.
    private enum Reaction { case none, read(Int), increment(Int) }

    /// Handlers read values that depend on the same variables.
    ///
    /// They only change variables with larger numbers than theirs. So changes come to an end.
    private func reaction(of element: GraphElement, _ random: inout SplitMix64) -> Reaction {
        switch random.below(8) {
        case 0, 1:
            let variables = Set(element.variables)
            let related = graph.readable.filter { !variables.isDisjoint(with: graph.elements[$0].variables) }
            return related.randomElement(using: &random).map { .read($0) } ?? .none
        case 2:
            let variables = graph.shared.filter { $0 > element.variables.max() ?? 0 }
            return variables.randomElement(using: &random).map { .increment($0) } ?? .none
        default: return .none
        }
    }

    private func manner(_ random: inout SplitMix64) -> ObservingManner {
        let queue = random.oneIn(2) ? queues[random.below(queues.count)] : nil
        return ObservingManner(
            queue: queue, isMerged: queue != nil && random.oneIn(4), startsWithLatest: random.oneIn(3))
    }

    private func observe(_ check: GraphUpdateCheck, then reaction: Reaction = .none) -> any SubjectObservation {
        let counted = CountedObject(lives), element = check.element.id
        return subject.observe(element, check.manner) {
            [weak subject, graph, returned, increments, tally = round.tally] old, new in
            counted.touch()
            check.handle(old, new)
            switch reaction {
            case .none: break
            case .read(let other):
                guard let subject else { return }
                let reader = GraphReader(subject, graph, returned, tally)
                reader.know(new, of: element)
                reader.read(other)
            case .increment(let variable):
                guard check.updates.isMultiple(of: 16), old != new, let subject else { return }
                returned[variable].raise(to: subject.increment(variable))
                increments[variable].add(1)
            }
        }
    }

    /// Begins and ends observations until the writers have ended.
    private func comeAndGo(_ random: inout SplitMix64, until writers: Countdown) {
        guard !graph.fleeting.isEmpty else { return }
        var current: [Observer] = []
        while !writers.isOver {
            if current.count > random.below(6) {
                current.remove(at: random.below(current.count)).observation.stop()
            } else {
                let element = graph.elements[graph.fleeting[random.below(graph.fleeting.count)]]
                let versions = returned.map(\.now)
                let check = GraphUpdateCheck(element, manner(&random), after: versions, round.tally)
                current.append((check, observe(check)))
            }
            usleep(UInt32(random.below(100)))
        }
        lateObservers.withLock { [current] in $0 = current }
    }

    // MARK: - Read

    private func readForAWhile(_ random: inout SplitMix64) {
        let reader = GraphReader(subject, graph, returned, round.tally)
        for _ in 0..<10 { reader.readAny(&random) }
        usleep(UInt32(random.below(200)))
    }

    // MARK: - Write

    private func write(_ index: Int, _ random: inout SplitMix64) {
        let reader = GraphReader(subject, graph, returned, round.tally)
        let writer = GraphWriter(index, graph, subject, reader)
        for _ in 0..<changes / round.threads + (index < changes % round.threads ? 1 : 0) {
            writer.changeSomething(&random)
            round.tally.beat()
            while random.oneIn(readsOneIn) { reader.readAny(&random) }
            if pauses { random.pause() }
        }
        made.withLock { $0.add(writer.made) }
    }

    // MARK: - Judge

    private func judge(_ before: [Int]) {
        let tally = round.tally
        let left = subject.drain(within: .seconds(Int64(10 * round.patience)))
        tally.expect(left.isEmpty, "left: updates weren't handled in time: \(left)")
        var made = made.withLock { $0 }
        for index in made.variables.indices { made.variables[index] += increments[index].now }
        let versions = made.versions(in: graph)
        for (check, _) in observers { check.judge(versions, changes: made.showing(in: check.element, of: graph)) }
        for (check, observation) in lateObservers.withLock({ $0 }) {
            check.judge(versions, changes: nil)
            observation.stop()
        }
        lateObservers.withLock { $0 = [] }
        judgeCalls(before, made)
        judgeReads(versions)
    }

    /// Checks that each change called each function at most once, and none that nobody needed.
    ///
    /// A function isn't called either if a change shows in none of its arguments.
    private func judgeCalls(_ before: [Int], _ made: MadeChanges) {
        let showing = graph.elements.map { made.showing(in: $0, of: graph) }
        // If all observers merge updates, their places call the function once for several changes.
        let all = observers.map(\.check), others = all.filter { !$0.manner.isMerged }
        let merged = Set(all.map(\.element.id)).subtracting(others.map(\.element.id))
        for (index, function) in functions.enumerated() {
            let element = function.element, calls = function.calls - before[index], isLive = graph.isLive[element.id]
            guard graph.isUnread[element.id], isLive || !graph.canLive[element.id] else { continue }
            let changes = Set(element.inputs).reduce(0) { $0 + showing[$1] }
            let most = isLive ? min(changes, made.reaching(element, in: graph)) : 0
            round.tally.expect(
                calls == most || calls < most && (!element.isExact || merged.contains(element.id)),
                "calls: \(most) changes reached \(element.id), and its function was called \(calls) times")
        }
    }

    /// Checks that values are the functions of the last versions, and computed at most once.
    private func judgeReads(_ versions: [Int32]) {
        let before = functions.map(\.calls)
        for _ in 0..<2 {
            for number in readAtEnd {
                let element = graph.elements[number]
                let numbers = subject.value(of: number).numbers, expected = element.numbers(for: versions)
                round.tally.expect(
                    numbers == expected,
                    "value: \(number) is \(element.text(numbers)), and not \(element.text(expected))")
                round.tally.beat()
            }
        }
        for (function, before) in zip(functions, before) {
            round.tally.expect(
                function.calls <= before + 1,
                "calls: \(function.element.id) was computed again without a change")
        }
    }
}
