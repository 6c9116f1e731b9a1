import SwiftObserver

@testable import Relay

/// A process that publishes the numbers from 1 on, which are also the messages' numbers.
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

    /// Publishes the number of messages for readers.
    func finish() { outbox.enqueue { [outbox, writer] in outbox.finish(writer) } }

    /// `true` if the id of the first message was never known.
    ///
    /// Then readers get no report about messages missing before it.
    var hasUnknownFirst: Bool { writer.sequence.first.map { $0 == .zero } ?? true }

    /// Drops everything that waits.
    func end() {
        publication.stop()
        outbox.stop()
    }
}
