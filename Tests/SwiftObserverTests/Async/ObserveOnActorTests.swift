import SwiftObserver
import Testing

@Suite struct ObserveOnActorTests {

    private let sky = Messenger<Int>(), dog = Dog()

    @Test func `messages reach the actor in order`() async {
        let kennel = Kennel()
        dog.observe(sky, on: kennel) { kennel, number in kennel.received.append(number) }
        for number in 1...5000 { sky.send(number) }
        await kennel.wait(for: 5000)
        #expect(await kennel.received == Array(1...5000))
    }

    @Test func `messages of several observables reach the actor in order`() async {
        let kennel = Kennel(), messengers = (0..<3).map { _ in Messenger<Int>() }
        for messenger in messengers {
            dog.observe(messenger, on: kennel) { kennel, number in kennel.received.append(number) }
        }
        for number in 1...3000 { messengers[number % 3].send(number) }
        await kennel.wait(for: 3000)
        #expect(await kennel.received == Array(1...3000))
    }

    @Test @MainActor func `messages reach the main actor`() async {
        var received: [Int] = []
        let box = MainBox()
        dog.observe(sky, on: MainActor.shared) { box.numbers.append($0) }
        dog.observe(sky, on: MainActor.shared) { number, author in box.numbers.append(number) }
        sky.send(1)
        sky.send(2)
        await eventually { box.numbers.count >= 4 }
        received = box.numbers
        #expect(received == [1, 1, 2, 2])
    }

    @Test func `messages reach the actor together with their authors`() async {
        let kennel = Kennel(), author = Mortal()
        dog.observe(sky, on: kennel) { kennel, number, sender in kennel.received.append(sender === author ? number : 0)
        }
        sky.send(1, from: author)
        sky.send(2)
        sky.send(3, from: author)
        await kennel.wait(for: 3)
        #expect(await kennel.received == [1, 0, 3])
    }

    @Test func `free observations run on an actor`() async {
        let kennel = Kennel(), author = Mortal()
        observe(sky).on(kennel).receive { kennel, number in kennel.received.append(number) }
        sky.observed().on(kennel).receive { kennel, number in kennel.received.append(100 * number) }
        sky.observed().on(kennel).withAuthor().receive { kennel, letter in
            kennel.received.append(letter.author === author ? 10 * letter.message : 0)
        }
        #expect(FreeObserver.shared.isObserving(sky))
        sky.send(1, from: author)
        sky.send(2, from: author)
        await kennel.wait(for: 6)
        #expect(await kennel.received.sorted() == [1, 2, 10, 20, 100, 200])
    }

    @Test @MainActor func `free observations run on the main actor`() async {
        let box = MainBox(), author = Mortal()
        observe(sky).on(MainActor.shared).receive { box.numbers.append($0) }
        sky.observed().on(MainActor.shared).receive { box.numbers.append(100 * $0) }
        sky.observed().on(MainActor.shared).withAuthor().receive { number, sender in
            box.numbers.append(sender === author ? 10 * number : 0)
        }
        #expect(FreeObserver.shared.isObserving(sky))
        sky.send(1, from: author)
        sky.send(2, from: author)
        await eventually { box.numbers.count >= 6 }
        #expect(box.numbers.sorted() == [1, 2, 10, 20, 100, 200])
    }

    @Test func `an observation that is ended on the actor handles nothing any more`() async {
        let kennel = Kennel()
        dog.observe(sky, on: kennel) { [dog, sky] kennel, number in
            kennel.received.append(number)
            if number == 10 { dog.stopObserving(sky) }
        }
        for number in 1...1000 { sky.send(number) }
        await kennel.wait(for: 10)
        #expect(await kennel.received == Array(1...10))
    }

    @Test func `observing does not keep the actor alive, and its death ends the observation`() async {
        var kennel: Kennel? = Kennel(), mortal: Mortal? = Mortal()
        let weakKennel = WeakBox(kennel!), weakMortal = WeakBox(mortal!)
        dog.observe(sky, on: kennel!) { [mortal] kennel, number in
            kennel.received.append(number)
            mortal?.touch()
        }
        mortal = nil
        sky.send(1)
        await kennel!.wait(for: 1)
        kennel = nil
        await eventually { !weakKennel.isAlive }
        #expect(weakMortal.isAlive)
        sky.send(2)
        await eventually { !weakMortal.isAlive }
        #expect(!dog.isObserving(sky))
    }
}

private actor Kennel {
    var received: [Int] = []
    func wait(for count: Int) async {
        await eventually { received.count >= count }
    }
}

@MainActor private final class MainBox {
    var numbers: [Int] = []
}
