/// Checks the authors of all messages.
final class AuthorCheck: Sendable {

    let journal: Journal
    private let tally: Tally
    private let standIn: WeakBox

    init(_ tally: Tally, _ messenger: some AuthorSubject) {
        journal = Journal(tally)
        self.tally = tally
        standIn = WeakBox(messenger.standIn)
    }

    func handle(_ stamp: Stamp, by someone: AnyObject) {
        if let author = someone as? MessageAuthor {
            tally.expect(author.stamp == stamp, "author: \(stamp) came from the author of \(author.stamp)")
        } else {
            tally.expect(standIn.object === someone, "author: \(stamp) came from neither its author nor the stand-in")
            tally.expect(
                stamp.sender < 0 || !MessageAuthor.livesOn(stamp),
                "stand-in: it appeared for \(stamp) although the author lives")
        }
        journal.handle(stamp)
    }
}

/// `@unchecked Sendable` because any thread may read a weak reference that never changes.
final class WeakBox: @unchecked Sendable {
    weak var object: AnyObject?
    init(_ object: AnyObject) { self.object = object }
}
