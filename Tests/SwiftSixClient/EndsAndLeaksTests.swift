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
}
