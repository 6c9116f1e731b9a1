import SwiftObserver
import Testing

/// Crashes and faults of earlier generations of this library, one test each.
@Suite struct AncestorFaults {

    // MARK: - Death of observables

    @Test func `a handler may drop the observable, which then sends in its deinit`() {
        let dog = Dog(), messages = Recorder<Int>(), sky = LockedBox<Sky?>(Sky())
        let messenger = sky.withLock { $0!.messenger }
        dog.observe(messenger) { message in
            messages.record(message)
            sky.empty()
        }
        messenger.send(1)
        #expect(messages.values == [1, 99])
    }

    @Test func `a handler may store the author of a message that was sent in a deinit`() {
        let dog = Dog(), authors = LockedBox<[AnyObject]>([])
        var sky: Sky? = Sky()
        dog.observe(sky!) { _, author in authors.withLock { $0.append(author) } }
        sky = nil
        let stored = authors.withLock { $0 }
        #expect(stored.count == 1)
        #expect(stored.first is Messenger<Int>)
    }

    // MARK: - Objects that are held by handlers only

    @Test(arguments: [0, 1, 2])
    func `a handler may hold the last reference to another observer of its observable`(ending: Int) {
        let messenger = Messenger<Int>(), messages = Recorder<Int>()
        var dog: Dog? = Dog()
        var inner: Dog? = Dog()
        inner!.observe(messenger) { messages.record($0) }
        dog!.observe(messenger) { [inner] _ in _ = inner!.isObserving(messenger) }
        inner = nil
        messenger.send(1)

        switch ending {
        case 0: dog?.stopObserving(messenger)
        case 1: messenger.stopBeingObserved(by: dog!)
        default: dog = nil
        }
        messenger.send(2)
        #expect(messages.values == [1])
    }

    @Test func `an object that only a handler holds may send, stop and ask in its deinit`() {
        let dog = Dog(), cat = Dog(), messenger = Messenger<Int>(), messages = Recorder<Int>()
        let answers = Recorder<Bool>()
        cat.observe(messenger) { messages.record($0) }
        do {
            let mortal = Mortal { [unowned dog] in
                messenger.send(2)
                answers.record(dog.isObserving(messenger))
                answers.record(cat.isObserving(messenger))
                cat.stopObserving(messenger)
                dog.stopObserving()
            }
            dog.observe(messenger) { _ in mortal.touch() }
        }
        messenger.send(1)
        dog.stopObserving(messenger)
        messenger.send(3)
        #expect(messages.values == [1, 2])
        #expect(answers.values == [false, true])
    }

    @Test func `an observer may send in its deinit through what it observes`() {
        let cat = Dog(), messenger = Messenger<Int>(), messages = Recorder<Int>()
        cat.observe(messenger) { messages.record($0) }
        do {
            let writer = Writer(messenger)
            writer.observe(messenger) { messages.record($0 * 10) }
            messenger.send(1)
        }
        messenger.send(3)
        #expect(messages.values == [1, 10, 2, 3])
    }

    @Test func `an old latest message may read the latest message when it dies`() {
        let messenger = Messenger<Mortal>(), buffer = messenger.buffer(), box = WeakBox(buffer),
            reads = Recorder<Bool>()
        let die: @Sendable () -> Void = { reads.record(box.object?.latestMessage == nil) }
        messenger.send(Mortal(onDeath: die))
        buffer.latestMessage = Mortal(onDeath: die)
        #expect(reads.values == [false])
        messenger.send(Mortal(onDeath: die))
        #expect(reads.values == [false, false])
        buffer.latestMessage = nil
        #expect(reads.values == [false, false, true])
    }

    @Test func `an old origin may read the origin when it dies`() {
        let origins = Recorder<ObjectIdentifier>(), dog = Dog(), messages = Recorder<Int>()
        let box = LockedBox<WeakBox<Map<Sky, Int>>?>(nil), new = Sky()
        let doubled = Sky { if let map = box.withLock({ $0 })?.object { origins.record(ObjectIdentifier(map.origin)) } }
            .map { $0 * 2 }
        box.withLock { $0 = WeakBox(doubled) }
        dog.observe(doubled) { messages.record($0) }
        doubled.origin = new
        new.send(1)
        #expect(origins.values == [ObjectIdentifier(new)])
        #expect(messages.values == [2])
    }

    @Test func `a handler that stops its observer silences the observer's other handlers`() {
        let dog = Dog(), messenger = Messenger<Int>(), messages = Recorder<Int>()
        dog.observe(messenger) { [unowned dog] message in
            messages.record(message)
            dog.stopObserving()
        }
        dog.observe(messenger) { messages.record($0 * 10) }
        messenger.send(1)
        #expect(messages.values == [1])
    }

