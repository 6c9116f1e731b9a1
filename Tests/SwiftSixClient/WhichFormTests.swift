import Dispatch
import SwiftObserver
import Testing

/// The code of the page about the forms of observations, compiled and run.
@Suite struct WhichFormTests {

    @Test func `this file contains the code of the page`() throws {
        try expectCode(of: "Docs/SwiftObserver.docc/WhichForm.md", isContainedIn: #filePath)
    }

    @Test func `all forms receive the same messages`() async {
        let received = (0..<5).map { _ in Written<Int>() }
        @Sendable func print(_ text: String) { received[0].append(Int(text.prefix { $0 != " " }) ?? -1) }
        @Sendable func draw(_ clouds: Int) { received[1].append(clouds) }
        @Sendable func write(_ clouds: [Int]) { clouds.forEach(received[2].append) }
        @Sendable func upload(_ clouds: Int) async { received[4].append(clouds) }

        let sky = Messenger<Int>(), queue = DispatchQueue(label: "screen"), kennel = Kennel(received[3])
        let dog = FreeObserver()
        dog.observe(sky) { clouds in print("\(clouds) clouds") }
        dog.observe(sky, on: queue) { clouds in draw(clouds) }
        dog.observe(sky).on(queue).batches(upTo: 500).receive { batch in write(batch) }
        dog.observe(sky, on: kennel) { kennel, clouds in kennel.count(clouds) }

        let begun = sky.messages(), loop = Task { for await clouds in begun { await upload(clouds) } }
        for clouds in 1...1000 { sky.send(clouds) }
        await sky.close(within: .hangLimit)
        await loop.value
        for received in received { #expect(received.values == Array(1...1000)) }
        withExtendedLifetime(dog) {}
    }

    @Test func `the loops of the page compile, and end with their task`() async {
        func upload(_ clouds: Int) async {}
        func dim(to value: Int) async {}
        let sky = Messenger<Int>(), brightness = Var(50)
        let loops = Task {
            for await clouds in sky.messages() { await upload(clouds) }
            for await value in brightness.values() { await dim(to: value) }
        }
        loops.cancel()
        await loops.value
    }
}

private actor Kennel {
    private let received: Written<Int>
    init(_ received: Written<Int>) { self.received = received }
    func count(_ clouds: Int) { received.append(clouds) }
}
