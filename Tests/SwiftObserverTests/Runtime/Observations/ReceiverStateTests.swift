import Dispatch
import Testing

@testable import SwiftObserver

/// Decisions of a receiver about its observations, with no thread but that of the test.
@Suite struct ReceiverStateTests {

    private let office = PostOffice(), otherOffice = PostOffice()

    // MARK: - Add and remove

    @Test func `each observation knows where it is`() {
        var state = ReceiverState()
        let observations = add(5, to: &state), found = contents(of: state)
        #expect(isSame(found, observations))
        #expect(observations.map(\.receiverIndex) == [0, 1, 2, 3, 4])
    }

    @Test(arguments: [(0, [3, 1, 2]), (1, [0, 3, 2]), (2, [0, 1, 3]), (3, [0, 1, 2])])
    func `the last one takes the place of one that is removed`(removed: Int, left: [Int]) {
        var state = ReceiverState()
        let observations = add(4, to: &state)
        state.remove(observations[removed])
        let found = contents(of: state)
        #expect(isSame(found, left.map { observations[$0] }))
        #expect(left.map { observations[$0].receiverIndex } == [0, 1, 2])
    }

    @Test func `whoever is removed is not held any more`() {
        var state = ReceiverState(), observations = add(3, to: &state)
        let boxes = observations.map { WeakBox($0) }
        for _ in 1...3 { state.remove(observations.removeFirst()) }
        let isEmpty = contents(of: state).isEmpty
        #expect(isEmpty && boxes.allSatisfy { !$0.isAlive })
    }

    @Test func `removing what is not here changes nothing`() {
        var state = ReceiverState(), stranger = observation()
        state.remove(stranger)
        let observations = add(3, to: &state)
        for index in [0, 2, 3, -1, Int32.max] {
            stranger.receiverIndex = index
            state.remove(stranger)
        }
        state.remove(observations[0])
        state.remove(observations[0])
        let found = contents(of: state)
        #expect(isSame(found, [observations[2], observations[1]]))
        stranger = observations[0]
        #expect(observations.allSatisfy { !$0.isEnded })
    }

    @Test func `many are more than sixteen`() {
        var state = ReceiverState()
        let hadMany = state.hasMany, observations = add(16, to: &state), sixteen = state.hasMany
        _ = add(1, to: &state)
        let seventeen = state.hasMany
        state.remove(observations[0])
        let again = state.hasMany
        #expect([hadMany, sixteen, seventeen, again] == [false, false, true, false])
    }

    // MARK: - End

    @Test func `all end, the latest first`() {
        var state = ReceiverState()
        let observations = add(4, to: &state), ended = Array(state.end()), again = Array(state.end())
        #expect(isSame(ended, observations.reversed()))
        #expect(observations.allSatisfy { $0.isEnded })
        let stay = contents(of: state)
        #expect(again.isEmpty && isSame(stay, observations))
    }

    @Test func `those of one office end, and all stay until they're removed`() {
        var state = ReceiverState()
        let observations = add([office, otherOffice, office, otherOffice, office], to: &state)
        let ended = Array(state.end(of: office)), meanwhile = contents(of: state), again = Array(state.end(of: office))
        for observation in ended { state.removeUnlessRetired(observation) }
        let left = contents(of: state)
        #expect(isSame(ended, [observations[4], observations[2], observations[0]]))
        #expect(observations.map(\.isEnded) == [true, false, true, false, true])
        #expect(isSame(meanwhile, observations))
        #expect(left.count == 2 && left.allSatisfy { $0.registrar === otherOffice })
        #expect(left.map(\.receiverIndex) == [0, 1])
        #expect(again.isEmpty)
    }

    @Test(arguments: [true, false])
    func `one that somebody else is just ending stays until that one removes it`(ofOneOffice: Bool) {
        var state = ReceiverState()
        let observations = add(3, to: &state), isEndedHere = observations[1].markEnded()
        let ended = Array(state.end(of: ofOneOffice ? office : nil))
        for observation in ended { state.removeUnlessRetired(observation) }
        let left = contents(of: state)
        #expect(isEndedHere)
        #expect(isSame(ended, [observations[2], observations[0]]))
        #expect(isSame(left, [observations[1]]) && left.map(\.receiverIndex) == [0])
        state.remove(observations[1])
        let isEmpty = contents(of: state).isEmpty
        #expect(isEmpty)
    }

