import Relay
import SwiftObserver

@testable import Relay

/// A process that shares a value with others.
final class SharingActor: Actor {

    var isActing = false
    private(set) var writeCount = 0

    /// The values, in order.
    private(set) var values: [Int] = []

    private let world: World
    private let index: Int
    private let writes: Bool
    private let publisher = RelayPublisher.random()
    private let outbox: Outbox
    private let parts: SharedParts<Int>
    private let loop: SimulatedLoop
    private let dog = FreeObserver()

    /// The author of values from other processes. It never connects.
    private static let relay = Relay()

    init(_ world: World, index: Int, writes: Bool, sharesLoop: Bool) {
        self.world = world
        self.index = index
        self.writes = writes
        let problems = ProblemLine()
        outbox = Outbox(SimulatedNetwork(world), Fence(of: publisher, tag: nil), problems)
        parts = SharedParts(
            0, History.sharedStream, JSONCoding<Int>(), Self.relay, RelayServer(), largest: 1000, outbox,
            problems, #fileID, #line)
        loop = world.loop(isShared: sharesLoop)
        loop.join(parts.reader)
        // The reader restores the value only at its next step.
        parts.client.onDrop { [weak reader = parts.reader] in
            world.noteNews()
            reader?.expectLook()
        }
        // Everything runs on one thread.
        nonisolated(unsafe) weak let actor = self
        dog.observe(parts.client.variable) {
            world.noteNews()
            actor?.values.append($0.new)
        }
    }

    var value: Int { parts.client.variable.value }

    func act() {
        if writes, !world.isCalm, world.random.oneIn(4) { write() }
        if world.isCalm || world.random.oneIn(3) { world.step(outbox) }
        if world.isCalm || world.random.oneIn(2) { loop.read() }
    }

    /// Writes a value that is larger than earlier ones, and that no other process writes.
    func write() {
        writeCount += 1
        parts.client.write(latestWrite, as: nil)
    }

    var latestWrite: Int { writeCount * 10 + index }

    func forgetKey() { world.ask("DEL", Fence(of: publisher, tag: nil).key) }

    /// Drops everything that waits.
    func end() {
        parts.publication.stop()
        outbox.stop()
    }
}
