import SwiftObserver
import SwiftObserverTesting
import Testing

/// Chains whose handler is isolated to an actor.
@Suite struct ChainsOnActorsTests {

    private let sky = Messenger<Int>(), dog = Dog()

    @Test func `transforms run on the actor, too`() async {
        let kennel = HeldActor(), numbers = Recorder<Int>(), sky = sky
        dog.observe(sky).on(kennel).map {
            kennel.assertIsolated()
            return 10 * $0
        }.filter {
            kennel.assertIsolated()
            return $0 != 20
        }.scan(0) { $0 + $1 }.receive { kennel, sum in
            kennel.assertIsolated()
            numbers.record(sum)
        }
        await kennel.act { for number in 1...3 { sky.send(number) } }
        await eventually { numbers.count >= 2 }
        #expect(numbers.values == [10, 40])
    }

    @Test func `what time sends gets to the actor`() async {
        let kennel = HeldActor(), numbers = Recorder<Int>(), clock = ManualClock()
        dog.observe(sky).on(kennel).delay(by: .seconds(1), clock: clock).receive { kennel, number in
            kennel.assertIsolated()
            numbers.record(number)
        }
        sky.send(1)
        await eventually { sky.backlog == 0 }
        _ = await sky.drain(within: .hangLimit)
        clock.advance(by: .seconds(1))
        await eventually { numbers.count >= 1 }
        #expect(numbers.values == [1])
    }

    @Test @MainActor func `transforms run on the main actor, too`() async {
        let box = Box(), sky = sky
        dog.observe(sky).on(MainActor.shared).map { number in
            MainActor.assumeIsolated { box.steps += 1 }
            return -number
        }.receive { box.numbers.append($0) }
        sky.send(1)
        sky.send(2)
        #expect(box.numbers == [])
        await eventually { box.numbers.count >= 2 }
        #expect(box.numbers == [-1, -2])
        #expect(box.steps == 2)
    }

    @Test func `a chain with transforms ends with its actor`() async {
        var kennel: HeldActor? = HeldActor()
        let weakKennel = WeakBox(kennel!), lifetimes = LifetimeTracker()
        do {
            let captured = lifetimes.track(Mortal())
            dog.observe(sky).on(kennel!).buffering(.newest(9)).missed { _, _ in captured.touch() }
                .map { $0 + 1 }.receive { _, _ in captured.touch() }
        }
        kennel = nil
        await eventually { !weakKennel.isAlive }
        sky.send(1)
        await eventually { !self.dog.isObserving(self.sky) }
        lifetimes.expectAllDead()
    }

    @Test func `once ends before the handler runs on the actor`() async {
        let kennel = HeldActor(), log = Recorder<Bool>(), sky = sky, dog = dog
        dog.observe(sky).on(kennel).once().receive { _, _ in log.record(dog.isObserving(sky)) }
        await kennel.act { for number in 1...3 { sky.send(number) } }
        await eventually { log.count >= 1 }
        await kennel.act {}
        #expect(log.values == [false])
    }
}

@MainActor private final class Box {
    var numbers: [Int] = []
    var steps = 0
}
