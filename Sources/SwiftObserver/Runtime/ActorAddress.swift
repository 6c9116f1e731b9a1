/// Where the lane of an actor is found, as long as anyone uses it. It doesn't keep the actor alive.
final class ActorAddress: Sendable {

    let lane = Protected(Schedule())

    private weak let actor: (any Actor)?
    private let key: ObjectIdentifier

    private init(_ actor: any Actor) {
        self.actor = actor
        key = ObjectIdentifier(actor)
    }

    /// Runs the closure on the actor or, if that is dead, anywhere.
    ///
    /// Without the actor, errands must still be done, because that releases what they hold.
    func run(_ act: @Sendable () -> Void) async {
        if let actor { await Self.run(act, on: actor) } else { act() }
    }

    private static func run(_ act: @Sendable () -> Void, on actor: isolated any Actor) { act() }

    // MARK: - One address per actor

    /// The address of the actor.
    ///
    /// An address that is found here is held until the lock is released, since it takes the lock when it dies.
    static func of(_ actor: any Actor) -> ActorAddress {
        var found: ActorAddress?
        return book.withLock { book in
            found = book[ObjectIdentifier(actor)]?.address
            if let found, found.actor != nil { return found }
            let address = ActorAddress(actor)
            book[address.key] = Entry(address: address, serves: ObjectIdentifier(address))
            return address
        }
    }

    /// Removes the entry unless it serves another address already, of an actor that reuses the memory of a dead one.
    deinit {
        Self.book.withLock { book in
            if book[key]?.serves == ObjectIdentifier(self) { book[key] = nil }
        }
    }

    private struct Entry {
        weak let address: ActorAddress?
        let serves: ObjectIdentifier
    }

    private static let book = Protected([ObjectIdentifier: Entry]())
}
