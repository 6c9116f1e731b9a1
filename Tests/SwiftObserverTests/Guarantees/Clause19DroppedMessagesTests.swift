import Dispatch
import SwiftObserver
import Testing

/// Dropped messages are deallocated without locks, and only waiting messages stay in memory.
@Suite struct Clause19DroppedMessagesDieFreely {

    @Test(arguments: [MessageBuffering.newest(1), .oldest(1), .upTo(1)])
    func `a message that is dropped may use its observable when it dies`(_ buffering: MessageBuffering) {
        let sky = Messenger<Mortal?>(), dog = Dog(), other = Dog(), queue = DispatchQueue(label: "queue")
        let deaths = Recorder<Int>(), number = Var(1)
        dog.observe(sky).on(queue).buffering(buffering).missed { _ in }.receive { _ in }
        queue.suspend()
        for index in 1...4 {
            sky.send(
                Mortal { [weakSky = WeakBox(sky)] in
                    let use: @Sendable () -> Void = {
                        guard let sky = weakSky.object else { return }
                        other.observe(sky).on(queue).buffering(buffering).receive { _ in }
                        _ = sky.backlog
                        sky.send(nil)
                        number += 1
                        other.stopObserving(sky)
                        _ = dog.isObserving(sky)
                    }
                    use()
                    onOtherThread(use)
                    deaths.record(index)
                })
        }
        let early = deaths.values
        // each dying message sends others; with the policy `newest`, they evict a younger one
        switch buffering {
        case .newest: #expect(early == [1, 2, 3, 4])
        default: #expect(early == [2, 3, 4])
        }
        queue.resume()
        queue.sync {}
        #expect(deaths.values.sorted() == [1, 2, 3, 4])
    }

    @Test(arguments: [MessageBuffering.newest(1), .oldest(1), .upTo(1)])
    func `a message that a combined observation drops may use its observables when it dies`(
        _ buffering: MessageBuffering
    ) {
        let a = Var<Token?>(nil), b = Var(0), dog = Dog(), queue = DispatchQueue(label: "queue"),
            deaths = Recorder<Int>()
        dog.observe(a, b).on(queue).buffering(buffering).missed { _ in }.receive { _, _ in }
        queue.suspend()
        for index in 1...4 {
            a
                <- Token(index) { [weakA = WeakBox(a)] in
                    let use: @Sendable () -> Void = {
                        _ = weakA.object?.value
                        _ = weakA.object?.backlog
                        b += 1
                    }
                    use()
                    onOtherThread(use)
                    deaths.record(index)
                }
        }
        a <- nil
        #expect(deaths.count >= 2)
        queue.resume()
        queue.sync {}
        #expect(deaths.values.sorted() == [1, 2, 3, 4])
    }

    @Test(arguments: [MessageBuffering.newest(1), .oldest(1), .upTo(1)])
    func `a message that a loop drops may use its observable when it dies`(_ buffering: MessageBuffering) async {
        let sky = Messenger<Mortal?>(), deaths = Recorder<Int>()
        let messages = sky.messagesAndGaps(buffering: buffering)
        for index in 1...4 {
            sky.send(
                Mortal { [weakSky = WeakBox(sky)] in
                    let use: @Sendable () -> Void = {
                        _ = weakSky.object?.backlog
                        weakSky.object?.send(nil)
                    }
                    use()
                    onOtherThread(use)
                    deaths.record(index)
                })
        }
        #expect(deaths.values.count == (buffering == .newest(1) ? 4 : 3))
        withExtendedLifetime(messages) {}
    }

    @Test(arguments: [1, 3])
    func `what is dropped dies before its sender returns`(_ limit: Int) {
        let sky = Messenger<Mortal>(), dog = Dog(), queue = DispatchQueue(label: "queue"), deaths = Recorder<Int>()
        dog.observe(sky).on(queue).buffering(.newest(limit)).receive { _ in }
        queue.suspend()
        for number in 1...10 {
            sky.send(Mortal { deaths.record(number) })
            #expect(deaths.values == Array(Array(1...10).prefix(max(0, number - limit))))
        }
        queue.resume()
        queue.sync {}
        #expect(deaths.values == Array(1...10))
    }

