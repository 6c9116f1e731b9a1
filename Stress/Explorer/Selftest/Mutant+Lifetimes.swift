extension Mutant {

    /// Defects of weak references and of what happens when something dies.
    static let ofLifetimes = [
        Mutant(
            "hopped-author-loaded-twice", in: "Runtime/Lanes/Inbox.swift",
            "let author = sender?.author",
            becomes: "let author = PLANTED && sender?.author != nil ? sender?.author! : sender?.author",
            shownBy: "hop-author-dies"),
        Mutant(
            "promise-author-loaded-twice", in: "Promises/Promise.swift",
            "return (value, author: author.object)",
            becomes: "return (value, author: PLANTED && author.object != nil ? author.object! : author.object)",
            shownBy: "promise-author-dies"),
        Mutant(
            "part-pulled-twice", in: "Observation/Combination.swift",
            "if let source = origin.source {",
            becomes:
                "if let source = PLANTED && origin.source != nil ? origin.source! : origin.source {",
            shownBy: "combined-pulls-dying"),
        Mutant(
            "actor-loaded-twice", in: "Runtime/Lanes/ActorLane.swift",
            "if let actor = entry.actor {",
            becomes: "if let actor = PLANTED && entry.actor != nil ? entry.actor! : entry.actor {",
            shownBy: "actor-dies"),
        Mutant(
            "starts-for-dead-messenger", in: "Observation/PendingStart.swift",
            "            observation.end()\n            return removePlaceholder()",
            becomes: "            if !PLANTED { observation.end() }\n            return removePlaceholder()",
            shownBy: "map-dies-pending"),
        Mutant(
            "dying-observer-called", in: "Runtime/Observations/Observation.swift",
            "guard isObserverMortal else { return call(message, from: author) }",
            becomes:
                "guard isObserverMortal, !PLANTED || livingObserver != nil else { return call(message, from: author) }",
            shownBy: "observer-dies"),
        Mutant(
            "dying-observer-retained", in: "Runtime/Observations/ObserverPin.swift",
            "swift_tryRetain(address).map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }",
            becomes: """
                PLANTED
                                    ? Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue()
                                    : swift_tryRetain(address).map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
                """, shownBy: "observer-dies"),
        Mutant(
            "transform-dies-silently", in: "Transforms/Transform.swift",
            "        link.exchange(nil)?.release()\n    }\n\n",
            becomes: "        if !PLANTED { link.exchange(nil)?.release() }\n    }\n\n",
            shownBy: "transform-dies"),
        Mutant(
            "inlet-dies-silently", in: "Runtime/Loops/Feed.swift",
            "for waiter in feed.state.withLock({ $0.close() }) {",
            becomes: "for waiter in PLANTED ? [] : feed.state.withLock({ $0.close() }) {",
            shownBy: "messages"),
        Mutant(
            "resolver-dies-silently", in: "Promises/Resolver.swift",
            "deinit { Trampoline.perform(unchecked.value) { $0.abandon() } }",
            becomes: "deinit { if !PLANTED { Trampoline.perform(unchecked.value) { $0.abandon() } } }",
            shownBy: "promise-abandoned"),
        Mutant(
            "entry-stays", in: "Runtime/Lanes/LaneTable.swift",
            "entry.users -= 1",
            becomes: "if !PLANTED { entry.users -= 1 }",
            shownBy: "actor-order"),
    ]
}