    @Test func `a handler that lets its observer die silences the observer's other handlers`() {
        let dog = LockedBox<Dog?>(Dog()), messenger = Messenger<Int>(), messages = Recorder<Int>()
        do {
            let box = WeakBox(dog.withLock { $0! })
            box.object?.observe(messenger) { message in
                messages.record(message)
                dog.empty()
            }
            box.object?.observe(messenger) { messages.record($0 * 10) }
        }
        messenger.send(1)
        #expect(messages.values == [1])
    }

    @Test func `what dies with a stopped handler may start a new observation for the same observer`() {
        let dog = Dog(), messenger = Messenger<Int>(), messages = Recorder<Int>()
        do {
            let mortal = Mortal { [unowned dog] in dog.observe(messenger) { messages.record($0) } }
            dog.observe(messenger) { _ in mortal.touch() }
        }
        dog.stopObserving()
        #expect(dog.isObserving(messenger))
        messenger.send(1)
        #expect(messages.values == [1])
    }

    // MARK: - Promises and buffers

    @Test func `a promise that is fulfilled again from a handler keeps its first value`() {
        let promise = Promise<Int>(), values = Recorder<Int>()
        promise.whenFulfilled { value in
            values.record(value)
            promise.fulfill(2)
        }
        promise.whenFulfilled { values.record($0) }
        promise.fulfill(1)
        promise.whenFulfilled { values.record($0) }
        #expect(values.values == [1, 1, 1])
    }

    @Test func `a handler may observe its promise again`() {
        let promise = Promise<Int>(), values = Recorder<Int>()
        promise.whenFulfilled { value in
            values.record(value)
            promise.whenFulfilled { values.record($0 + 10) }
        }
        promise.fulfill(1)
        #expect(values.values == [1, 11])
    }

    @Test func `waiting for an optional buffer outlasts a first message that is nil`() {
        let messenger = Messenger<Int?>(), buffer = messenger.buffer(), values = Recorder<Int>()
        buffer.whenFulfilled { values.record($0) }
        messenger.send(nil)
        buffer.whenFulfilled { values.record($0 * 10) }
        messenger.send(1)
        messenger.send(2)
        #expect(values.values == [1, 10])
    }

    // MARK: - Combined observations

    @Test func `a combined observation is released when one of its parts dies`() {
        let dog = Dog(), deaths = Recorder<Int>(), calls = Recorder<Int>(), surviving = Var(1)
        var dying: Var<Int>? = Var(2)
        do {
            let mortal = Mortal { deaths.record(1) }
            dog.observe(dying!, surviving) { a, b in
                mortal.touch()
                calls.record(a.new + b.new)
            }
        }
        surviving <- 2
        dying = nil
        #expect(deaths.count == 1)
        #expect(!dog.isObserving(surviving))
        surviving <- 3
        #expect(calls.values == [4])
    }

    // MARK: - Numbers

    @Test func `a handler that sends many messages gets all of them`() {
        let dog = Dog(), messenger = Messenger<Int>(), sum = LockedBox(0), end = 40_000
        dog.observe(messenger) { message in
            sum.withLock { $0 += message }
            if message == 0 { (1...end).forEach { messenger.send($0) } }
        }
        messenger.send(0)
        #expect(sum.withLock { $0 } == end * (end + 1) / 2)
    }

    @Test func `what waits for a message that never comes is released at the end`() async {
        let end = 20_000, deaths = LockedBox(0)
        do {
            let messenger = Messenger<Int>()
            for index in 0..<end {
                guard index.isMultiple(of: 1000) else {
                    messenger.observedOnce { _ in }
                    continue
                }
                let mortal = Mortal { deaths.withLock { $0 += 1 } }
                messenger.observedOnce { _ in mortal.touch() }
            }
        }
        // Another test may be inspecting all observations right now, and release some of them.
        await eventually { deaths.withLock { $0 } == end / 1000 }
    }

    // MARK: - Threads

    @Test func `threads that share nothing of their own may observe freely`() {
        let rounds = 300, messages = Recorder<Int>()
        onThreads(2) { _ in
            for round in 0..<rounds {
                let messenger = Messenger<Int>()
                observe(messenger) { messages.record($0) }
                messenger.observed { messages.record($0) }
                messenger.send(round)
            }
        }
        #expect(messages.count == 4 * rounds)
        #expect(messages.values.reduce(0, +) == 4 * rounds * (rounds - 1) / 2)
    }
}

private final class Sky: Observable, Sendable {
    let messenger = Messenger<Int>()
    private let onDeath: @Sendable () -> Void
    init(onDeath: @escaping @Sendable () -> Void = {}) { self.onDeath = onDeath }
    deinit {
        onDeath()
        send(99)
    }
}

private final class Writer: Observer {
    let receiver = Receiver()
    private let messenger: Messenger<Int>
    init(_ messenger: Messenger<Int>) { self.messenger = messenger }
    deinit { messenger.send(2) }
}
