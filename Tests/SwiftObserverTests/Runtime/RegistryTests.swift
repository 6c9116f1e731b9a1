import Testing

@testable import SwiftObserver

@Suite struct RegistryTests {

    private var registry = Registry()
    private let office = PostOffice()

    @Test mutating func `it keeps the order of arrival and lends nothing without observations`() {
        #expect(registry.lend() == nil)
        let observations = add(3)
        #expect(isOnRoll(observations))
        for observation in observations { _ = registry.remove(observation) }
        #expect(registry.lend() == nil)
        #expect(registry.count == 0)
    }

    @Test mutating func `an observation stays from when it's added until it's removed, also while the roll is read`() {
        let observation = makeObservation(), other = makeObservation()
        #expect(!observation.isStaying)
        for observation in [observation, other] { _ = registry.add(observation) }
        #expect(observation.isStaying)
        let reading = registry.lend()
        _ = registry.remove(observation)
        #expect(!observation.isStaying)
        _ = registry.takeBack(reading)
        #expect(!observation.isStaying)
        #expect(other.isStaying)
    }

    @Test(arguments: [(1, true), (16, true), (17, false), (100, false)])
    mutating func `a roll that gets empty stays if it's small, and is used again`(count: Int, stays: Bool) {
        var observations = add(count)
        for _ in 1..<count { #expect(registry.remove(observations.removeLast()) == nil) }
        #expect((registry.remove(observations[0]) == nil) == stays)
        #expect(registry.add(makeObservation()) == nil)
    }

    @Test mutating func `a few gaps stay`() {
        let observations = add(10)
        for observation in observations[1...8] { _ = registry.remove(observation) }
        #expect(slotsOfRoll == 10)
        #expect(isOnRoll([observations[0], observations[9]]))
    }

    @Test mutating func `removing what isn't there is fine`() {
        let stranger = makeObservation()
        _ = registry.remove(stranger)
        let observations = add(2)
        _ = registry.remove(stranger)
        _ = registry.remove(observations[0])
        _ = registry.remove(observations[0])
        #expect(isOnRoll([observations[1]]))
        _ = registry.remove(observations[1])
        _ = registry.remove(observations[1])
        #expect(registry.count == 0)
    }

    @Test mutating func `what somebody reads never changes`() {
        let observations = add(3), reading = registry.lend()
        _ = registry.remove(observations[1])
        _ = registry.remove(observations[1])
        let added = add(1)
        #expect(isOnRoll([observations[0], observations[2], added[0]]))
        #expect(isSame(all(in: reading), observations))
        let crowd = add(100)
        for observation in observations + added + crowd { _ = registry.remove(observation) }
        #expect(isSame(all(in: reading), observations))
        #expect(registry.count == 0)
        _ = registry.takeBack(reading)
    }

    @Test mutating func `who leaves while the roll is read is held until nobody reads it`() {
        var observations = add(3)
        let first = registry.lend(), second = registry.lend(), leaver = WeakBox(observations[1])
        #expect(first?.isOutdated == false)
        _ = registry.remove(observations.remove(at: 1))
        #expect(first?.isOutdated == true)
        #expect(registry.takeBack(first) == nil)
        #expect(leaver.isAlive)
        #expect(registry.takeBack(second)?.observations.count == 1)
        #expect(!leaver.isAlive)
        #expect(isOnRoll(observations))
        let third = registry.lend()
        #expect(third?.isOutdated == false)
        #expect(registry.takeBack(third) == nil)
    }

    @Test mutating func `the last reader takes along a roll that was replaced`() {
        var observations = add(2)
        let first = registry.lend(), second = registry.lend(), leaver = WeakBox(observations[0])
        _ = registry.remove(observations.removeFirst())
        observations += add(100)
        #expect(first?.isOutdated == true)
        let current = registry.lend()
        #expect(registry.takeBack(current) == nil)
        #expect(registry.takeBack(first) == nil)
        #expect(leaver.isAlive)
        #expect(registry.takeBack(second)?.roll != nil)
        #expect(!leaver.isAlive)
        #expect(isOnRoll(observations))
    }

    @Test mutating func `who starts and ends while the roll is read makes it grow only for a while`() {
        let lasting = add(1), reading = registry.lend()
        for _ in 0..<1000 {
            let passing = add(1)
            _ = registry.remove(passing[0])
        }
        let current = registry.lend()
        #expect(all(in: current).count <= 2)
        #expect(isOnRoll(lasting))
        for reading in [reading, current] { _ = registry.takeBack(reading) }
    }

    @Test(.timeLimit(.minutes(1)))
    mutating func `that all leave at once takes time in proportion to their number`() {
        let crowd = add(200_000), reading = registry.lend()
        for observation in crowd { _ = registry.remove(observation) }
        #expect(registry.takeBack(reading)?.observations.count == crowd.count)
        #expect(slotsOfRoll == 0)
    }

    @Test mutating func `gaps don't pile up`() {
        let lasting = add(2)
        for _ in 0..<1000 {
            let passing = add(1)
            _ = registry.remove(passing[0])
        }
        #expect(slotsOfRoll == 2)
        let crowd = add(100), last = add(1)
        for observation in crowd { _ = registry.remove(observation) }
        #expect(slotsOfRoll <= 20)
        #expect(isOnRoll(lasting + last))
    }

    @Test mutating func `a full roll is replaced by one without gaps`() {
        let observations = add(8)
        for observation in observations[1...5] { _ = registry.remove(observation) }
        let reading = registry.lend(), added = add(10)
        #expect(slotsOfRoll == 13)
        #expect(isOnRoll([observations[0], observations[6], observations[7]] + added))
        _ = registry.remove(observations[6])
        #expect(isOnRoll([observations[0], observations[7]] + added))
        #expect(isSame(all(in: reading), [observations[0], observations[6], observations[7]]))
        _ = registry.takeBack(reading)
    }

    @Test mutating func `a roll that got far too large is replaced with the next start`() {
        let crowd = add(1000)
        for observation in crowd.dropFirst() { _ = registry.remove(observation) }
        let next = makeObservation(), last = makeObservation()
        #expect(registry.add(next) != nil)
        #expect(registry.add(last) == nil)
        #expect(isOnRoll([crowd[0], next, last]))
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

    private func collected(of receiver: Receiver.Observations) -> [AnyObservation] {
        var observations: [AnyObservation] = []
        registry.collect(&observations, of: receiver)
        return observations
    }

    @Test(arguments: 1...20)
    mutating func `any sequence of changes leaves the same as in a plain array`(_ seed: UInt64) {
        var random = Random(seed), model: [Observation<Int>] = [], reading: Reading?, read: [AnyObservation] = []
        for _ in 0..<200 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1, 2:
                model += add(1)
            case 3, 4:
                guard let index = model.indices.randomElement(using: &random) else { continue }
                _ = registry.remove(model.remove(at: index))
            default:
                if reading != nil {
                    _ = registry.takeBack(reading)
                    reading = nil
                } else {
                    reading = registry.lend()
                    read = all(in: reading)
                }
            }
            #expect(isOnRoll(model))
            if reading != nil { #expect(isSame(all(in: reading), read)) }
        }
        _ = registry.takeBack(reading)
    }

    // MARK: -

    private mutating func add(_ count: Int) -> [Observation<Int>] {
        let observations = (0..<count).map { _ in makeObservation() }
        for observation in observations { _ = registry.add(observation) }
        return observations
    }

    private func makeObservation(
        _ handler: Handler<Int> = .message { _ in }, receiver: Receiver.Observations? = nil
    ) -> Observation<Int> {
        Observation(of: office, by: nil, isObserverMortal: false, receiver: receiver, handler: handler)
    }

    private func isOnRoll(_ observations: [Observation<Int>]) -> Bool {
        var all: [AnyObservation] = []
        registry.forEach { all.append($0) }
        return registry.count == observations.count && isSame(all, observations)
    }

    private func all(in reading: Reading?) -> [AnyObservation] {
        var all: [AnyObservation] = []
        reading?.forEach { all.append($0) }
        return all
    }

    /// How long the roll is, gaps included.
    private var slotsOfRoll: Int {
        mutating get {
            let reading = registry.lend()
            _ = registry.takeBack(reading)
            return reading?.end ?? 0
        }
    }

    private func isSame(_ left: [AnyObservation], _ right: [AnyObservation]) -> Bool {
        left.elementsEqual(right, by: ===)
    }
}
