import Dispatch
import SwiftObserver
import Testing

/// Guarantees for observations on actors while threads and tasks interfere.
@Suite struct ActorsUnderFireTests {

    private let sky = Messenger<Int>()

    @Test func `two observers on one actor get the messages of many threads in one order, one at a time`() async {
        let kennel = Kennel(), dogs = [Dog(), Dog()], isBusy = LockedBox(false)
        defer { withExtendedLifetime(dogs) {} }
        for (index, dog) in dogs.enumerated() {
            dog.observe(sky, on: kennel) { kennel, number in
                #expect(!isBusy.withLock { $0 })
                isBusy.withLock { $0 = true }
                kennel.received[index].append(number)
                isBusy.withLock { $0 = false }
            }
        }
        onThreads(4) { [sky] thread in for number in 0..<1000 { sky.send(1000 * thread + number) } }
        await kennel.wait(for: 8000)
        let received = await kennel.received
        #expect(received[0] == received[1])
        for thread in 0..<4 { #expect(received[0].filter { $0 / 1000 == thread }.map { $0 % 1000 } == Array(0..<1000)) }
    }

    @Test func `an observation that ends on the actor gets nothing more, and others everything`() async {
        let kennel = Kennel(), dog = Dog(), other = Dog()
        defer { withExtendedLifetime((dog, other)) {} }
        dog.observe(sky, on: kennel) { [dog] kennel, number in
            kennel.received[0].append(number)
            if number == 500 { dog.stopObserving() }
        }
        other.observe(sky, on: kennel) { kennel, number in kennel.received[1].append(number) }
        for number in 1...2000 { sky.send(number) }
        await kennel.wait(for: 2500)
        #expect(await kennel.received == [Array(1...500), Array(1...2000)])
    }

    @Test func `an actor may die among messages, and then all that was for it dies`() async {
        for _ in 0..<100 {
            let kennel = LockedBox<Kennel?>(Kennel()), dog = Dog(), lives = Lives()
            defer { withExtendedLifetime(dog) {} }
            let weakKennel = WeakBox(kennel.withLock { $0! }), messenger = Messenger<Mortal>()
            dog.observe(messenger, on: kennel.withLock { $0! }) { [captured = lives.new()] _, mortal in
                captured.touch()
                mortal.touch()
            }
            let sender = Task { for _ in 0..<50 { messenger.send(lives.new()) } }
            kennel.withLock { $0 = nil }
            await sender.value
            await eventually { !weakKennel.isAlive }
            messenger.send(lives.new())
            await eventually { lives.count == 0 }
            #expect(!dog.isObserving(messenger))
        }
    }

    @Test func `an actor observes on itself, and its death ends that`() async {
        var dog: ActorDog? = ActorDog()
        let weakDog = WeakBox(dog!), lives = Lives()
        dog!.begin(sky, capturing: lives.new())
        for number in 1...100 { sky.send(number) }
        await eventually { await dog!.received.count >= 100 }
        #expect(await dog!.received == Array(1...100))
        dog = nil
        await eventually { !weakDog.isAlive }
        await eventually { lives.count == 0 }
    }

    @Test func `actors that reuse the memory of dead ones get only what is theirs`() async {
        for round in 0..<500 {
            let kennel = Kennel(), dog = Dog(), messenger = Messenger<Int>()
            defer { withExtendedLifetime(dog) {} }
            dog.observe(messenger, on: kennel) { [weak kennel] same, number in
                #expect(kennel === same)
                same.received[0].append(number)
            }
            messenger.send(round)
            if round.isMultiple(of: 2) { continue }
            await kennel.wait(for: 1)
            #expect(await kennel.received[0] == [round])
        }
    }

    @Test func `messages reach the main actor in order, in between other work there`() async {
        let log = MainLog(), count = 3000
        _ = await MainActor.run { [sky] in observe(sky).on(MainActor.shared).receive { log.numbers.append($0) } }
        let others = Task { @MainActor in
            while log.numbers.count < count {
                log.visits += 1
                await Task.yield()
            }
        }
        onThreads(1) { [sky] _ in for number in 1...count { sky.send(number) } }
        await others.value
        #expect(await log.numbers == Array(1...count))
        sky.stopBeingObserved()
    }

    @Test func `handlers on actors may send to each other`() async {
        let kennels = [Kennel(), Kennel()], messengers = [Messenger<Int>(), Messenger<Int>()], dog = Dog()
        defer { withExtendedLifetime(dog) {} }
        for (index, kennel) in kennels.enumerated() {
            dog.observe(messengers[index], on: kennel) { kennel, number in
                kennel.received[index].append(number)
                if number < 1000 { messengers[1 - index].send(number + 1) }
            }
        }
        messengers[0].send(1)
        await kennels[1].wait(for: 500)
        #expect(await kennels[0].received[0] == Array(stride(from: 1, to: 1000, by: 2)))
        #expect(await kennels[1].received[1] == Array(stride(from: 2, through: 1000, by: 2)))
    }

    @Test func `an actor with an executor of its own is as good as any`() async {
        let kennel = QueueKennel(), dog = Dog()
        defer { withExtendedLifetime(dog) {} }
        dog.observe(sky, on: kennel) { kennel, number in
            dispatchPrecondition(condition: .onQueue(kennel.executor.queue))
            kennel.received.append(number)
        }
        for number in 1...3000 { sky.send(number) }
        await eventually { await kennel.received.count >= 3000 }
        #expect(await kennel.received == Array(1...3000))
    }
}

private actor Kennel {
    var received: [[Int]] = [[], []]
    func wait(for count: Int) async {
        await eventually { received[0].count + received[1].count >= count }
    }
}

private actor ActorDog: Observer {
    nonisolated let receiver = Receiver()
    var received: [Int] = []
    nonisolated func begin(_ sky: Messenger<Int>, capturing captured: Mortal) {
        observe(sky, on: self) { dog, number in
            captured.touch()
            dog.received.append(number)
        }
    }
}

private actor QueueKennel {
    nonisolated let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    var received: [Int] = []
}

@MainActor private final class MainLog {
    var numbers: [Int] = []
    var visits = 0
}

/// The number of its objects that are alive.
private final class Lives: Sendable {
    private let box = LockedBox(0)
    var count: Int { box.withLock { $0 } }
    func new() -> Mortal {
        box.withLock { $0 += 1 }
        return Mortal { [box] in box.withLock { $0 -= 1 } }
    }
}
