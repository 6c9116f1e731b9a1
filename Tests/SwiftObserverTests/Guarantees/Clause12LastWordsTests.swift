import Dispatch
import SwiftObserver
import Testing

@Suite struct Clause12LastWordsArrive {

    @Test func `an observable may send from its deinit`() {
        let dog = Dog(), messages = Recorder<Int>()
        var sky: Sky? = Sky()
        dog.observe(sky!) { messages.record($0) }
        sky = nil
        #expect(messages.values == [99])
    }

    @Test func `a messenger may send in its own deinit, and its stand-in as the author can be stored`() {
        let dog = Dog(), messages = Recorder<Int>(), authors = LockedBox<[AnyObject]>([])
        var messenger: Cassandra? = Cassandra()
        dog.observe(messenger!) { message, author in
            messages.record(message)
            authors.withLock { $0.append(author) }
        }
        messenger = nil
        #expect(messages.values == [99])
        let stored = authors.withLock { $0 }
        #expect(stored.count == 1)
        #expect(!(stored.first is Cassandra))
    }

    @Test func `an observable that dies in the middle of its delivery has the last word`() {
        let dog = Dog(), messages = Recorder<Int>(), sky = LockedBox<Sky?>(Sky())
        let messenger = sky.withLock { $0!.messenger }
        dog.observe(messenger) { message in
            messages.record(message)
            guard message == 1 else { return }
            messenger.send(2)
            let dying = sky.withLock { sky in
                defer { sky = nil }
                return sky
            }
            withExtendedLifetime(dying) {}
        }
        messenger.send(1)
        #expect(messages.values == [1, 2, 99])
    }

    @Test func `messages in line are delivered although the messenger dies in the middle of its delivery`() {
        let dog = Dog(), messages = Recorder<Int>(), source = Messenger<Int>()
        let doubled = LockedBox(Optional(source.map { $0 * 2 }))
        dog.observe(doubled.withLock { $0! }) { message in
            messages.record(message)
            guard message == 2 else { return }
            let dying = doubled.withLock { doubled in
                defer { doubled = nil }
                return doubled
            }
            dying?.send(3)
            dying?.send(4)
        }
        let messenger = doubled.withLock { WeakBox($0!) }
        source.send(1)
        #expect(messages.values == [2, 3, 4])
        #expect(!messenger.isAlive)
    }

    @Test func `an observable that dies while another thread delivers has the last word`() {
        let dog = Dog(), messages = Recorder<Int>(), entered = Gate(), mayLeave = Gate()
        var sky: Sky? = Sky()
        let messenger = sky!.messenger
        dog.observe(messenger) { message in
            messages.record(message)
            guard message == 1 else { return }
            entered.open()
            mayLeave.pass()
        }
        let delivery = DispatchGroup()
        DispatchQueue(label: "delivery").async(group: delivery) { messenger.send(1) }
        entered.pass()
        sky = nil
        #expect(messages.values == [1])

        mayLeave.open()
        delivery.wait()
        #expect(messages.values == [1, 99])
    }

    @Test func `a combined observation hears the last words of a part, which ends only behind them`() {
        let dog = Dog(), number = Var(0), log = Recorder<String>(), text = LockedBox<Var<String>?>(Var("a"))
        dog.observe(number, text.withLock { $0! }) {
            log.record("\($0.new) \($1.new)")
            guard log.count == 1 else { return }
            text.withLock { $0 }?.value = "b"
            text.withLock { $0 }?.value = "c"
            let dying = text.withLock { text in
                defer { text = nil }
                return text
            }
            log.record("\(dying == nil ? "dead" : "dying")")
        }
        number.value = 1
        #expect(log.values == ["1 a", "dying", "1 b", "1 c"])
        #expect(!dog.isObserving(number))
        number.value = 2
        #expect(log.count == 4)
    }

    @Test func `a combined observation on a queue hears the last words of a part, which ends only behind them`() {
        let dog = Dog(), number = Var(0), log = Recorder<String>(), queue = DispatchQueue(label: "queue")
        var text: Var<String>? = Var("a")
        dog.observe(number, text!, on: queue) { log.record("\($0.new) \($1.new)") }
        queue.suspend()
        text?.value = "b"
        text = nil
        #expect(dog.isObserving(number))
        queue.resume()
        queue.sync {}
        #expect(log.values == ["0 b"])
        #expect(!dog.isObserving(number))
    }

    @Test func `last words of a part are heard, and nothing behind them`() {
        let dog = Dog(), trigger = Var(0), number = Var(0), log = Recorder<String>()
        let text = LockedBox<Var<String>?>(Var("a"))
        dog.observe(trigger, number, text.withLock { $0! }) {
            log.record("\($1.new) \($2.new)")
            guard log.count == 1 else { return }
            number.value = 1
            text.withLock { $0 }?.value = "b"
            text.withLock { $0 = nil }
            number.value = 2
        }
        trigger.value = 1
        #expect(log.values == ["0 a", "1 a", "1 b"])
        #expect(!dog.isObserving(number))
        number.value = 3
        #expect(log.count == 3)
    }

