extension Mutant {

    /// Defects of weak references, and of deallocation.
    static let ofLifetimes = [
        Mutant(
            "hopped-author-loaded-twice", in: "Inbox.take", "let author = sender?.author",
            becomes: "let author = PLANTED && sender?.author != nil ? sender?.author! : sender?.author",
            shownBy: "hop-author-dies"),
        Mutant(
            "promise-author-loaded-twice", in: "Promise.start", "author.object",
            becomes: "PLANTED && author.object != nil ? author.object! : author.object", shownBy: "promise-author-dies"),
        Mutant(
            "actor-loaded-twice", in: "ActorPlace.run", "if let actor",
            becomes: "if let actor = PLANTED && actor != nil ? actor! : actor", shownBy: "actor-dies"),
        Mutant(
            "starts-for-dead-messenger", in: "PendingStart.register", "guard let messenger else { observation.end()",
            becomes: "guard let messenger else { if !PLANTED { observation.end() }", shownBy: "map-dies-pending"),
        Mutant(
            "dying-observer-called", in: "Observation.handle(_:from:)", "isObserverMortal",
            becomes: "isObserverMortal, !PLANTED || livingObserver != nil", shownBy: "observer-dies"),
        Mutant(
            "dying-observer-retained", in: "ObserverPin.observer", "swift_tryRetain(address)",
            becomes: """
                PLANTED
                    ? Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue()
                    : swift_tryRetain(address)
                """, shownBy: "observer-dies"),
        Mutant(
            "transform-dies-silently", in: "Transform.deinit", "link.exchange(nil)?.release()",
            becomes: "if !PLANTED { link.exchange(nil)?.release() }", shownBy: "transform-dies"),
        Mutant(
            "inlet-dies-silently", in: "FeedInlet.deinit", "feed.close()",
            becomes: "if !PLANTED { feed.close() }", shownBy: "messages"),
        Mutant(
            "resolver-dies-silently", in: "Resolver.deinit", "Trampoline.perform(unchecked.value) { $0.abandon() }",
            becomes: "if !PLANTED { Trampoline.perform(unchecked.value) { $0.abandon() } }",
            shownBy: "promise-abandoned"),
        Mutant(
            "entry-stays", in: "PlaceLane.deinit", "table[key] = nil",
            becomes: "if !PLANTED { table[key] = nil }", shownBy: "actor-observer-dies"),
    ]
}
