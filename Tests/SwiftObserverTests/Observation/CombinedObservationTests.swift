import Dispatch
import SwiftObserver
import Testing

@Suite struct CombinedObservationTests {

    @Test func `two observables are observed together`() {
        let dog = Dog(), number = Var(1), text = Var("a"), log = Recorder<String>()
        dog.observe(number, text) { number, text in
            log.record("\(number.old)\(number.new)\(text.old)\(text.new)")
        }
        number.value = 2
        text.value = "b"
        number.send()
        #expect(log.values == ["12aa", "22ab", "22bb"])
        #expect(dog.isObserving(number) && dog.isObserving(text))
    }

    @Test func `three observables of all kinds are observed together`() {
        let dog = Dog(), number = Var(1), bell = Messenger<String>().buffer(),
            length = Var("abc").new().map { $0.count }
        let log = Recorder<String>()
        dog.observe(number, bell, length) { number, sound, length in
            log.record("\(number.new) \(sound ?? "-") \(length)")
        }
        number.value = 2
        bell.origin.send("ding")
        length.origin.origin.value = "ab"
        #expect(log.values == ["2 - 3", "2 ding 3", "2 ding 2"])
    }

    @Test func `messages without a type of their own are observed together`() {
        let dog = Dog(), anything = Messenger<any Sendable>().buffer(), number = Var(1), log = Recorder<String>()
        dog.observe(anything, number) { anything, number in
            log.record("\(anything.map { "\($0)" } ?? "-") \(number.new)")
        }
        anything.origin.send("text")
        anything.origin.send([1, 2, 3, 4, 5])
        number.value = 2
        #expect(log.values == ["text 1", "[1, 2, 3, 4, 5] 1", "[1, 2, 3, 4, 5] 2"])
    }

    @Test func `observables of anything are observed together`() {
        let dog = Dog(), anything = Anything(), number = Var(1), log = Recorder<String>()
        dog.observe(number, anything) { number, message, author in
            log.record("\(number.new) \(message) \(author === anything ? "anything" : "other")")
        }
        anything.send("text")
        anything.send(["a", "b"])
        #expect(log.values == ["1 text anything", "1 [\"a\", \"b\"] anything"])
    }

