import Dispatch
import SwiftObserver
import Synchronization
import Testing

@Suite struct StartingWithLatestTests {

    // MARK: - Forms

    @Test func `observing starts with the latest message and goes on with each after it`() {
        let dog = Dog(), number = Var(1), log = Recorder<Update<Int>>()
        number.value = 2
        dog.observe(number.startingWithLatest()) { log.record($0) }
        #expect(log.values == [Update(2, 2)])
        number.value = 3
        #expect(log.values == [Update(2, 2), Update(2, 3)])
    }

    @Test func `only the one who starts gets the latest message, and in the order of arrival from then on`() {
        let dog = Dog(), number = Var(1), log = Recorder<String>()
        dog.observe(number) { log.record("first \($0.new)") }
        dog.observe(number.startingWithLatest()) { log.record("second \($0.new)") }
        dog.observe(number) { log.record("third \($0.new)") }
        number.value = 2
        #expect(log.values == ["second 1", "first 2", "second 2", "third 2"])
    }

    @Test func `the author of the latest message is the observable`() {
        let dog = Dog(), log = Recorder<Bool>(), queue = DispatchQueue(label: "queue")
        let number = Var(1), buffer = Messenger<Int>().buffer(), custom = Custom(1)
        let box = (WeakBox(number), WeakBox(buffer), WeakBox(custom))
        dog.observe(number.startingWithLatest()) { log.record($1 === box.0.object) }
        dog.observe(number.startingWithLatest(), on: queue) { log.record($1 === box.0.object) }
        queue.sync {}
        dog.observe(number.new().startingWithLatest()) { log.record($1 === box.0.object) }
        dog.observe(buffer.startingWithLatest()) { log.record($1 === box.1.object) }
        dog.observe(custom.startingWithLatest()) { log.record($1 === box.2.object) }
        #expect(log.values == [true, true, true, true, true])
        withExtendedLifetime((number, buffer, custom)) {}
    }

    @Test func `one thread stops observing while another starts with the latest message of a transform`() {
        let dog = Dog(), number = Var(1), double = number.map { $0.new * 2 }, isOver = Atomic(false)
        onThreads(2) { thread in
            if thread == 0 {
                for _ in 0..<2_000 { dog.observe(double.startingWithLatest()) { _ in } }
                isOver.store(true, ordering: .releasing)
            } else {
                while !isOver.load(ordering: .acquiring) { dog.stopObserving() }
            }
        }
        dog.stopObserving()
        #expect(!double.isObserved)
        withExtendedLifetime(number) {}
    }

    @Test func `on a queue, the latest message is in line with all other messages`() {
        let dog = Dog(), queue = DispatchQueue(label: "queue"), number = Var(1), log = Recorder<String>()
        dog.observe(number, on: queue) { log.record("before \($0.new)") }
        queue.suspend()
        number.value = 2
        dog.observe(number.startingWithLatest(), on: queue) { log.record("latest \($0.old) \($0.new)") }
        number.value = 3
        #expect(log.values == [])
        queue.resume()
        queue.sync {}
        #expect(log.values == ["before 2", "latest 2 2", "before 3", "latest 2 3"])
    }

    @Test func `a variable that delivers on a queue starts observations there`() {
        let queue = DispatchQueue(label: "queue"), number = Var(1, on: queue), log = Recorder<Update<Int>>()
        let dog = Dog(), double = number.map { Update($0.old * 2, $0.new * 2) }
        queue.suspend()
        number.value = 2
        dog.observe(number.startingWithLatest()) { log.record($0) }
        dog.observe(double.startingWithLatest()) { log.record($0) }
        number.value = 3
        queue.resume()
        queue.sync {}
        #expect(log.values == [Update(2, 2), Update(4, 4), Update(4, 6), Update(2, 3)])
    }

    @Test func `transforms in a chain get the latest message, too`() {
        let dog = Dog(), queue = DispatchQueue(label: "queue"), number = Var(1), log = Recorder<String>()
        dog.observe(number.startingWithLatest()).new().map { "in place \($0)" }.receive { log.record($0) }
        dog.observe(number.startingWithLatest()).on(queue).new { log.record("on queue \($0)") }
        queue.sync {}
        dog.observe(number.startingWithLatest()).filter { $0.new > 1 }.new { log.record("filtered \($0)") }
        #expect(log.values == ["in place 1", "on queue 1"])
        number.value = 2
        queue.sync {}
        #expect(log.values.count == 5 && log.values.contains("filtered 2"))
    }

