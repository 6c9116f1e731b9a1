import Dispatch
import SwiftObserver
import Testing

/// The code of the page about ends and leaks, compiled and run.
@Suite struct EndsAndLeaksTests {

    @Test func `this file contains the code of the page`() throws {
        try expectCode(of: "Docs/SwiftObserver.docc/EndsAndLeaks.md", isContainedIn: #filePath)
    }

    private final class Dog: Observer, Sendable {
        let receiver = Receiver()
        let barks = Var(0)

        func bark() { barks += 1 }
        func hear(_ text: String) { bark() }

        func watchAndLeak(_ door: Messenger<String>) {
            observe(door) { _ in self.bark() }  // leaks this dog
        }

        func watch(_ door: Messenger<String>) {
            observe(door) { [unowned self] _ in bark() }
        }

        func watchCarefully(_ door: Messenger<String>) {
            observe(door) { [weak self] _ in self?.bark() }
        }
    }

    @Test(arguments: [true, false])
    func `a handler keeps its observer if it captures it strongly, until the observation ends`(isMethod: Bool) {
        let door = Messenger<String>()
        weak var mortal: Dog?
        do {
            let dog = Dog()
            if isMethod {
                dog.observe(door, receive: dog.hear)
            } else {
                dog.watchAndLeak(door)
            }
            mortal = dog
        }
        #expect(mortal != nil)
        door.send("knock")
        #expect(mortal?.barks.value == 1)
        door.stopBeingObserved()
        #expect(mortal == nil)
    }

    @Test func `other handlers don't`() {
        let printed = Printed()
        func print(_ items: Any...) { printed(items) }

        let door = Messenger<String>()
        let dog = Dog()
        dog.watch(door)
        dog.watchCarefully(door)
        door.observed { [weak dog] _ in dog?.bark() }  // a free observation, which doesn't end with the dog
        dog.observe(door) { [barks = dog.barks] _ in barks += 1 }
        door.send("knock")
        #expect(dog.barks.value == 4)

        weak var mortal: Dog?
        do {
            let dog = Dog()
            dog.watch(door)
            mortal = dog
        }
        print(mortal == nil)  // prints "true"
        #expect(printed.takeAll() == ["true"])
    }

    @Test func `to observe once keeps the observer until the message`() {
        let door = Messenger<String>()
        weak var mortal: Dog?
        do {
            let dog = Dog()
            door.observedOnce { _ in dog.bark() }  // keeps the dog until the door opens
            mortal = dog
        }
        #expect(mortal != nil)
        door.send("knock")
        #expect(mortal == nil)
    }

    // MARK: - What must be stored

    @Test func `objects and combined variables must be stored, but not steps, stand-ins and views`() {
        let count = Var(0), other = Var(0), dog = Dog(), heard = Written<String>()
        dog.observe(count.new()) { heard.append("object \($0)") }
        dog.observe(count +++ other) { heard.append("combined \($0.new.left)") }
        dog.observe(count).new().map { "chain \($0)" }.receive { heard.append($0) }
        dog.observe(count).new { heard.append("short form \($0)") }
        dog.observe(count.startingWithLatest()) { heard.append("latest \($0.new)") }
        dog.observe(count.view) { heard.append("view \($0.new)") }
        count <- 1
        #expect(heard.values == ["latest 0", "chain 1", "short form 1", "latest 1", "view 1"])
        withExtendedLifetime(dog) {}
    }

    @Test func `promises needn't be stored`() {
        let keep = Written<Promise<Int>>(), heard = Written<Int>()
        func load() -> Promise<Int> { Promise { keep.append($0) } }
        load().map { $0 + 1 }.whenFulfilled { heard.append($0) }
        keep.values[0].fulfill(7)
        #expect(heard.values == [8])
    }

    @Test func `a loop over an object that nothing retains ends at once`() async {
        let sky = Messenger<String>()
        for await color in sky.map({ "\($0)" }).messages() { Issue.record("A message: \(color)") }
        withExtendedLifetime(sky) {}
    }

    // MARK: - Waiting for handlers

    @Test func `no handler uses memory that is freed`() {
        let door = Messenger<Int>(), dog = Dog()
        nonisolated(unsafe) let buffer = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        dog.observe(door, on: DispatchQueue(label: "door")) { buffer.initialize(to: $0) }
        for number in 1...100 { door.send(number) }
        door.drain(within: .hangLimit)
        if dog.stopObservingAndWait(door, within: .seconds(10)) {
            buffer.deallocate()  // no handler uses it now
        } else {
            print("A handler still runs, so the buffer stays.")
        }
        #expect(!dog.isObserving(door))
    }
}