    @Test func `five observables are observed together`() {
        let dog = Dog(), parts = (0..<5).map { _ in Var(0) }, log = Recorder<[Int]>()
        dog.observe(parts[0], parts[1], parts[2], parts[3], parts[4]) { a, b, c, d, e in
            log.record([a.new, b.new, c.new, d.new, e.new])
        }
        for (index, part) in parts.enumerated() { part.value = index + 1 }
        #expect(
            log.values == [
                [1, 0, 0, 0, 0], [1, 2, 0, 0, 0], [1, 2, 3, 0, 0], [1, 2, 3, 4, 0], [1, 2, 3, 4, 5],
            ])
    }

    @Test func `the handler gets the author of the message that triggered it`() {
        let dog = Dog(), author = Mortal(), number = Var(1), text = Var("a"), flag = Var(false)
        let two = Recorder<Bool>(), three = Recorder<Bool>(), five = Recorder<Bool>(), isText = Recorder<Bool>()
        dog.observe(number, text) { _, _, sender in
            two.record(sender === author)
            isText.record(sender === text)
        }
        dog.observe(number, text, flag) { _, _, _, sender in three.record(sender === author) }
        dog.observe(number, text, flag, Var(1), Var(2)) { _, _, _, _, _, sender in five.record(sender === author) }
        number.set(2, as: author)
        text.value = "b"
        #expect(two.values == [true, false])
        #expect(three.values == [true, false])
        #expect(isText.values == [false, true])
        #expect(five.values == [])
    }

    @Test func `five observables are observed with authors`() {
        let dog = Dog(), author = Mortal(), parts = (0..<5).map { _ in Var(0) }, log = Recorder<Int>()
        dog.observe(parts[0], parts[1], parts[2], parts[3], parts[4]) { a, b, c, d, e, sender in
            if sender === author { log.record(a.new + b.new + c.new + d.new + e.new) }
        }
        for part in parts { part.set(1, as: author) }
        parts[0].value = 7
        #expect(log.values == [1, 2, 3, 4, 5])
    }

    @Test func `an observable that is named twice causes one call a message`() {
        let dog = Dog(), number = Var(1), other = Var(10), log = Recorder<String>()
        dog.observe(number, other, number) { log.record("\($0.old)\($0.new) \($1.new) \($2.old)\($2.new)") }
        number.value = 2
        other.value = 11
        #expect(log.values == ["12 10 12", "22 11 22"])
    }

    @Test func `stopping one part stops the whole`() {
        let dog = Dog(), number = Var(1), text = Var("a"), calls = Recorder<Int>()
        var captured: Mortal? = Mortal()
        let box = WeakBox(captured!)
        dog.observe(number, text) { [captured] _, _ in
            captured?.touch()
            calls.record(1)
        }
        captured = nil
        dog.stopObserving(text)
        #expect(!dog.isObserving(number))
        #expect(!box.isAlive)
        number.value = 2
        #expect(calls.values == [])
    }

    @Test func `the death of one part ends the whole`() {
        let dog = Dog(), number = Var(1), calls = Recorder<Int>()
        var text: Var<String>? = Var("a"), captured: Mortal? = Mortal()
        let box = WeakBox(captured!)
        dog.observe(number, text!) { [captured] _, _ in
            captured?.touch()
            calls.record(1)
        }
        captured = nil
        text = nil
        #expect(!dog.isObserving(number))
        #expect(!box.isAlive)
        number.value = 2
        #expect(calls.values == [])
    }

    @Test(arguments: [false, true])
    func `it ends with the next message when a part is dead whose messenger lives on`(isHopped: Bool) {
        let dog = Dog(), number = Var(0), messenger = Messenger<String>(), log = Recorder<String>()
        let queue = DispatchQueue(label: "queue"), deaths = Recorder<Int>()
        var source: Source? = Source(of: messenger)
        do {
            let captured = Mortal { deaths.record(1) }
            let receive: @Sendable (Update<Int>, String) -> Void = {
                log.record("\($0.new) \($1)")
                captured.touch()
            }
            if isHopped {
                dog.observe(number, source!, on: queue, receive: receive)
            } else {
                dog.observe(number, source!, receive: receive)
            }
        }
        number.value = 1
        queue.sync {}
        source = nil
        #expect(deaths.count == 0)
        number.value = 2
        queue.sync {}
        #expect(log.values == ["1 latest"])
        #expect(deaths.count == 1)
        #expect(!dog.isObserving(number))
        #expect(!dog.isObserving(messenger))
    }

    @Test func `other observations of the parts go on`() {
        let dog = Dog(), number = Var(1), text = Var("a"), log = Recorder<String>()
        dog.observe(number, text) { _, _ in log.record("both") }
        dog.observe(number) { _ in log.record("number") }
        dog.stopObserving(text)
        number.value = 2
        #expect(log.values == ["number"])
    }

    @Test func `the parts stop it, too`() {
        let dog = Dog(), number = Var(1), text = Var("a"), calls = Recorder<Int>()
        dog.observe(number, text) { _, _ in calls.record(1) }
        text.stopBeingObserved(by: dog)
        number.value = 2
        dog.observe(number, text) { _, _ in calls.record(2) }
        number.stopBeingObserved()
        text.value = "b"
        dog.observe(number, text) { _, _ in calls.record(3) }
        dog.stopObserving()
        text.value = "c"
        #expect(calls.values == [])
    }

    @Test func `it keeps neither the parts nor the observer alive`() {
        var dog: Dog? = Dog(), number: Var<Int>? = Var(1), text: Var<String>? = Var("a")
        let dogBox = WeakBox(dog!), numberBox = WeakBox(number!), textBox = WeakBox(text!)
        dog?.observe(number!, text!) { _, _ in }
        number = nil
        #expect(!numberBox.isAlive)
        dog = nil
        #expect(!dogBox.isAlive)
        text = nil
        #expect(!textBox.isAlive)
    }

    @Test func `the death of the observer ends it`() {
        var dog: Dog? = Dog()
        let number = Var(1), text = Var("a"), calls = Recorder<Int>()
        dog?.observe(number, text) { _, _ in calls.record(1) }
        dog = nil
        number.value = 2
        text.value = "b"
        #expect(calls.values == [])
    }

    @Test func `the handler may change the parts`() {
        let dog = Dog(), number = Var(1), double = Var(2), log = Recorder<String>(), box = WeakBox(double)
        dog.observe(number, double) { number, double in
            log.record("\(number.new) \(double.new)")
            box.object?.value = number.new * 2
        }
        number.value = 5
        #expect(log.values == ["5 2", "5 10"])
    }

    @Test func `the handler runs on a queue`() {
        let dog = Dog(), number = Var(1), text = Var("a"), author = Mortal(), log = Recorder<String>()
        let queue = DispatchQueue(label: "q")
        queue.suspend()
        dog.observe(number, text, on: queue) {
            dispatchPrecondition(condition: .onQueue(queue))
            log.record("\($0.new)\($1.new)")
        }
        dog.observe(number, text, on: queue) { _, _, sender in log.record("\(sender === author)") }
        number.set(2, as: author)
        queue.resume()
        queue.sync {}
        text.value = "b"
        queue.sync {}
        #expect(log.values == ["2a", "true", "2b", "false"])
        queue.sync { dog.stopObserving(text) }
        number.value = 3
        queue.sync {}
        #expect(log.count == 4)
    }

    @Test func `free observers combine as well`() {
        let number = Var(1), text = Var("a"), flag = Var(true), author = Mortal(), log = Recorder<String>()
        let queue = DispatchQueue(label: "q")
        observe(number, text) { log.record("a\($0.new)\($1.new)") }
        observe(number, text, flag) { log.record("b\($0.new)\($1.new)\($2.new)") }
        observe(number, text) { number, text, sender in log.record("c\(number.new)\(text.new)\(sender === author)") }
        number.set(2, as: author)
        #expect(log.values == ["a2a", "b2atrue", "c2atrue"])
        FreeObserver.shared.stopObserving(text)
        number.value = 3
        #expect(log.count == 3)

        observe(number, text).on(queue).receive { log.record("d\($0.new)\($1.new)") }
        observe(number, text).on(queue).withAuthor().receive { both, sender in
            log.record("e\(both.0.new)\(sender === author)")
        }
        number.set(4, as: author)
        queue.sync {}
        #expect(log.values.dropFirst(3) == ["d4a", "e4true"])
        FreeObserver.shared.stopObserving(number)
    }

    @Test func `its handler never overlaps itself, and gets every message once`() {
        let dog = Dog(), number = Var(0), text = Var(0), busy = LockedBox(false), overlaps = LockedBox(0)
        let numbers = Recorder<Int>(), texts = Recorder<Int>()
        dog.observe(number, text) { number, text in
            if busy.withLock({ isBusy in
                defer { isBusy = true }
                return isBusy
            }) {
                overlaps.withLock { $0 += 1 }
            }
            if number.old != number.new { numbers.record(number.new) }
            if text.old != text.new { texts.record(text.new) }
            busy.withLock { $0 = false }
        }
        onThreads(2) { index in
            for value in 1...500 { if index == 0 { number.value = value } else { text.value = value } }
        }
        #expect(overlaps.withLock { $0 } == 0)
        #expect(numbers.values == Array(1...500))
        #expect(texts.values == Array(1...500))
    }
}

/// A buffered observable that shares its messenger with others.
private final class Source: BufferedObservable, Sendable {
    let messenger: Messenger<String>
    let latestMessage = "latest"
    init(of messenger: Messenger<String>) { self.messenger = messenger }
}

private final class Anything: BufferedObservable, Sendable {
    let messenger = Messenger<any Sendable>()
    let latestMessage: any Sendable = "latest"
}