    @Test func `free observations and those of one message start with the latest`() {
        let number = Var(1), log = Recorder<String>(), queue = DispatchQueue(label: "queue")
        number.startingWithLatest().observed { log.record("free \($0.new)") }
        observe(number.startingWithLatest()) { log.record("function \($0.new)") }
        observeOnce(number.startingWithLatest()) { log.record("once \($0.new)") }
        number.startingWithLatest().observed().on(queue).once().receive { log.record("once on queue \($0.new)") }
        queue.sync {}
        #expect(log.values == ["free 1", "function 1", "once 1", "once on queue 1"])
        log.clear()
        number.value = 2
        #expect(log.values == ["free 2", "function 2"])
        number.stopBeingObserved()
    }

    // MARK: - Kinds of observables

    @Test func `a buffer starts with what it remembers, be it nil or never sent`() {
        let dog = Dog(), messenger = Messenger<Int>(), buffer = messenger.buffer(), log = Recorder<Int?>()
        dog.observe(buffer.startingWithLatest()) { log.record($0) }
        messenger.send(1)
        dog.observe(buffer.startingWithLatest()) { log.record($0) }
        buffer.latestMessage = 2
        dog.observe(buffer.startingWithLatest()) { log.record($0) }
        #expect(log.values == [nil, 1, 1, 2])
    }

    @Test func `transforms of buffered observables start with the transformed message`() {
        let dog = Dog(), text = Var<String?>(), log = Recorder<String>()
        let new = text.new(), unwrapped = new.unwrap("none"), long = unwrapped.map { $0 + "!" }
        dog.observe(new.startingWithLatest()) { log.record("new \($0 ?? "nil")") }
        dog.observe(unwrapped.startingWithLatest()) { log.record("unwrapped \($0)") }
        dog.observe(long.startingWithLatest()) { log.record("long \($0)") }
        #expect(log.values == ["new nil", "unwrapped none", "long none!"])
        log.clear()
        text.value = "a"
        #expect(log.values.sorted() == ["long a!", "new a", "unwrapped a"])
    }

    @Test func `an observable of your own starts with what can be pulled`() {
        let dog = Dog(), queue = DispatchQueue(label: "queue"), custom = Custom(1), log = Recorder<Int>()
        let map = custom.map { $0 * 10 }
        dog.observe(custom.startingWithLatest()) { log.record($0) }
        dog.observe(custom.startingWithLatest(), on: queue) { log.record($0 + 100) }
        queue.sync {}
        dog.observe(map.startingWithLatest()) { log.record($0) }
        #expect(log.values == [1, 101, 10])
        custom.set(2)
        queue.sync {}
        #expect(log.values.dropFirst(3).sorted() == [2, 20, 102])
    }