    @Test(arguments: [false, true])
    func `last words of a part on a queue are heard, and nothing behind them`(isHopped: Bool) {
        let dog = Dog(), number = Var(0), log = Recorder<String>(), queue = DispatchQueue(label: "queue")
        let other = DispatchQueue(label: "other")
        var text: Var<String>? = Var("a", on: queue)
        if isHopped {
            dog.observe(number, text!, on: other) { log.record("\($0.new) \($1.new)") }
        } else {
            dog.observe(number, text!) { log.record("\($0.new) \($1.new)") }
        }
        queue.suspend()
        other.suspend()
        text?.value = "b"
        text = nil
        number.value = 1
        other.resume()
        other.sync {}
        queue.resume()
        queue.sync {}
        other.sync {}
        #expect(log.values == (isHopped ? ["0 b"] : ["1 a", "1 b"]))
        #expect(!dog.isObserving(number))
    }

    @Test func `last words of a part are heard by way of a queue, and nothing behind them`() {
        let dog = Dog(), number = Var(0), log = Recorder<String>(), queue = DispatchQueue(label: "queue")
        var text: Var<String>? = Var("a")
        dog.observe(number, text!, on: queue) { log.record("\($0.new) \($1.new)") }
        queue.suspend()
        number.value = 1
        text?.value = "b"
        text = nil
        number.value = 2
        queue.resume()
        queue.sync {}
        #expect(log.values == ["1 a", "1 b"])
        #expect(!dog.isObserving(number))
    }

    @Test func `last words arrive on a queue when their sender is long gone`() {
        let queue = DispatchQueue(label: "queue"), dog = Dog(), messages = Recorder<Int>()
        let authors = LockedBox<[AnyObject]>([])
        var sky: Sky? = Sky(), messenger: Cassandra? = Cassandra()
        for observe in [
            { (handle: @escaping @Sendable (Int, AnyObject) -> Void) in dog.observe(sky!, on: queue, receive: handle) },
            { handle in dog.observe(messenger!, on: queue, receive: handle) },
        ] {
            _ = observe { message, author in
                messages.record(message)
                authors.withLock { $0.append(author) }
            }
        }
        let boxes = (WeakBox(sky!), WeakBox(messenger!))
        queue.suspend()
        sky?.send(1)
        sky = nil
        messenger?.send(2)
        messenger = nil
        #expect(!boxes.0.isAlive && !boxes.1.isAlive)

        queue.resume()
        queue.sync {}
        #expect(messages.values == [1, 99, 2, 99])
        #expect(authors.withLock { $0.count } == 4)
    }

    @Test func `a dying author is replaced by the messenger`() {
        let dog = Dog(), messenger = Messenger<Int>(), authors = LockedBox<[AnyObject]>([])
        dog.observe(messenger) { message, author in
            authors.withLock { $0.append(author) }
            if message == 1 {
                // this author is dead by the time its message is delivered
                messenger.send(2, from: Mortal())
            }
        }
        do { _ = Writer(messenger) }
        let stored = authors.withLock { $0 }
        #expect(stored.map { $0 === messenger } == [true, true])
    }

    @Test func `an author that died before the queue got to its message is replaced by the messenger`() {
        let queue = DispatchQueue(label: "queue"), dog = Dog(), messenger = Messenger<Int>()
        let authors = LockedBox<[AnyObject]>([]), living = Mortal()
        dog.observe(messenger, on: queue) { _, author in authors.withLock { $0.append(author) } }
        queue.suspend()
        messenger.send(1, from: Mortal())
        messenger.send(2, from: living)
        queue.resume()
        queue.sync {}
        let stored = authors.withLock { $0 }
        #expect(stored.map { $0 === messenger } == [true, false])
        #expect(stored.last === living)
    }

    @Test func `observables that die on many threads all have the last word`() {
        let messages = Recorder<Int>(), rounds = 200, dog = Dog()
        onThreads(4) { _ in
            for round in 0..<rounds {
                let sky = Sky()
                dog.observe(sky) { messages.record($0) }
                sky.send(round)
            }
        }
        #expect(messages.values.filter { $0 == 99 }.count == 4 * rounds + 4)
        #expect(messages.count == 8 * rounds)
    }
}

private final class Sky: Observable, Sendable {
    let messenger = Messenger<Int>()
    deinit { send(99) }
}

private final class Cassandra: Messenger<Int>, @unchecked Sendable {
    deinit { send(99) }
}

private final class Writer {
    private let messenger: Messenger<Int>
    init(_ messenger: Messenger<Int>) { self.messenger = messenger }
    deinit { messenger.send(1, from: self) }
}
