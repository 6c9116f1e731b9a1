import Dispatch
import Foundation
import SwiftObserver
import Testing

/// The code that the documentation shows, compiled and run.
@Suite struct DocumentationTests {

    @Test func `the code of the README and the landing page works`() {
        final class Dog: Observer {
            let receiver = Receiver()
        }

        let printed = Printed()
        @Sendable func print(_ items: Any...) { printed(items) }

        let dog = Dog()
        let weather = Var("sunny")

        dog.observe(weather) { update in
            print("It was \(update.old), now it's \(update.new).")
        }

        weather <- "rainy"  // prints "It was sunny, now it's rainy."
        #expect(printed.takeAll() == ["It was sunny, now it's rainy."])
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

        dog.observe(sky).on(queue)
            .buffering(.newest(1000)).missed { count in print("\(count) colors are missing") }
            .receive { color in draw(color) }

        dog.observe(sky).on(kennel).buffering(.oldest(10)).receive { kennel, color in kennel.paint(color) }
        sky.observed().on(queue).buffering(.upTo(1000)).missed { _ in print("too slow") }.receive { draw($0) }
        dog.observe(sky).on(queue).buffering(.newest(1)).map { "\($0)" }.receive { print($0) }

        dog.observe(brightness).on(queue).merging().receive { update in
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
        "README.md", "Docs/SwiftObserver.docc/SwiftObserver.md", "Docs/SwiftObserver.docc/BoundedDelivery.md",
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
        observe(rows).on(queue).buffering(.newest(10_000)).missed { [unowned self] count in
            commit("# \(count) rows are missing here\n")
        }.batches(upTo: 500).receive { [unowned self] batch in
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
