import StressSupport

/// What the closure of a handler holds on to, so that it dies with it.
final class Ear: Mortal, @unchecked Sendable {

    let heard: Heard

    init(_ heard: Heard, _ now: inout Now) {
        self.heard = heard
        super.init(.closure, &now, carrying: now.cargo())
    }

    /// Handles a message.
    func hear(_ message: some Stamped, from author: AnyObject? = nil) {
        heard.begin(message)
        world.beats.add(1)
        if let first = message.parcels.first {
            var random = SplitMix64(first.seed ^ seed)
            // An author that was already dying would not survive this.
            if let author, random.oneIn(8) { world.authors.put(Keepsake(author), &random) }
            if random.oneIn(6) { world.act(because: .handler, random.next(), max(first.generation, generation)) }
        }
        heard.return()
    }

    /// Handles several messages, none of which need be new.
    func hear(any messages: [any Stamped], from author: AnyObject? = nil) {
        hear(messages.first.flatMap { $0.parcels.first }, from: author)
    }
}

/// What holds on to the author of a message.
///
/// `@unchecked Sendable` because it does nothing else.
final class Keepsake: @unchecked Sendable {
    private let author: AnyObject
    init(_ author: AnyObject) { self.author = author }
}

/// What the closure of a transform or a task holds on to.
final class Touch: Mortal, @unchecked Sendable {

    /// Lets a message pass.
    @discardableResult
    func pass<Message: Stamped>(_ message: Message) -> Message {
        guard let first = message.parcels.first else { return message }
        var random = SplitMix64(first.seed ^ seed)
        if random.oneIn(24) { world.act(because: .closure, random.next(), max(first.generation, generation)) }
        return message
    }

    /// Passes on the same parcel, or one like it.
    func change(_ parcel: Parcel) -> Parcel { (pass(parcel).seed ^ seed) & 1 == 0 ? parcel : Parcel(like: parcel) }

    /// Whether to let a message pass.
    func admits(_ message: some Stamped) -> Bool {
        pass(message)
        return message.parcels.first.map { ($0.seed ^ seed) % 4 > 0 } ?? false
    }
}