    @Test func `group anywhere have ended as soon as one of them does`() {
        var state = ReceiverState()
        let group = ObservationGroup(), elsewhere = observation(of: otherOffice, group)
        let here = [observation(group), observation(of: otherOffice, group), observation()]
        for observation in here { _ = state.add(observation) }
        let ended = Array(state.end(of: office))
        #expect(isSame(ended, [here[2], here[0]]))
        #expect(here[1].isEnded && elsewhere.isEnded)
        let rest = Array(state.end())
        #expect(isSame(rest, [here[1]]))
    }

    @Test func `what has ended leaves the offices and the receiver`() {
        let messenger = Messenger<Int>(), receiver = Protected(ReceiverState())
        for _ in 1...3 {
            let observation = Observation<Int>(of: messenger.office, receiver: receiver, handler: .message { _ in })
            _ = receiver.withLock { $0.add(observation) }
            messenger.office.start(observation, ofMessenger: messenger)
        }
        let before = messenger.office.observationCount
        receiver.withLock { $0.end() }.finishEnds()
        #expect(before == 3 && messenger.office.observationCount == 0)
        #expect(receiver.withLock { $0.observations.isEmpty })
    }

    // MARK: - Close

    @Test func `who closes ends all, and nothing is added after that`() {
        var state = ReceiverState()
        let observations = add(2, to: &state), ended = Array(state.close()), late = observation()
        let isAdded = state.add(late), again = Array(state.close()), isEmpty = contents(of: state).isEmpty
        #expect(isSame(ended, observations.reversed()))
        #expect(!isAdded && !late.isEnded)
        #expect(again.isEmpty && isEmpty)
    }

    @Test func `one that somebody else is just ending can be removed after the close`() {
        var state = ReceiverState()
        let observation = add(1, to: &state)[0], isEndedHere = observation.markEnded()
        let ended = Array(state.close()), left = contents(of: state)
        state.remove(observation)
        let isEmpty = contents(of: state).isEmpty
        #expect(isEndedHere && ended.isEmpty && isSame(left, [observation]) && isEmpty)
    }

