import Testing

@testable import SwiftObserver

@Suite struct RegistryTests: ~Copyable {

    private var registry = Registry()
    private let office = PostOffice()

    @Test mutating func `it keeps the order of arrival and lends nothing without observations`() {
        #expect(registry.lease() == nil)
        let observations = add(3)
        #expect(isOnList(observations))
        for observation in observations { _ = registry.remove(observation) }
        #expect(registry.lease() == nil)
        #expect(registry.count == 0)
    }

    @Test mutating func `an observation stays from when it's added until it's removed, also while the list is read`() {
        let observation = makeObservation(), other = makeObservation()
        #expect(!observation.isRegistered)
        for observation in [observation, other] { _ = registry.add(observation) }
        #expect(observation.isRegistered)
        let lease = registry.lease()
        _ = registry.remove(observation)
        #expect(!observation.isRegistered)
        _ = registry.end(lease)
        #expect(!observation.isRegistered)
        #expect(other.isRegistered)
    }

    @Test(arguments: [(1, true), (16, true), (17, false), (100, false)])
    mutating func `a list that gets empty stays if it's small, and is used again`(count: Int, stays: Bool) {
        var observations = add(count)
        for _ in 1..<count { #expect(registry.remove(observations.removeLast()) == nil) }
        #expect((registry.remove(observations[0]) == nil) == stays)
        #expect(registry.add(makeObservation()) == nil)
    }

    @Test mutating func `a few gaps stay`() {
        let observations = add(10)
        for observation in observations[1...8] { _ = registry.remove(observation) }
        #expect(slotsOfList == 10)
        #expect(isOnList([observations[0], observations[9]]))
    }

    @Test mutating func `removing what isn't there is fine`() {
        let stranger = makeObservation()
        _ = registry.remove(stranger)
        let observations = add(2)
        _ = registry.remove(stranger)
        _ = registry.remove(observations[0])
        _ = registry.remove(observations[0])
        #expect(isOnList([observations[1]]))
        _ = registry.remove(observations[1])
        _ = registry.remove(observations[1])
        #expect(registry.count == 0)
    }

    @Test mutating func `what somebody reads never changes`() {
        let observations = add(3), lease = registry.lease()
        _ = registry.remove(observations[1])
        _ = registry.remove(observations[1])
        let added = add(1)
        #expect(isOnList([observations[0], observations[2], added[0]]))
        #expect(isSame(all(in: lease), observations))
        let crowd = add(100)
        for observation in observations + added + crowd { _ = registry.remove(observation) }
        #expect(isSame(all(in: lease), observations))
        #expect(registry.count == 0)
        _ = registry.end(lease)
    }

    @Test mutating func `who leaves while the list is read is held until nobody reads it`() {
        var observations = add(3)
        let first = registry.lease(), second = registry.lease(), ended = WeakBox(observations[1])
        #expect(first?.isStale == false)
        _ = registry.remove(observations.remove(at: 1))
        #expect(first?.isStale == true)
        #expect(registry.end(first) == nil)
        #expect(ended.isAlive)
        #expect(registry.end(second)?.observations.count == 1)
        #expect(!ended.isAlive)
        #expect(isOnList(observations))
        let third = registry.lease()
        #expect(third?.isStale == false)
        #expect(registry.end(third) == nil)
    }

    @Test mutating func `the last reader takes along a list that was replaced`() {
        var observations = add(2)
        let first = registry.lease(), second = registry.lease(), ended = WeakBox(observations[0])
        _ = registry.remove(observations.removeFirst())
        observations += add(100)
        #expect(first?.isStale == true)
        let current = registry.lease()
        #expect(registry.end(current) == nil)
        #expect(registry.end(first) == nil)
        #expect(ended.isAlive)
        #expect(registry.end(second)?.replacedList != nil)
        #expect(!ended.isAlive)
        #expect(isOnList(observations))
    }

    @Test mutating func `who leaves a list that has replaced a leased one is held until that isn't read any more`() {
        var observations = add(2)
        let first = registry.lease(), ended = WeakBox(observations[0])
        for _ in 1...3 { observations += add(100) }
        let current = registry.lease()
        _ = registry.remove(observations.removeFirst())
        _ = registry.remove(observations.removeFirst())
        #expect(registry.end(current) == nil && registry.isLeased)
        let left = all(in: first)
        #expect(left.count == 2 && isOnList(observations))
        for _ in 1...3 { observations += add(1000) }
        #expect(registry.end(registry.lease()) == nil && ended.isAlive)
        let reclaimed = registry.end(first)
        #expect(reclaimed?.observations.count == 2 && reclaimed?.replacedList != nil && !registry.isLeased)
        #expect(isOnList(observations))
    }

    @Test mutating func `who starts and ends while the list is read makes it grow only for a while`() {
        let lasting = add(1), lease = registry.lease()
        for _ in 0..<1000 {
            let passing = add(1)
            _ = registry.remove(passing[0])
        }
        let current = registry.lease()
        #expect(all(in: current).count <= 2)
        #expect(isOnList(lasting))
        for lease in [lease, current] { _ = registry.end(lease) }
    }

    @Test(.hangLimit)
    mutating func `that all leave at once takes time in proportion to their number`() {
        let crowd = add(200_000), lease = registry.lease()
        for observation in crowd { _ = registry.remove(observation) }
        #expect(registry.end(lease)?.observations.count == crowd.count)
        #expect(slotsOfList == 0)
    }

    @Test mutating func `gaps don't pile up`() {
        let lasting = add(2)
        for _ in 0..<1000 {
            let passing = add(1)
            _ = registry.remove(passing[0])
        }
        #expect(slotsOfList == 2)
        let crowd = add(100), last = add(1)
        for observation in crowd { _ = registry.remove(observation) }
        #expect(slotsOfList <= 20)
        #expect(isOnList(lasting + last))
    }

    @Test mutating func `a full list is replaced by one without gaps`() {
        let observations = add(8)
        for observation in observations[1...5] { _ = registry.remove(observation) }
        let lease = registry.lease(), added = add(10)
        #expect(slotsOfList == 13)
        #expect(isOnList([observations[0], observations[6], observations[7]] + added))
        _ = registry.remove(observations[6])
        #expect(isOnList([observations[0], observations[7]] + added))
        #expect(isSame(all(in: lease), [observations[0], observations[6], observations[7]]))
        _ = registry.end(lease)
    }

    @Test mutating func `a list that got far too large is replaced with the next start`() {
        let crowd = add(1000)
        for observation in crowd.dropFirst() { _ = registry.remove(observation) }
        let next = makeObservation(), last = makeObservation()
        #expect(registry.add(next) != nil)
        #expect(registry.add(last) == nil)
        #expect(isOnList([crowd[0], next, last]))
    }

    @Test mutating func `it counts who reads authors`() {
        let reader = makeObservation(.messageWithAuthor { _, _ in }), other = makeObservation()
        _ = registry.add(reader)
        _ = registry.add(other)
        #expect(registry.authorReaders == 1)
        _ = registry.remove(other)
        #expect(registry.authorReaders == 1)
        _ = registry.remove(reader)
        _ = registry.remove(reader)
        #expect(registry.authorReaders == 0)
    }

    @Test mutating func `it finds the observations of a receiver`() {
        let receiver = Receiver().observations, other = Receiver().observations
        let observations = [receiver, other, receiver, nil].map { makeObservation(receiver: $0) }
        for observation in observations { _ = registry.add(observation) }
        #expect(isSame(collected(of: receiver), [observations[0], observations[2]]))
        #expect(isSame(collected(of: other), [observations[1]]))
        #expect(collected(of: Receiver().observations).isEmpty)
    }

    private func collected(of receiver: LockedReceiverState) -> [AnyObservation] {
        var observations: [AnyObservation] = []
        registry.collect(&observations, of: receiver)
        return observations
    }

    @Test(arguments: 1...20)
    mutating func `any sequence of changes leaves the same as in a plain array`(_ seed: UInt64) {
        var random = Random(seed), model: [Observation<Int>] = [], lease: ObservationList.Lease?,
            read: [AnyObservation] = []
        for _ in 0..<200 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1, 2:
                model += add(1)
            case 3, 4:
                guard let index = model.indices.randomElement(using: &random) else { continue }
                _ = registry.remove(model.remove(at: index))
            default:
                if lease != nil {
                    _ = registry.end(lease)
                    lease = nil
                } else {
                    lease = registry.lease()
                    read = all(in: lease)
                }
            }
            #expect(isOnList(model))
            if lease != nil { #expect(isSame(all(in: lease), read)) }
        }
        _ = registry.end(lease)
    }

    // MARK: -

    private mutating func add(_ count: Int) -> [Observation<Int>] {
        let observations = (0..<count).map { _ in makeObservation() }
        for observation in observations { _ = registry.add(observation) }
        return observations
    }

    private func makeObservation(
        _ handler: Handler<Int> = .message { _ in }, receiver: LockedReceiverState? = nil
    ) -> Observation<Int> {
        handler.observationType.init(of: office, receiver: receiver, handler: handler)
    }

    private func isOnList(_ observations: [Observation<Int>]) -> Bool {
        var all: [AnyObservation] = []
        registry.forEach { all.append($0) }
        return registry.count == observations.count && isSame(all, observations)
    }

    private func all(in lease: ObservationList.Lease?) -> [AnyObservation] {
        var all: [AnyObservation] = []
        lease?.forEach { all.append($0) }
        return all
    }

    /// The length of the list, including gaps.
    private var slotsOfList: Int {
        mutating get {
            let lease = registry.lease()
            _ = registry.end(lease)
            return lease?.end ?? 0
        }
    }

    private func isSame(_ left: [AnyObservation], _ right: [AnyObservation]) -> Bool {
        left.elementsEqual(right, by: ===)
    }
}
