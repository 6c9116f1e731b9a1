import Dispatch
import SwiftObserver
import Testing

/// The code of the page with the first steps, compiled and run.
@Suite struct GettingStartedTests {

    @Test func `this file contains the code of the page`() throws {
        try expectCode(of: "Docs/SwiftObserver.docc/GettingStarted.md", isContainedIn: #filePath)
    }

    @Test func `it prints what the page says`() {
        let printed = Printed()
        @Sendable func print(_ items: Any...) { printed(items) }

        let sky = Sky()
        let dog = Dog()
        dog.observe(sky) { clouds in print("\(clouds) clouds") }
        sky.send(3)  // prints "3 clouds"
        #expect(printed.takeAll() == ["3 clouds"])

        sky.observedOnce { _ in print("just once") }
        sky.send(4)  // prints "just once", which ends that observation
        #expect(printed.takeAll() == ["4 clouds", "just once"])
        dog.stopObserving(sky)  // stopObserving() ends all of the dog's observations
        sky.stopBeingObserved()  // ends all observations of the sky
        sky.send(4)
        #expect(printed.takeAll() == [])

        let count = Var(0)
        dog.observe(count) { update in print("\(update.old) → \(update.new)") }
        count <- 1  // prints "0 → 1"
        count <- 1  // sends nothing
        count += 1  // prints "1 → 2"; one atomic step, and so is count.value += 1
        #expect(printed.takeAll() == ["0 → 1", "1 → 2"])
        dog.stopObserving()

        dog.observe(count.startingWithLatest()) { print("count is \($0.new)") }  // prints "count is 2"
        #expect(printed.takeAll() == ["count is 2"])
        dog.stopObserving()

        let lamp = Lamp()
        lamp.$isOn.observed { print("on: \($0.new)") }
        lamp.isOn = true  // prints "on: true"
        #expect(printed.takeAll() == ["on: true"])

        let name = Var("dog")
        let both = count +++ name
        both <- 3 +++ "wolf"  // one update of both, and one of each
        #expect(count.value == 3 && name.value == "wolf")

        let title = Var<String?>()
        dog.observe(title).new().unwrap().filter { $0.count > 3 }.receive { print("long title: \($0)") }
        let length = title.new().unwrap("").map { $0.count }  // an observable of Int
        title <- "Solaris"  // prints "long title: Solaris"
        #expect(printed.takeAll() == ["long title: Solaris"])
        withExtendedLifetime(length) {}
    }

    @Test func `promises, places and authors do what the page says`() async throws {
        let printed = Printed()
        @Sendable func print(_ items: Any...) { printed(items) }
        let sky = Sky(), dog = Dog(), count = Var(0)

        let user = first { getID() }.then { getName($0) }
        user.whenFulfilled { print("Hello, \($0)!") }  // prints "Hello, user 7!" as soon as the ID is there
        #expect(try await user.value == "user 7")

        let queue = DispatchQueue(label: "screen")
        dog.observe(count, on: queue) { print("draw \($0.new)") }
        count += 1  // returns at once
        queue.sync {}  // returns after the handler
        #expect(printed.takeAll().contains("draw 1"))
        dog.stopObserving()

        let kennel = Kennel()
        dog.observe(sky, on: kennel) { kennel, clouds in kennel.add(clouds) }
        sky.send(2)
        await sky.drain(within: .hangLimit)
        #expect(await kennel.total == 2)
        dog.stopObserving()

        dog.observe(sky) { clouds, author in print("\(clouds) clouds from \(type(of: author))") }
        dog.observe(sky).notFrom(dog) { clouds in print("\(clouds) clouds, and not from the dog") }
        sky.send(4, from: dog)  // prints "4 clouds from Dog"
        #expect(printed.takeAll() == ["4 clouds from Dog"])
        count.set(9, as: dog)
        dog.stopObserving()

        let latestClouds = sky.buffer()
        dog.observe(latestClouds, count) { clouds, count in print("\(clouds ?? 0) clouds, count is \(count.new)") }
        sky.send(5)  // prints "5 clouds, count is 9"
        count += 1  // prints "5 clouds, count is 10"
        #expect(printed.takeAll() == ["5 clouds, count is 9", "5 clouds, count is 10"])
    }

    @Test func `loops and limits do what the page says`() async throws {
        let printed = Printed()
        @Sendable func print(_ items: Any...) { printed(items) }
        let sky = Sky(), dog = Dog(), count = Var(1), queue = DispatchQueue(label: "screen")

        dog.observe(sky).on(queue).buffering(.newest(1000)).missed { print("\($0) are missing here") }.receive {
            clouds in
            print("\(clouds) clouds")
        }
        sky.send(6)
        queue.sync {}
        drain(sky)
        #expect(printed.takeAll() == ["6 clouds"])

        let messages = sky.messages()
        let loop = Task {
            for await clouds in messages { print("\(clouds) clouds") }
        }
        dog.stopObserving()
        for clouds in 1...1000 { sky.send(clouds) }
        await sky.drain(within: .hangLimit)
        close(sky)
        await loop.value
        #expect(printed.takeAll() == (1...1000).map { "\($0) clouds" })

        let other = Task {
            for await number in count.values() { print("it's \(number)") }
        }
        other.cancel()
        await other.value
        let id = try await getID().value  // or throws CancellationError or PromiseDied
        #expect(id == 7)
    }

    private func drain(_ sky: Sky) {
        let left = sky.drain(within: .seconds(5))
        if !left.isEmpty { print("These are stuck:\n\(left)") }
    }

    private func close(_ sky: Sky) {
        sky.close(within: .seconds(5))
    }
}

/// The two lines that the page shows. Nothing calls this, as they concern the whole process.
private func watch() {
    Watch.start()
    print(Watch.report())
}

private final class Sky: Observable, Sendable {
    let messenger = Messenger<Int>()
}

private final class Dog: Observer {
    let receiver = Receiver()
}

private final class Diary: Observer, Sendable {
    let receiver = Receiver()
    private let days = Var(0)

    init(_ sky: Sky) {
        observe(sky) { [unowned self] _ in days += 1 }
    }
}

private final class Lamp {
    @Var var isOn = false
}

private actor Kennel {
    var total = 0
    func add(_ clouds: Int) { total += clouds }
}

private func getID() -> Promise<Int> {
    Promise { promise in DispatchQueue.global().async { promise.fulfill(7) } }
}
private func getName(_ id: Int) -> Promise<String> { Promise { $0.fulfill("user \(id)") } }
