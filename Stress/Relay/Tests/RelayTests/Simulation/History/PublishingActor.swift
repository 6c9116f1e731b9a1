import SwiftObserver

@testable import Relay

/// A process that publishes numbers from 1 on, which are those of the messages.
final class PublishingActor: Actor {

    let publisher = RelayPublisher.random()
    var isActing = false
    private(set) var sentCount = 0

    private let world: World
    private let outbox: Outbox
    private let writer: StreamWriter
    private let publication: Publication
    private let numbers = Messenger<Int>()

    init(_ world: World, keeping: RelayRetention, _ problems: ProblemLine = ProblemLine()) {
        self.world = world
        outbox = Outbox(SimulatedNetwork(world), Fence(of: publisher, tag: nil), problems)
        writer = StreamWriter(
            stream: History.stream, keeping: keeping, format: "f", publisher: publisher, sequence: StreamSequence())
        publication = Publication(
            numbers, writer, largest: 1000, buffering: .upTo(1000), outbox, problems, at: #fileID, #line
        ) { [UInt8]("\($0)".utf8) }
    }

    func act() {
        if !world.isCalm, world.random.oneIn(3) { send(world.random.number(1...4)) }
        world.step(outbox)
    }

    func send(_ count: Int = 1) {
        for _ in 0..<count {
            sentCount += 1
            numbers.send(sentCount)
        }
    }

    func forgetKey() { world.ask("DEL", Fence(of: publisher, tag: nil).key) }

    /// Tells readers how many messages there were.
    func finish() { outbox.enqueue { [outbox, writer] in outbox.finish(writer) } }

    /// Whether the id of the first message was never known, so that readers aren't told what's missing in front.
    var hasUnknownFirst: Bool { writer.sequence.first.map { $0 == .zero } ?? true }

    /// Lets go of all that waits.
    func end() {
        publication.stop()
        outbox.stop()
    }
}