    @Test(arguments: 1...20)
    func `whatever is done, each observation is here until it's removed and knows where`(_ seed: UInt64) throws {
        var random = Random(seed), state = ReceiverState(), model: [AnyObservation] = []
        for _ in 0..<200 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0...4:
                model += add([Bool.random(using: &random) ? office : otherOffice], to: &state)
            case 5, 6:
                guard let index = model.indices.randomElement(using: &random) else { continue }
                state.remove(model.remove(at: index))
            case 7:
                _ = model.randomElement(using: &random)?.markEnded()
            default:
                let office = [office, otherOffice, nil][Int.random(in: 0..<3, using: &random)]
                let expected = model.filter { (office == nil || $0.registrar === office) && !$0.isEnded }
                let ended = Array(state.end(of: office))
                try #require(Set(ended.map(ObjectIdentifier.init)) == Set(expected.map(ObjectIdentifier.init)))
                try #require(ended.count == expected.count && ended.allSatisfy { $0.isEnded })
                for observation in ended { state.removeUnlessRetired(observation) }
                model.removeAll { observation in ended.contains { $0 === observation } }
            }
            let found = contents(of: state)
            try #require(found.map { Int($0.receiverIndex) } == Array(found.indices))
            try #require(Set(found.map(ObjectIdentifier.init)) == Set(model.map(ObjectIdentifier.init)))
        }
    }

    // MARK: - The observer

    @Test func `who observes first is referred to for good, whatever becomes of the observations`() {
        var state = ReceiverState()
        let one = Dog(), other = Dog(), before = state.observerReference.observer
        let knows = [state.observerReference.refer(to: one), state.observerReference.refer(to: other)]
        _ = add(2, to: &state)
        _ = state.close()
        let stillKnows = [state.observerReference.refer(to: one), state.observerReference.refer(to: other)],
            after = state.observerReference.observer
        #expect(before == nil && after === one)
        #expect(knows == [true, false] && stillKnows == [true, false])
    }

    @Test func `the reference does not keep the observer alive, and nobody takes its place`() {
        var state = ReceiverState(), observer: Dog? = Dog()
        let isKnown = observer.map { state.observerReference.refer(to: $0) },
            before = state.observerReference.observer != nil
        observer = nil
        let after = state.observerReference.observer, isOtherKnown = state.observerReference.refer(to: Dog()),
            afterOther = state.observerReference.observer
        #expect(isKnown == true && before && !isOtherKnown)
        #expect(after == nil && afterOther == nil)
    }

    @Test func `no object gets the address of an observer that died`() {
        var state = ReceiverState(), observers: [Dog] = []
        let isKnown = state.observerReference.refer(to: Dog())
        for _ in 0..<1000 {
            let observer = Dog()
            if state.observerReference.refer(to: observer) { observers.append(observer) }
        }
        #expect(isKnown && observers.isEmpty)
    }

    @Test(arguments: [true, false])
    func `where addresses are used again, the observer at the address must also live`(isAddressReserved: Bool) {
        let state = Protected(ReceiverState()), answers = Recorder<Bool>()
        let observer = DyingObserver { observer in
            answers.record(
                state.withLock { $0.observerReference.refer(to: observer, isAddressReserved: isAddressReserved) })
        }
        answers.record(
            state.withLock { $0.observerReference.refer(to: observer, isAddressReserved: isAddressReserved) })
        withExtendedLifetime(consume observer) {}
        #expect(answers.values == [true, isAddressReserved])
    }

    @Test func `an observer that starts to observe while it dies is not referred to`() {
        let state = Protected(ReceiverState()), answers = Recorder<Bool>()
        _ = DyingObserver { observer in
            for _ in 1...2 {
                answers.record(
                    state.withLock { $0.observerReference.refer(to: observer) && $0.observerReference.observer == nil })
            }
        }
        #expect(answers.values == [true, true])
        #expect(state.withLock { $0.observerReference.observer == nil })
    }

    // MARK: - Retired ones

    @Test func `one that is retired stays until its handler has returned`() {
        var state = ReceiverState()
        let observations = add(2, to: &state)
        observations[0].retire()
        for observation in observations { state.removeUnlessRetired(observation) }
        let kept = contents(of: state)
        observations[0].letGo()
        state.removeUnlessRetired(observations[0])
        let left = contents(of: state)
        #expect(isSame(kept, [observations[0]]) && left.isEmpty)
    }

    @Test(arguments: [true, false])
    func `one that has ended stays while it's being unregistered, and behind that if it's retired`(isRetired: Bool) {
        var state = ReceiverState()
        let observation = add(1, to: &state)[0], ended = Array(state.end()), meanwhile = contents(of: state)
        if isRetired { observation.retire() }
        for _ in 1...2 { state.removeUnlessRetired(observation) }
        let kept = contents(of: state)
        #expect(isSame(ended, [observation]) && isSame(meanwhile, [observation]))
        #expect(isSame(kept, isRetired ? [observation] : []))
    }

    @Test func `nothing stays after the close`() {
        var state = ReceiverState()
        let observation = add(1, to: &state)[0], ended = Array(state.close())
        observation.retire()
        state.removeUnlessRetired(observation)
        let isEmpty = contents(of: state).isEmpty
        #expect(isSame(ended, [observation]) && isEmpty)
    }

    @Test func `who ends while nothing runs is kept nowhere`() {
        let dog = Dog(), sky = Messenger<Int>(), queue = DispatchQueue(label: "queue")
        dog.observe(sky) { _ in }
        dog.observe(sky, on: queue) { _ in }
        dog.observe(sky).debounce(for: .seconds(600)).receive { _ in }
        sky.send(1)
        queue.sync {}
        dog.stopObserving()
        #expect(dog.receiver.observations.withLock { $0.observations.isEmpty } && sky.office.retired.isEmpty)
    }

    // MARK: -

    private func add(_ count: Int, to state: inout ReceiverState) -> [AnyObservation] {
        add(Array(repeating: office, count: count), to: &state)
    }

    private func add(_ offices: [PostOffice], to state: inout ReceiverState) -> [AnyObservation] {
        offices.map { office in
            let observation = observation(of: office), isAdded = state.add(observation)
            #expect(isAdded)
            return observation
        }
    }

    private func observation(of office: PostOffice? = nil, _ group: ObservationGroup? = nil) -> AnyObservation {
        Observation<Int>(
            of: office ?? self.office, extras: ObservationExtras(endingWith: group),
            handler: .message { _ in })
    }

    private func observation(_ group: ObservationGroup) -> AnyObservation { observation(of: nil, group) }

    private func contents(of state: borrowing ReceiverState) -> [AnyObservation] { Array(state.observations) }

    private func isSame(_ left: [AnyObservation], _ right: [AnyObservation]) -> Bool {
        left.elementsEqual(right, by: ===)
    }
}

/// An observer whose deinitializer passes it to a closure.
private final class DyingObserver: Sendable {
    private let onDeath: @Sendable (DyingObserver) -> Void
    init(onDeath: @escaping @Sendable (DyingObserver) -> Void) { self.onDeath = onDeath }
    deinit { onDeath(self) }
}
