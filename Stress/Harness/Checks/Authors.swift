import Dispatch
import StressSupport
import Synchronization

/// Authors die under fire, and send once more while they die.
///
/// A handler gets the true author, or the stand-in if the author is dead or dying, and never another one. What dying
/// authors send arrives, too.
func checkAuthors<W: AuthorWire>(of _: W.Type, _ round: StressRound) throws {
    let wire = W(), tally = round.tally, queue = DispatchQueue(label: "stress authors"), count = 60
    let inPlace = Critic(tally, wire), hopped = Critic(tally, wire), immortals = Guarded([Author]())
    let lines = [
        wire.observe(on: nil) { inPlace.handle($0, by: $1) }, wire.observe(on: queue) { hopped.handle($0, by: $1) },
    ]
    try round.onThreads(round.threads) { sender, random in
        for number in 0..<count {
            let author = Author(Stamp(sender: sender, number: number), wire)
            if author.livesOn { immortals.withLock { $0.append(author) } }
            wire.send(author.stamp, from: author)
            random.pause()
        }
    }
    let sent = round.threads * count, arrived = { [inPlace, hopped].map(\.journal.count) }
    let lastWords = round.threads * (count / 2)
    try round.wait("lost messages, \(arrived()) of \(sent + lastWords) arrived") {
        arrived().allSatisfy { $0 >= sent + lastWords }
    }
    var dying: [Author] = []
    immortals.withLock { swap(&$0, &dying) }
    dying = []
    try round.wait("lost last words, \(arrived()) of \(2 * sent) arrived") { arrived().allSatisfy { $0 >= 2 * sent } }
    for critic in [inPlace, hopped] {
        let stamps = critic.journal.stamps().filter { $0.sender >= 0 }
        let sent = Dictionary(uniqueKeysWithValues: (0..<round.threads).map { ($0, count) })
        tally.expectOrder(stamps, perSender: sent, "the critic")
    }
    lines.forEach { $0.stop() }
}

/// Writes one message in its life, and one more as it dies.
private final class Author: Sendable {

    let stamp: Stamp
    private let wire: any AuthorWire

    init(_ stamp: Stamp, _ wire: any AuthorWire) {
        self.stamp = stamp
        self.wire = wire
    }

    /// Whether the author lives until all messages have arrived.
    var livesOn: Bool { Self.livesOn(stamp) }
    static func livesOn(_ stamp: Stamp) -> Bool { stamp.number.isMultiple(of: 2) }

    deinit { wire.send(Stamp(sender: -1 - stamp.sender, number: stamp.number), from: self) }
}

/// Checks the authors of all messages.
private final class Critic: Sendable {

    let journal: Journal
    private let tally: Tally
    private let standIn: WeakBox

    init(_ tally: Tally, _ wire: some AuthorWire) {
        journal = Journal(tally)
        self.tally = tally
        standIn = WeakBox(wire.standIn)
    }

    func handle(_ stamp: Stamp, by someone: AnyObject) {
        if let author = someone as? Author {
            tally.expect(author.stamp == stamp, "author: \(stamp) came from the author of \(author.stamp)")
        } else {
            tally.expect(standIn.object === someone, "author: \(stamp) came from neither its author nor the stand-in")
            tally.expect(
                stamp.sender < 0 || !Author.livesOn(stamp),
                "stand-in: it appeared for \(stamp) although the author lives")
        }
        journal.handle(stamp)
    }
}

/// `@unchecked Sendable` because a weak reference that never changes may be read from anywhere.
private final class WeakBox: @unchecked Sendable {
    weak let object: AnyObject?
    init(_ object: AnyObject) { self.object = object }
}
