import Testing

@testable import SwiftObserver

/// The order in which values are locked, changed, posted and unlocked, recorded by test values.
@Suite struct DependenciesTests {

    private let log = Recorder<String>(), author = Dog(), values: [RecordedValue]

    init() {
        let locks = (0..<4).map { _ in Protected(0) }.sorted { $0.mutex < $1.mutex }
        values = locks.enumerated().map { [log] in RecordedValue($0, $1, log) }
    }

    // MARK: - Dependencies

    @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 1, 2, 1, 2], [3, 3]])
    func `each dependency is locked once, in the order of locks, however many links it has`(links: [Int]) {
        let dependencies = Dependencies(links.map { link(of: $0, in: 3) }, ValueRecord(), of: [])
        let mutexes = Set(links).sorted().map { values[$0].mutex }
        #expect(dependencies.mutexes == mutexes)
        dependencies.lock()
        #expect(mutexes.allSatisfy { !$0.tryLock() })
        dependencies.unlock()
        #expect(mutexes.allSatisfy { $0.tryLock() })
        mutexes.unlock()
    }

    @Test func `a combination holds its variables`() {
        let boxes: [WeakBox<Dog>], dependencies: Dependencies<VariableState<Int>>
        do {
            let variables = [Dog(), Dog()]
            boxes = variables.map { WeakBox($0) }
            dependencies = Dependencies([], ValueRecord(), of: variables)
        }
        #expect(boxes.allSatisfy { $0.isAlive })
        withExtendedLifetime(dependencies) {}
    }

    // MARK: - Combinations follow

    @Test func `all combinations are locked before the first one follows, and unlocked after the last one`() {
        let completions = update(along: [link(of: 0, in: 3), link(of: 0, in: 1), link(of: 0, in: 2)])
        #expect(
            log.values == [
                "lock 1", "lock 2", "lock 3", "3 takes over from 0", "1 takes over from 0", "2 takes over from 0",
                "unlock 1", "unlock 2", "unlock 3",
            ])
        deliver(completions)
        #expect(log.values == ["3 delivers", "1 delivers", "2 delivers"])
    }

    @Test func `each combination follows once, with all its links`() {
        let links = [link(of: 0, in: 2), link(of: 0, in: 3), link(of: 1, in: 2), link(of: 0, in: 2)]
        let completions = update(along: links)
        #expect(
            log.values == [
                "lock 2", "lock 3", "2 takes over from 0 1 0", "3 takes over from 0", "unlock 2", "unlock 3",
            ])
        deliver(completions)
        #expect(log.values == ["2 delivers", "3 delivers"])
    }

    @Test func `a combination that has died delivers nothing`() {
        values[2].isDead.withLock { $0 = true }
        let completions = update(along: [link(of: 0, in: 2), link(of: 0, in: 3)])
        #expect(log.values.contains("unlock 2"))
        deliver(completions)
        #expect(log.values == ["3 delivers"])
    }

    @Test(arguments: [1, 2], [false, true])
    func `links are kept until all is delivered, since a dead combination may depend on one`(count: Int, isDead: Bool) {
        values[2].isDead.withLock { $0 = isDead }
        var links = (0..<count).map { link(of: 0, in: 2 + $0) },
            completions = update(along: links)
        let box = WeakBox(links[0])
        links = []
        #expect(box.isAlive)
        deliver(completions)
        completions = Completions()
        #expect(!box.isAlive)
    }

    @Test func `nobody has to follow where there are no combinations`() {
        deliver(update(along: []))
        #expect(log.values.isEmpty)
    }

    // MARK: - Change

    @Test func `variables are set from left to right while their combinations are locked, and then these follow`() {
        var completions = Completions()
        [change(of: 1, in: [3, 2]), change(of: 0, in: [3])].make(as: author, &completions)
        #expect(
            log.values == [
                "lock 2", "lock 3", "set 1", "set 0", "3 takes over from 1 0", "2 takes over from 1", "unlock 2",
                "unlock 3",
            ])
        deliver(completions)
        #expect(log.values == ["1 delivers", "0 delivers", "3 delivers", "2 delivers"])
    }

    // MARK: -

    private func link(of dependency: Int, in combination: Int) -> RecordedLink {
        RecordedLink(of: values[dependency], in: values[combination])
    }

    private func change(of dependency: Int, in dependents: [Int]) -> DependencyChange {
        DependencyChange(dependents: .linked(dependents.map { link(of: dependency, in: $0) })) { [log] completions in
            log.record("set \(dependency)")
            completions.append { log.record("\(dependency) delivers") }
        }
    }

    private func update(along links: [RecordedLink]) -> Completions {
        var completions = Completions()
        let commit = Commit(of: .linked(links), as: author, &completions)
        commit.finish(as: author, &completions)
        return completions
    }

    /// Delivers, and leaves only that in the log.
    private func deliver(_ completions: consuming Completions) {
        log.clear()
        completions.deliver()
    }
}

extension Dependents {

    fileprivate static func linked(_ links: [RecordedLink]) -> Dependents {
        let dependents = Dependents()
        links.forEach(dependents.add)
        return dependents
    }
}

/// A value that records the calls that it gets. Its number ascends with its lock.
private final class RecordedValue: AnyPublishedValue {

    let number: Int, isDead = LockedBox(false)
    let downstream = Downstream(registrar: ObservationRegistrar(), type: Int.self)
    private let state: Protected<Int>, log: Recorder<String>

    init(_ number: Int, _ state: Protected<Int>, _ log: Recorder<String>) {
        (self.number, self.state, self.log) = (number, state, log)
    }

    var identity: ObjectIdentifier { state.identity }
    var mutex: Mutex { state.mutex }
    func lock() { log.record("lock \(number)") }
    func unlock() { log.record("unlock \(number)") }

    func update(along links: [any DependencyLink], as author: AnyObject, _ completions: inout Completions) {
        if isDead.withLock({ $0 }) { return completions.append { withExtendedLifetime(links) {} } }
        let dependencies = links.compactMap { ($0.dependency as? RecordedValue)?.number }
        log.record("\(number) takes over from \(dependencies.map { "\($0)" }.joined(separator: " "))")
        completions.append { [log, number] in
            log.record("\(number) delivers")
            withExtendedLifetime(links) {}
        }
    }
}

/// A link that has only its two values.
private final class RecordedLink: LinkToCombination {

    typealias Combination = VariableState<Int>
    let combination: any AnyPublishedValue, dependency: any AnyPublishedValue, recordOfCombination = ValueRecord()
    init(of dependency: RecordedValue, in combination: RecordedValue) {
        (self.dependency, self.combination) = (dependency, combination)
    }
    func copyValue() {}
    func connect() {}
    func disconnect() {}
    func change(from old: Int, to new: Int, as author: AnyObject) -> DependencyChange? { nil }
    func link<Outer: ValueState>(
        to outer: PublishedValue<Outer>, _ record: ValueRecord, at path: WritableKeyPath<Outer.Value, Int>
    ) -> any LinkToCombination<Outer> { preconditionFailure("Nobody combines this.") }
}