    @Test func `a messenger of your own that is buffered starts with what can be pulled, in all ways to observe`() async
    {
        let dog = Dog(), queue = DispatchQueue(label: "queue"), scale = Scale(), log = Recorder<String>()
        dog.observe(scale.startingWithLatest()) { log.record("in place \($0)") }
        dog.observe(scale.startingWithLatest()) { log.record("author \($0) \($1 === scale)") }
        dog.observe(scale.startingWithLatest(), on: queue) { log.record("queue \($0)") }
        dog.observe(scale.startingWithLatest()).on(queue).buffering(.newest(2)).receive { log.record("bounded \($0)") }
        dog.observe(scale.startingWithLatest()).on(queue).batches(upTo: 2).receive { log.record("batch \($0)") }
        dog.observe(scale.startingWithLatest()).map { 2 * $0 }.receive { log.record("map \($0)") }
        dog.observe(scale.view.startingWithLatest()) { log.record("view \($0)") }
        observe(scale.startingWithLatest()) { log.record("free \($0)") }
        observeOnce(scale.startingWithLatest()) { log.record("once \($0)") }
        let buffer = scale.startingWithLatest().buffer(), mapped = scale.map { -$0 }
        dog.observe(mapped.startingWithLatest()) { log.record("map object \($0)") }
        let kennel = Kennel()
        dog.observe(scale.startingWithLatest(), on: kennel) { log.record("actor \($1)") }
        await eventually { log.values.contains("actor 7") }
        queue.sync {}
        #expect(buffer.latestMessage == 7)
        #expect(
            log.values.sorted() == [
                "actor 7", "author 7 true", "batch [7]", "bounded 7", "free 7", "in place 7", "map 14", "map object -7",
                "once 7", "queue 7", "view 7",
            ])
        for await number in scale.startingWithLatest().messages() {
            #expect(number == 7)
            break
        }
        scale.stopBeingObserved()
    }

    @Test func `an observable of your own is asked once, when the observation starts`() {
        let dog = Dog(), queue = DispatchQueue(label: "queue"), custom = Custom(1), log = Recorder<Int>()
        queue.suspend()
        dog.observe(custom.startingWithLatest(), on: queue) { log.record($0) }
        #expect(custom.pulls == 1)
        custom.set(2)
        #expect(log.values == [])
        queue.resume()
        queue.sync {}
        #expect(log.values == [1, 2])
        #expect(custom.pulls == 1)
    }

    @Test func `what an observable of your own sends while it is asked is what is started with`() async {
        let dog = Dog(), queue = DispatchQueue(label: "queue"), custom = Custom(1), log = Recorder<Int>()
        custom.whenPulled = { if $0.pulls == 1 { $0.set(2) } }
        dog.observe(custom.startingWithLatest()) { log.record($0) }
        #expect(log.values == [2])
        custom.set(3)
        #expect(log.values == [2, 3])
        log.clear()
        custom.whenPulled = { if $0.pulls == 2 { $0.set(4) } }
        dog.stopObserving()
        dog.observe(custom.startingWithLatest(), on: queue) { log.record($0) }
        queue.sync {}
        #expect(log.values == [4])
        custom.whenPulled = { if $0.pulls == 3 { $0.set(5) } }
        let messages = custom.startingWithLatest().messages()
        custom.set(6)
        var loop = messages.makeAsyncIterator()
        #expect(await loop.next() == 5)
        #expect(await loop.next() == 6)
    }

    @Test func `the first message of an observable of your own counts for limits, room and drains`() {
        let dog = Dog(), queue = DispatchQueue(label: "queue"), custom = Custom(0), log = Recorder<Int>()
        queue.suspend()
        dog.observe(custom.startingWithLatest()).on(queue).buffering(.newest(3)).receive { log.record($0) }
        #expect(custom.backlog == 1)
        #expect(!custom.drain(within: .expiring).isEmpty)
        for number in 1...1000 { custom.set(number) }
        #expect(custom.backlog == 3)
        #expect(custom.inspect().observations.map(\.waiting) == [3])
        #expect(custom.waitForRoom(below: 4, within: .zero))
        dog.stopObserving(custom)
        #expect(custom.backlog == 0)
        #expect(custom.inspect().observations.isEmpty)
        #expect(custom.drain(within: .zero).isEmpty)
        queue.resume()
        queue.sync {}
        #expect(log.values == [])
    }

    @Test func `an observable whose messenger is a variable starts with its own latest message`() {
        let dog = Dog(), facade = Facade(), log = Recorder<Update<Int>>()
        dog.observe(facade.startingWithLatest()) { log.record($0) }
        #expect(log.values == [Update(7, 7)])
    }

    @Test func `to start with the latest twice is to start with it once`() {
        let dog = Dog(), number = Var(1), log = Recorder<Int>()
        dog.observe(number.startingWithLatest().startingWithLatest()) { log.record($0.new) }
        #expect(log.values == [1])
    }

    @Test func `as an origin, it fills transforms right from the start`() {
        let dog = Dog(), number = Var(1), buffer = number.new().startingWithLatest().buffer(), log = Recorder<Int?>()
        #expect(buffer.latestMessage == 1)
        dog.observe(buffer) { log.record($0) }
        number.value = 2
        #expect(log.values == [2] && buffer.latestMessage == 2)
    }

    // MARK: - The observation belongs to the origin

    @Test func `the observation is one of the origin`() {
        let dog = Dog(), number = Var(1), log = Recorder<Int>(), latest = number.startingWithLatest()
        dog.observe(latest) { log.record($0.new) }
        #expect(dog.isObserving(number) && dog.isObserving(latest))
        dog.stopObserving(number)
        #expect(!dog.isObserving(number) && !dog.isObserving(latest))
        dog.observe(number) { log.record($0.new) }
        dog.stopObserving(latest)
        number.value = 2
        #expect(log.values == [1])
    }

    @Test func `nobody needs to hold on to what stands for the origin`() {
        let dog = Dog(), number = Var(1), log = Recorder<Int>()
        let latest = LockedBox<StartingWithLatest<Var<Int>>?>(number.startingWithLatest())
        let weak = WeakBox(latest.withLock { $0! })
        dog.observe(number) { log.record($0.new) }
        _ = latest.withLock { dog.observe($0!) { log.record($0.new * 10) } }
        latest.withLock { $0 = nil }
        #expect(!weak.isAlive)
        number.value = 2
        #expect(log.values == [10, 2, 20])
        #expect(dog.isObserving(number))
    }

    @Test func `observing keeps neither the origin nor anything else alive`() {
        let dog = Dog(), captured = LockedBox<Mortal?>(Mortal()), weakCaptured = WeakBox(captured.withLock { $0! })
        let number = LockedBox<Var<Int>?>(Var(1)), weakNumber = WeakBox(number.withLock { $0! })
        let mortal = captured.withLock { $0! }
        start(dog, number.withLock { $0! }, mortal)
        captured.withLock { $0 = nil }
        number.withLock { $0 = nil }
        #expect(!weakNumber.isAlive)
        withExtendedLifetime(mortal) {}
        #expect(weakCaptured.isAlive)
    }

    private func start(_ dog: Dog, _ number: Var<Int>, _ mortal: Mortal) {
        let new = number.new()
        dog.observe(number.startingWithLatest()) { _ in mortal.touch() }
        dog.observe(new.startingWithLatest()) { _ in mortal.touch() }
        dog.observe(Custom(1).startingWithLatest()) { _ in mortal.touch() }
    }

    @Test func `handlers are released when the origin has died`() {
        let dog = Dog(), deaths = Recorder<Int>()
        do {
            let number = Var(1), new = number.new(), custom = Custom(1)
            func mortal() -> Mortal { Mortal { deaths.record(1) } }
            dog.observe(number.startingWithLatest()) { [mortal = mortal()] _ in mortal.touch() }
            dog.observe(new.startingWithLatest()) { [mortal = mortal()] _ in mortal.touch() }
            dog.observe(custom.startingWithLatest()) { [mortal = mortal()] _ in mortal.touch() }
            #expect(deaths.count == 0)
            withExtendedLifetime((number, new, custom)) {}
        }
        #expect(deaths.count == 3)
    }

    @Test func `what is sent through it is sent by the origin`() {
        let dog = Dog(), number = Var(1), promise = Messenger<Int>().buffer(), log = Recorder<String>()
        let box = WeakBox(number)
        dog.observe(number) { log.record("\($0.old) \($0.new) \($1 === box.object)") }
        number.startingWithLatest().send()
        number.startingWithLatest().send(Update(5, 6))
        promise.startingWithLatest().send(1)
        #expect(log.values == ["1 1 true", "5 6 true"])
        #expect(promise.latestMessage == 1)
        #expect(number.startingWithLatest().latestMessage == Update(1, 1))
    }

    // MARK: - A busy origin

    @Test func `whoever starts while updates wait in line gets none of them`() {
        let dog = Dog(), cat = Dog(), number = Var(0), log = Recorder<String>()
        let maps = (number.new(), number.new().map { $0 * 10 })
        let starts = WeakBox(number), mapped = WeakBox(maps.1)
        observeOnce(number) { _ in
            number.value = 2
            cat.observe(starts.object!.startingWithLatest()) { log.record("\($0.old) \($0.new)") }
            cat.observe(mapped.object!.startingWithLatest()) { log.record("map \($0)") }
            number.value = 3
        }
        number.value = 1
        #expect(log.values == ["2 2", "map 20", "map 30", "2 3"] || log.values == ["2 2", "map 20", "2 3", "map 30"])
        withExtendedLifetime((dog, maps)) {}
    }

    @Test(arguments: Ending.allCases)
    fileprivate func `an observation that ends before its first message never starts`(_ ending: Ending) {
        let dog = LockedBox<Dog?>(Dog()), weakDog = WeakBox(dog.withLock { $0! }), number = Var(0)
        let map = LockedBox<Map<Var<Int>, Int>?>(number.new()), weakMap = WeakBox(map.withLock { $0! })
        let log = Recorder<Int>(), deaths = Recorder<Int>(), others = (0..<3).map { Var($0) }
        observeOnce(number) { _ in
            if ending == .byObserverOfLittle { (0..<3).forEach { _ in weakMap.object!.observed { _ in } } }
            if ending == .byObserverOfMuch { others.forEach { weakDog.object!.observe($0) { _ in } } }
            let mortal = Mortal { deaths.record(1) }
            weakDog.object!.observe(weakMap.object!.startingWithLatest()) {
                mortal.touch()
                log.record($0)
            }
            #expect(weakDog.object!.isObserving(weakMap.object!))
            switch ending {
            case .byObserver, .byObserverOfLittle, .byObserverOfMuch: weakDog.object!.stopObserving(weakMap.object!)
            case .byObserverCompletely: weakDog.object!.stopObserving()
            case .byObservable: weakMap.object!.stopBeingObserved()
            case .byDeathOfObserver: dog.withLock { $0 = nil }
            case .byDeathOfObservable: map.withLock { $0 = nil }
            }
            guard let dog = weakDog.object, let map = weakMap.object else { return }
            #expect(!dog.isObserving(map))
            (0..<9).forEach { _ in dog.observe(others[0]) { _ in } }
            #expect(!dog.isObserving(map))
        }
        number.value = 1
        number.value = 2
        #expect(log.values == [])
        #expect(deaths.count == 1)
    }

    fileprivate enum Ending: CaseIterable {
        case byObserver, byObserverOfLittle, byObserverOfMuch, byObserverCompletely, byObservable
        case byDeathOfObserver, byDeathOfObservable
    }

    @Test func `a transform that lost its origin while an observation starts still has an observer`() {
        let dog = Dog(), number = Var(0), map = number.new(), weakMap = WeakBox(map), log = Recorder<Int>()
        observeOnce(number) { _ in
            dog.observe(weakMap.object!.startingWithLatest()) { log.record($0) }
            number.stopBeingObserved()
        }
        number.value = 1
        number.value = 2
        #expect(log.values == [] && dog.isObserving(map))
        map.send(3)
        #expect(log.values == [3])
    }

    @Test func `a transform that changed its origin while an observation starts begins with the new one`() {
        let dog = Dog(), number = Var(0), other = Var(10), map = number.new(), log = Recorder<Int>()
        let weakMap = WeakBox(map)
        observeOnce(number) { _ in
            dog.observe(weakMap.object!.startingWithLatest()) { log.record($0) }
            weakMap.object!.origin = other
            other.value = 11
        }
        number.value = 1
        number.value = 2
        other.value = 12
        #expect(log.values == [11, 12])
    }

    // MARK: - Combined

    @Test func `a combined observation starts with one call, whoever asked for it`() {
        let dog = Dog(), a = Var("a"), b = Var(1), c = Messenger<Int>().buffer(), log = Recorder<String>()
        dog.observe(a, b.startingWithLatest()) { log.record("\($0.new)\($1.new)") }
        dog.observe(a.startingWithLatest(), b) { log.record("\($0.new)\($1.new)") }
        dog.observe(a.startingWithLatest(), b.startingWithLatest(), c.startingWithLatest()) {
            log.record("\($0.new)\($1.new)\($2 ?? 0)")
        }
        dog.observe(a, b) { log.record("\($0.new)\($1.new)") }
        #expect(log.values == ["a1", "a1", "a10"])
        log.clear()
        b.value = 2
        #expect(log.values == ["a2", "a2", "a20", "a2"])
    }

    @Test func `a combined observation that starts with the latest works in all forms`() {
        let dog = Dog(), queue = DispatchQueue(label: "queue"), a = Var(1), b = Var(2), log = Recorder<String>()
        let box = WeakBox(b)
        dog.observe(a, b.startingWithLatest()) { log.record("author \($0.new)\($1.new) \($2 === box.object)") }
        dog.observe(a.startingWithLatest(), b, on: queue) { log.record("queue \($0.new)\($1.new)") }
        queue.sync {}
        dog.observe(a, b.startingWithLatest(), on: queue) { log.record("both \($0.new)\($1.new) \($2 === box.object)") }
        queue.sync {}
        observe(a.startingWithLatest(), b.startingWithLatest()) { log.record("free \($0.new)\($1.new)") }
        #expect(log.values == ["author 12 true", "queue 12", "both 12 true", "free 12"])
        a.stopBeingObserved()
    }

    @Test func `a combined observation outlives what stands for its parts, and ends with the origins`() {
        let dog = Dog(), a = Var(1), log = Recorder<Int>()
        let b = LockedBox<Var<Int>?>(Var(2)), weakB = WeakBox(b.withLock { $0! })
        dog.observe(a.startingWithLatest(), weakB.object!.startingWithLatest()) { log.record($0.new + $1.new) }
        a.value = 2
        weakB.object!.value = 3
        #expect(log.values == [3, 4, 5])
        b.withLock { $0 = nil }
        #expect(!weakB.isAlive && !dog.isObserving(a))
    }

    @Test func `a combined observation of one observable in two roles starts once`() {
        let dog = Dog(), a = Var(1), log = Recorder<Int>()
        dog.observe(a, a.startingWithLatest()) { log.record($0.new * 10 + $1.new) }
        dog.observe(a.startingWithLatest(), a) { log.record($0.new * 10 + $1.new) }
        #expect(log.values == [11, 11])
        a.value = 2
        #expect(log.values == [11, 11, 22, 22])
    }

    @Test func `the first call knows the changes that others made before it`() {
        let dog = Dog(), a = Var(1), b = Var(2), log = Recorder<String>(), new = b.new(), weakNew = WeakBox(new)
        observeOnce(b) { _ in
            dog.observe(a, weakNew.object!.startingWithLatest()) { log.record("\($0.new) \($1)") }
            a.value = 11
        }
        b.value = 3
        #expect(log.values == ["11 3"])
        a.value = 12
        #expect(log.values == ["11 3", "12 3"])
    }

    @Test(arguments: [false, true])
    func `whatever the first call changes is not missed`(_ isLastWrapped: Bool) {
        let dog = Dog(), a = Var(1), b = Var(2), log = Recorder<String>()
        let handle: @Sendable (Update<Int>, Update<Int>) -> Void = {
            log.record("\($0.new) \($1.new)")
            a.value = 11
            b.value = 12
        }
        // The variable that causes the first call is busy until that call returns.
        if isLastWrapped {
            dog.observe(a, b.startingWithLatest(), receive: handle)
            #expect(log.values == ["1 2", "11 2", "11 12"])
        } else {
            dog.observe(a.startingWithLatest(), b, receive: handle)
            #expect(log.values == ["1 2", "1 12", "11 12"])
        }
    }

    // MARK: - Promises

    @Test func `waiting on a queue keeps no buffer alive, and an author that died is replaced`() {
        let queue = DispatchQueue(label: "queue"), log = Recorder<String>()
        let buffer = LockedBox<Buffer<Messenger<Int>, Int>?>(Messenger<Int>().buffer())
        let weak = WeakBox(buffer.withLock { $0! })
        weak.object!.latestMessage = 1
        queue.suspend()
        weak.object!.observedWhenFulfilled(on: queue) { log.record("\($0)") }
        buffer.withLock { $0 = nil }
        #expect(!weak.isAlive)
        queue.resume()
        queue.sync {}
        #expect(log.values == ["1"])
    }
}

