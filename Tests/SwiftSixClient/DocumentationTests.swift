import Dispatch
import Foundation
import SwiftObserver
import Testing

/// What the documentation shows is compiled and run here.
@Suite struct DocumentationTests {

    @Test func `the code of the README works`() {
        final class Dog: Observer {
            let receiver = Receiver()
        }

        let dog = Dog()
        let weather = Var("sunny")

        dog.observe(weather) { update in
            print("It was \(update.old), now it's \(update.new).")
        }

        weather <- "rainy"  // prints "It was sunny, now it's rainy."

        final class Diary: Observer, Sendable {
            let receiver = Receiver()
            private let days = Var(0)

            init(_ weather: Var<String>) {
                observe(weather) { [unowned self] _ in days += 1 }
            }
        }
        weak var diary: Diary?
        do {
            let held = Diary(weather)
            diary = held
        }
        #expect(diary == nil)

        observe(weather) { print("free: \($0.new)") }  // no observer of your own
        weather.observedOnce { _ in print("just once") }  // ends with the first message
        dog.stopObserving(weather)  // stopObserving() ends all of the dog's observations
        weather.stopBeingObserved()  // ends all observations of the weather

        final class Sky: Observable, Sendable { let messenger = Messenger<Int>() }
        let sky = Sky()
        dog.observe(sky) { print("\($0) clouds") }
        sky.send(3)  // prints "3 clouds"

        let count = Var(0)
        dog.observe(count) { print("\($0.old) → \($0.new)") }
        count += 1  // atomic; prints "0 → 1", and so would count.value += 1
        count <- 1  // changes nothing and sends nothing

        dog.observe(count.startingWithLatest()) { print("count is \($0.new)") }  // prints "count is 1"
        final class Lamp: @unchecked Sendable { @Var var isOn = false }
        let lamp = Lamp()
        lamp.$isOn.observed { print("on: \($0.new)") }
        lamp.isOn = true  // prints "on: true"
        let both = count +++ weather
        both <- 2 +++ "foggy"  // one update of both, and one of each

        let title = Var<String?>()
        dog.observe(title).new().unwrap().filter { $0.count > 3 }.receive { print("long title: \($0)") }
        let length = title.new().unwrap("").map { $0.count }  // an observable of Int, to be held
        withExtendedLifetime(length) {}
        title <- "Solaris"  // prints "long title: Solaris"

        let name = first { getID() }.then { getName($0) }
        name.observed { print("Hello, \($0)!") }  // prints "Hello, user 7!"

        let queue = DispatchQueue(label: "screen")
        dog.observe(count, on: queue) { print("on the queue: \($0.new)") }
        count += 1  // returns at once
        queue.sync {}  // now the queue has handled the update

        dog.observe(sky, on: queue, buffering: .newest(1000), missed: { print("\($0) are missing here") }) {
            print("\($0) clouds")
        }

        let left = sky.drain(within: .seconds(5))  // until everything that was sent is handled
        if !left.isEmpty { print("These are stuck:\n\(left)") }

        dog.observe(sky) { clouds, author in print("\(clouds) clouds from \(type(of: author))") }
        dog.observe(sky).notFrom(dog) { print("\($0) clouds, and I didn't make them") }
        sky.send(4, from: dog)  // prints "4 clouds from Dog"
        count.set(9, as: dog)

        let clouds = sky.buffer()
        dog.observe(clouds, count) { print("\($0 ?? 0) clouds, count is \($1.new)") }
        sky.send(5)  // prints "5 clouds, count is 9"
        count.value += 1  // prints "5 clouds, count is 10"
    }

    @Test @MainActor func `the asynchronous code of the README works`() async throws {
        final class Dog: Observer {
            let receiver = Receiver()
        }

        func show(_ clouds: Int) { print("shown: \(clouds)") }

        let dog = Dog(), sky = Messenger<Int>(), count = Var(1)
        let loops = Task {
            for await clouds in sky.messages() { print("\(clouds) clouds") }
            for await number in count.values() { print("it's \(number)") }
        }
        loops.cancel()
        await loops.value
        let id = try await getID().value
        #expect(id == 7)
        dog.observe(sky, on: MainActor.shared) { clouds in show(clouds) }
    }

