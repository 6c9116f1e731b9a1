/// One use of an actor's lane, which all who hop to that actor share. It doesn't keep the actor alive.
final class ActorAddress: Sendable {

    /// The lane of the actor.
    var lane: Protected<Schedule> { page.lane }

    private let page: Page

    init(_ actor: any Actor) {
        let newPage = Page(actor)
        page = Self.book.withLock { $0.use(newPage) }
    }

    /// What the page refers to is released after unlocking.
    deinit {
        let removed = Self.book.withLock { [page] in $0.endUse(of: page) }
        withExtendedLifetime(removed) {}
    }

    /// Runs the closure on the actor or, if that is dead, anywhere.
    ///
    /// Without the actor, errands must still be done, because nothing else releases them and what they hold.
    func run(_ act: @Sendable () -> Void) async {
        if let actor = page.actor { await Self.run(act, on: actor) } else { act() }
    }

    private static func run(_ act: @Sendable () -> Void, on actor: isolated any Actor) { act() }

    private static let book = Protected(AddressBook())
}

/// The lanes of all actors that are hopped to.
private struct AddressBook {

    private var pages: [ObjectIdentifier: Page] = [:]

    /// The page that all users of the actor share. It becomes the new one if there's none yet.
    ///
    /// An actor that reuses the memory of a dead one doesn't get the page of that one.
    mutating func use(_ newPage: Page) -> Page {
        if let page = pages[newPage.key], page.serves(newPage) {
            page.users += 1
            return page
        }
        pages[newPage.key] = newPage
        newPage.users = 1
        return newPage
    }

    /// Removes the page after its last use, and returns it if it was still in the book.
    mutating func endUse(of page: Page) -> Page? {
        page.users -= 1
        guard page.users == 0, pages[page.key] === page else { return nil }
        return pages.removeValue(forKey: page.key)
    }
}

/// The lane of one actor. `@unchecked Sendable` because the number of users is guarded by the lock of the book.
private final class Page: @unchecked Sendable {

    let lane = Protected(Schedule())
    let key: ObjectIdentifier
    private let reference: ActorReference
    var users = 0

    init(_ actor: any Actor) {
        key = ObjectIdentifier(actor)
        reference = ActorReference(actor)
    }

    /// The actor, as long as it lives.
    var actor: (any Actor)? { reference.actor }

    /// Whether the actor of this page is that of the new page, which lives.
    func serves(_ newPage: Page) -> Bool { key == newPage.key && actor != nil }
}

/// Refers to an actor without keeping it alive.
///
/// The main actor is immortal, so it's held strongly: what a weak reference would need would never be released.
struct ActorReference: Sendable {

    private let mainActor: MainActor?
    private weak let weakActor: (any Actor)?

    init(_ actor: any Actor) {
        mainActor = actor as? MainActor
        weakActor = mainActor == nil ? actor : nil
    }

    /// The actor, as long as it lives.
    var actor: (any Actor)? {
        #if EXPLORE
            explored(.weakLoad)
        #endif
        return mainActor ?? weakActor
    }

    /// The actor, as long as it lives, as what it was when this reference was made.
    func actor<A: Actor>(as _: A.Type) -> A? { actor.map { unsafeDowncast($0, to: A.self) } }
}