extension Buffer where Wrapped: Sendable {

    fileprivate func observedWhenFulfilled(on queue: DispatchQueue, receive: @escaping @Sendable (Wrapped) -> Void) {
        startingWithLatest().observed().on(queue).unwrap().once().receive { receive($0) }
    }
}

/// A buffered observable of a client.
private final class Custom: BufferedObservable, @unchecked Sendable {
    private let box: LockedBox<Int>
    private let pullCount = LockedBox(0)
    let messenger = Messenger<Int>()
    var whenPulled: (Custom) -> Void = { _ in }
    var pulls: Int { pullCount.withLock { $0 } }
    init(_ value: Int) { box = LockedBox(value) }
    var latestMessage: Int {
        let message = box.withLock { $0 }
        pullCount.withLock { $0 += 1 }
        whenPulled(self)
        return message
    }
    func set(_ value: Int) {
        box.withLock { $0 = value }
        send(value)
    }
}

/// A buffered observable whose messages a variable delivers.
private final class Facade: BufferedObservable, Sendable {
    let variable = Var(1)
    var messenger: Messenger<Update<Int>> { variable.messenger }
    var latestMessage: Update<Int> { Update(7, 7) }
}

/// A buffered messenger of a client.
private final class Scale: Messenger<Int>, BufferedObservable, @unchecked Sendable {
    var latestMessage: Int { 7 }
    func send() { send(latestMessage) }
}

private actor Kennel {}