    @Test func `the code of the first steps works`() {
        final class Sky: Observable {
            let messenger = Messenger<Color>()
        }

        final class Dog: Observer {
            let receiver = Receiver()
        }

        enum Color { case blue, gray }

        let sky = Sky()
        let dog = Dog()

        dog.observe(sky) { color in print("The sky is \(color).") }
        sky.send(.blue)

        let count = Var(0)
        dog.observe(count).new().filter { $0 > 1 }.receive { print("That's \($0) already.") }

        DispatchQueue.concurrentPerform(iterations: 4) { _ in count.value += 1 }
        // count.value == 4, and there were four updates: 0 → 1, 1 → 2, 2 → 3, 3 → 4

        let queue = DispatchQueue(label: "screen")
        dog.observe(count, on: queue) { print("draw \($0.new)") }
        count <- 5
        queue.sync {}

        let latestColor = sky.buffer()
        dog.observe(latestColor, count) { color, count in print(color ?? .gray, count.new) }

        let answer = Promise<Int> { promise in
            DispatchQueue.global().async { promise.fulfill(42) }
        }

        answer.whenFulfilled { print("The answer is \($0).") }
    }

    @Test func `the code about bounded delivery works`() async throws {
        final class Dog: Observer {
            let receiver = Receiver()
        }

        actor Kennel {
            func paint(_ color: Color) {}
        }

        enum Color { case blue, gray }
        @Sendable func draw(_ color: Color) {}

        let dog = Dog(), kennel = Kennel(), sky = Messenger<Color>(), brightness = Var(50)
        let queue = DispatchQueue(label: "screen")

        dog.observe(sky, on: queue, buffering: .newest(1000), missed: { count in print("\(count) colors are missing") })
        {
            color in
            draw(color)
        }

        dog.observe(sky, on: kennel, buffering: .oldest(10)) { kennel, color in kennel.paint(color) }
        sky.observed(on: queue, buffering: .upTo(1000), missed: { _ in print("too slow") }) { color in draw(color) }
        dog.observe(sky, on: queue, buffering: .newest(1)).map { "\($0)" }.receive { print($0) }

        dog.observe(brightness, on: queue, buffering: .merged) { update in
            print("\(update.old) → \(update.new)")
        }
        brightness <- 100

        let loop = Task {
            for await next in sky.messagesAndGaps(buffering: .newest(100)) {
                switch next {
                case .message(let color): draw(color)
                case .gap(let missed): print("\(missed) colors are missing here")
                }
            }
        }

        let colors = [Color.blue, .gray]
        for color in colors {
            await sky.room(below: 1000)
            sky.send(color)
        }

        func sendUntilClosed() async {
            while await sky.room(below: 1000) {
                sky.send(.blue)
                await Task.yield()
            }
        }

        func sendOnThread() {
            if sky.waitForRoom(below: 1000, within: .seconds(5)) {
                sky.send(.blue)
            } else {
                print("the sky is stuck: \(sky.backlog) colors wait")
            }
        }
        sendOnThread()

        loop.cancel()
        await loop.value
        withExtendedLifetime(dog) {}
    }

    @Test func `the disk writer writes all rows in order`() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        try #require(FileManager.default.createFile(atPath: path, contents: nil))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try #require(FileHandle(forWritingAtPath: path))

        let rows = Messenger<Row>()
        let writer = DiskWriter(file)
        writer.write(rows)

        for second in 0..<1000 { rows.send(Row(sensor: "roof", value: Double(second))) }
        writer.flush()

        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text == (0..<1000).map { "roof \(Double($0))\n" }.joined())
    }

    @Test(arguments: [
        "README.md", "Docs/SwiftObserver.docc/SwiftObserver.md", "Docs/SwiftObserver.docc/GettingStarted.md",
        "Docs/SwiftObserver.docc/BoundedDelivery.md",
    ])
    func `this file contains the code of each page`(_ page: String) throws {
        try expectCode(of: page, isContainedIn: #filePath)
    }
}

private struct Row: Sendable {
    let sensor: String
    let value: Double
}

private final class DiskWriter: Observer, Sendable {
    let receiver = Receiver()
    private let file: FileHandle
    private let queue = DispatchQueue(label: "disk")

    init(_ file: FileHandle) { self.file = file }

    func write(_ rows: Messenger<Row>) {
        observe(
            batchesOf: rows, on: queue, upTo: 500, buffering: .newest(10_000),
            missed: { [unowned self] count in commit("# \(count) rows are missing here\n") }
        ) { [unowned self] batch in
            commit(batch.map { "\($0.sensor) \($0.value)\n" }.joined())
        }
    }

    /// Waits for the disk once, for however many rows.
    private func commit(_ text: String) {
        file.write(Data(text.utf8))
        try? file.synchronize()
    }

    /// Returns when all rows are written that were sent before.
    func flush() { queue.sync {} }
}

func getID() -> Promise<Int> { Promise { promise in DispatchQueue.global().async { promise.fulfill(7) } } }
func getName(_ id: Int) -> Promise<String> { Promise { $0.fulfill("user \(id)") } }