    @Test func `what waits dies with the end on the queue`() {
        let sky = Messenger<Mortal>(), queue = DispatchQueue(label: "queue"), deaths = LockedBox(0)
        let limits: [MessageBuffering] = [.newest(3), .oldest(3), .upTo(3)], dogs = limits.map { _ in Dog() }
        for (dog, limit) in zip(dogs, limits) { dog.observe(sky).on(queue).buffering(limit).receive { _ in } }
        queue.suspend()
        for _ in 1...10 { sky.send(Mortal { deaths.withLock { $0 += 1 } }) }
        sky.stopBeingObserved()
        queue.resume()
        queue.sync {}
        #expect(deaths.withLock { $0 } == 10)
    }

    @Test(arguments: [MessageBuffering.newest(2), .oldest(2), .upTo(2)])
    func `messages that wait go with their authors, which they don't keep alive`(_ buffering: MessageBuffering) {
        let sky = Messenger<Int>(), dog = Dog(), queue = DispatchQueue(label: "queue"), heard = Recorder<Int>()
        let authors = LockedBox((0..<6).map { _ in Mortal() }), first = WeakBox(authors.withLock { $0[0] })
        dog.observe(sky).on(queue).buffering(buffering).withAuthor().receive { number, author in
            heard.record(authors.withLock { $0[number] === author } ? number : -1)
        }
        queue.suspend()
        for number in 0..<6 { sky.send(number, from: authors.withLock { $0[number] }) }
        queue.resume()
        queue.sync {}
        #expect(heard.values == (buffering == .newest(2) ? [4, 5] : [0, 1]))
        dog.stopObserving(sky)

        // an author that died is replaced by the messenger
        let replaced = Recorder<Bool>(), cat = Dog()
        cat.observe(sky).on(queue).buffering(buffering).withAuthor().receive { [weak sky] _, author in
            replaced.record(author === sky)
        }
        queue.suspend()
        for number in 0..<6 { sky.send(number, from: authors.withLock { $0[number] }) }
        authors.withLock { $0 = [] }
        #expect(!first.isAlive)
        queue.resume()
        queue.sync {}
        #expect(replaced.values == [true, true])
    }

    @Test func `after an author that was dropped, each message still has its own`() {
        let sky = Messenger<Int>(), dog = Dog(), slow = DispatchQueue(label: "queue"),
            authors = (0..<20).map { _ in Mortal() }
        let wrong = Recorder<Int>(), heard = Recorder<Int>()
        dog.observe(sky).on(slow).buffering(.newest(3)).withAuthor().receive { number, author in
            heard.record(number)
            if author !== authors[number] { wrong.record(number) }
        }
        for round in 0..<2 {
            slow.suspend()
            for number in 0..<10 { sky.send(10 * round + number, from: authors[10 * round + number]) }
            slow.resume()
            slow.sync {}
        }
        #expect(heard.values == [7, 8, 9, 17, 18, 19])
        #expect(wrong.values == [])
    }

    @Test func `however much two observers drop, a stuck queue keeps only what waits`() {
        let queue = DispatchQueue(label: "queue"), a = Messenger<Mortal>(), b = Messenger<Mortal>(), dog = Dog()
        let living = LockedBox(0), heard = LockedBox(0)
        dog.observe(a).on(queue).buffering(.newest(2)).receive { _ in heard.withLock { $0 += 1 } }
        dog.observe(b).on(queue).buffering(.newest(3)).receive { _ in heard.withLock { $0 += 1 } }
        queue.suspend()
        for _ in 0..<20_000 {
            for messenger in [a, b] {
                living.withLock { $0 += 1 }
                messenger.send(Mortal { living.withLock { $0 -= 1 } })
            }
        }
        #expect(living.withLock { $0 } == 5)
        queue.resume()
        queue.sync {}
        #expect(heard.withLock { $0 } == 5)
        #expect(living.withLock { $0 } == 0)
    }
}

/// A value of a variable that calls a closure when it's deallocated.
final class Token: Sendable, Equatable {
    static func == (one: Token, other: Token) -> Bool { one === other }
    let number: Int
    private let onDeath: @Sendable () -> Void
    init(_ number: Int, onDeath: @escaping @Sendable () -> Void = {}) {
        self.number = number
        self.onDeath = onDeath
    }
    deinit { onDeath() }
}
