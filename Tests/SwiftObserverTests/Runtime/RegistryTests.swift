import Testing

@testable import SwiftObserver

@Suite struct RegistryTests {

    private var registry = Registry()
    private let office = PostOffice()

    @Test mutating func `it keeps the order of arrival and has no roll without observations`() {
        #expect(registry.roll == nil)
        let observations = add(3)
        #expect(isOnRoll(observations))
        for observation in observations { registry.remove(observation) }
        #expect(registry.roll == nil)
        #expect(registry.count == 0)
    }

    @Test mutating func `removing what isn't there is fine`() {
        let stranger = makeObservation()
        registry.remove(stranger)
        let observations = add(2)
        registry.remove(stranger)
        registry.remove(observations[0])
        registry.remove(observations[0])
        #expect(isOnRoll([observations[1]]))
        registry.remove(observations[1])
        registry.remove(observations[1])
        #expect(registry.count == 0)
    }

    @Test mutating func `a roll that somebody reads never changes`() {
        let observations = add(3), roll = registry.roll
        registry.remove(observations[1])
        let added = add(1)
        #expect(isOnRoll([observations[0], observations[2], added[0]]))
        #expect(isSame(roll?.slots.compactMap { $0 } ?? [], observations))
        for observation in observations + added { registry.remove(observation) }
        #expect(roll?.slots.count == 3)
    }

    @Test mutating func `gaps don't pile up`() {
        let lasting = add(2)
        for _ in 0..<1000 {
            let passing = add(1)
            registry.remove(passing[0])
        }
        #expect(registry.roll?.slots.count == 2)
        let crowd = add(100), last = add(1)
        for observation in crowd { registry.remove(observation) }
        #expect(registry.roll.map { $0.slots.count <= 20 } == true)
        #expect(isOnRoll(lasting + last))
    }

    @Test mutating func `a copy of a roll has no gaps`() {
        let observations = add(8)
        for observation in observations[1...5] { registry.remove(observation) }
        let roll = registry.roll, added = add(1)
        #expect(registry.roll !== roll)
        #expect(registry.roll?.slots.count == 4)
        #expect(isOnRoll([observations[0], observations[6], observations[7], added[0]]))
        registry.remove(observations[6])
        #expect(isOnRoll([observations[0], observations[7], added[0]]))
    }

    @Test mutating func `a roll that nobody reads is not copied`() {
        let observations = add(3), roll = registry.roll.map { WeakBox($0) }
        registry.remove(observations[1])
        #expect(roll?.isAlive == true)
        _ = add(1)
        #expect(roll?.isAlive == true)
    }

    @Test mutating func `it counts who reads authors`() {
        let reader = makeObservation(.messageWithAuthor { _, _ in }), other = makeObservation()
        registry.add(reader)
        registry.add(other)
        #expect(registry.authorReaders == 1)
        registry.remove(other)
        #expect(registry.authorReaders == 1)
        registry.remove(reader)
        registry.remove(reader)
        #expect(registry.authorReaders == 0)
    }

    @Test mutating func `it finds the observations of a receiver`() {
        let receiver = Receiver().observations, other = Receiver().observations
        let observations = [receiver, other, receiver, nil].map { makeObservation(receiver: $0) }
        for observation in observations { registry.add(observation) }
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
        var random = Random(seed), model: [Observation<Int>] = [], reader: Roll?
        for _ in 0..<200 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1, 2:
                model += add(1)
            case 3, 4:
                guard let index = model.indices.randomElement(using: &random) else { continue }
                registry.remove(model.remove(at: index))
            default:
                reader = reader == nil ? registry.roll : nil
            }
            #expect(isOnRoll(model))
        }
        withExtendedLifetime(reader) {}
    }

    // MARK: -

    private mutating func add(_ count: Int) -> [Observation<Int>] {
        let observations = (0..<count).map { _ in makeObservation() }
        for observation in observations { registry.add(observation) }
        return observations
    }

    private func makeObservation(
        _ handler: Handler<Int> = .message { _ in }, receiver: Receiver.Observations? = nil
    ) -> Observation<Int> {
        Observation(of: office, by: nil, receiver: receiver, handler: handler)
    }

    private func isOnRoll(_ observations: [Observation<Int>]) -> Bool {
        registry.count == observations.count
            && isSame(registry.roll?.slots.compactMap { $0 } ?? [], observations)
    }

    private func isSame(_ left: [AnyObservation], _ right: [AnyObservation]) -> Bool {
        left.elementsEqual(right, by: ===)
    }
}

private struct Random: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
