import Dispatch
import StressSupport

/// Lets authors die while they send, and send once more while they die.
///
/// A handler gets the true author, or the stand-in if the author is dead or dying, and never
/// another author. Messages of dying authors arrive, too.
func stressAuthors<Subject: AuthorSubject>(of _: Subject.Type, _ round: StressRound) throws {
    let messenger = Subject(), tally = round.tally, queue = DispatchQueue(label: "stress authors"), count = 60
    let inPlace = AuthorCheck(tally, messenger), hopped = AuthorCheck(tally, messenger)
    let immortals = Guarded([MessageAuthor]())
    let observations = [
        messenger.observe(on: nil) { inPlace.handle($0, by: $1) },
        messenger.observe(on: queue) { hopped.handle($0, by: $1) },
    ]
    try round.onThreads(round.threads) { sender, random in
        for number in 0..<count {
            let author = MessageAuthor(Stamp(sender: sender, number: number), messenger)
            if author.livesOn { immortals.withLock { $0.append(author) } }
            messenger.send(author.stamp, from: author)
            random.pause()
        }
    }
    let sent = round.threads * count, arrived = { [inPlace, hopped].map(\.journal.count) }
    let lastWords = round.threads * (count / 2)
    try round.wait("lost messages, \(arrived()) of \(sent + lastWords) arrived") {
        arrived().allSatisfy { $0 >= sent + lastWords }
    }
    var dying: [MessageAuthor] = []
    immortals.withLock { swap(&$0, &dying) }
    dying = []
    try round.wait("lost last words, \(arrived()) of \(2 * sent) arrived") { arrived().allSatisfy { $0 >= 2 * sent } }
    for check in [inPlace, hopped] {
        let stamps = check.journal.stamps().filter { $0.sender >= 0 }
        let sent = Dictionary(uniqueKeysWithValues: (0..<round.threads).map { ($0, count) })
        tally.expectOrder(stamps, perSender: sent, "the observer")
    }
    observations.forEach { $0.stop() }
}
