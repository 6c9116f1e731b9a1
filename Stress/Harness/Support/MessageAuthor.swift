/// An author that sends one message in its life, and one more when it dies.
final class MessageAuthor: Sendable {

    let stamp: Stamp
    private let messenger: any AuthorSubject

    init(_ stamp: Stamp, _ messenger: any AuthorSubject) {
        self.stamp = stamp
        self.messenger = messenger
    }

    /// `true` if the author lives until all messages have arrived.
    var livesOn: Bool { Self.livesOn(stamp) }
    static func livesOn(_ stamp: Stamp) -> Bool { stamp.number.isMultiple(of: 2) }

    deinit { messenger.send(Stamp(sender: -1 - stamp.sender, number: stamp.number), from: self) }
}
