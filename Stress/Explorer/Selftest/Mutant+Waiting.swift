extension Mutant {

    /// Defects of those who wait until everything is handled, of closing, and of ends that wait for handlers.
    static let ofWaiting = [
        Mutant(
            "drains-before-it-refuses", in: "Observation/Close.swift",
            "messenger.refuseMessages()\n        let left = DrainRequest([drainSubject], within: duration).drain { messenger.sayFarewell() }",
            becomes: """
                if !PLANTED { messenger.refuseMessages() }
                        let left = DrainRequest([drainSubject], within: duration).drain { messenger.sayFarewell() }
                        if PLANTED { messenger.refuseMessages() }
                """, shownBy: "close-in-place"),
        Mutant(
            "forgets-what-the-end-sends", in: "Runtime/Delivery/DrainRequest.swift",
            "!block(for: barrier) { return left(after: barrier) }\n            if hasActed",
            becomes: "!block(for: barrier) { return left(after: barrier) }\n            if hasActed, !PLANTED",
            shownBy: "close-timed"),
        Mutant(
            "forgets-farewell-on-lane", in: "Runtime/Delivery/PostOffice.swift",
            "observation.isFarewellPosted {", becomes: "observation.isFarewellPosted, !PLANTED {",
            shownBy: "close-timed"),
        Mutant(
            "many-lanes-forget-close", in: "Runtime/Delivery/PostOffice.swift",
            "if $0.isClosed, $0.admit() == .refuse",
            becomes: "if !PLANTED, $0.isClosed, $0.admit() == .refuse", shownBy: "close-many-lanes"),
        Mutant(
            "refused-not-counted", in: "Runtime/Delivery/PostOfficeState.swift", "refused += 1",
            becomes: "refused += PLANTED ? 0 : 1", shownBy: "close-in-place"),
        Mutant(
            "starts-on-closed", in: "Runtime/Delivery/PostOfficeState.swift", "guard !isClosed, ",
            becomes: "guard !isClosed || PLANTED, ", shownBy: "close-and-start"),
        Mutant(
            "line-not-waited-for", in: "Runtime/Delivery/LetterLine.swift",
            "let isAnyInLine = isLineTaken || letters != nil",
            becomes: "let isAnyInLine = !PLANTED && (isLineTaken || letters != nil)", shownBy: "drain-line"),
        Mutant(
            "transforms-not-drained", in: "Runtime/Delivery/PostOffice.swift",
            "let passOn = observation.downstream.map",
            becomes: "let passOn = (PLANTED ? nil : observation.downstream).map", shownBy: "drain-transform"),
        Mutant(
            "combinations-not-drained", in: "Observation/Drain.swift", "+ messenger.combinedOffices\n",
            becomes: "+ (PLANTED ? [] : messenger.combinedOffices)\n", shownBy: "drain-combined-variable"),
        Mutant(
            "group-not-counted", in: "Runtime/Delivery/PostOfficeState.swift", "counters += isCounting ? 1 : -1",
            becomes: "counters += PLANTED ? 0 : isCounting ? 1 : -1", shownBy: "drain-group"),
        Mutant(
            "loop-done-when-it-takes", in: "Runtime/Loops/FeedState.swift",
            "{ loops[index].hand = gone }", becomes: "{ loops[index].hand = PLANTED ? nil : gone }",
            shownBy: "drain-loop"),
        Mutant(
            "taken-out-is-idle", in: "Runtime/Lanes/Inbox.swift", "handling.store(true, ",
            becomes: "handling.store(!PLANTED, ", shownBy: "end-and-wait-hop"),
        Mutant(
            "taken-out-is-idle-if-bounded", in: "Runtime/Lanes/BoundedInbox.swift", "hasTaken.store(true, ",
            becomes: "hasTaken.store(!PLANTED, ", shownBy: "end-and-wait-bounded"),
        Mutant(
            "ended-not-remembered", in: "Runtime/Delivery/PostOfficeState.swift",
            "guard let unfinished, observation.isRegistered else {",
            becomes: "guard let unfinished, observation.isRegistered, !PLANTED else {",
            shownBy: "end-and-wait-after-end"),
        Mutant(
            "receiver-remembers-nothing", in: "Runtime/Observations/ReceiverState.swift",
            "return extras.remembered.add(registrar) ? extras.remembered : nil",
            becomes: "return PLANTED ? nil : extras.remembered.add(registrar) ? extras.remembered : nil",
            shownBy: "end-and-wait-after-end"),
        Mutant(
            "delivery-not-waited-for", in: "Runtime/Delivery/PostOfficeState.swift",
            "isLineDone : !mailbox.isDelivering {",
            becomes: "isLineDone : !mailbox.isDelivering || PLANTED {",
            shownBy: "end-and-wait-in-place"),
        Mutant(
            "no-renewal-for-markers", in: "Runtime/Delivery/PostOfficeState.swift", "if !isBehindLine { registry",
            becomes: "if !isBehindLine, !PLANTED { registry", shownBy: "end-and-wait-behind-end"),
        Mutant(
            "circle-of-two-at-most", in: "Runtime/Waiting/WaitGraph.swift", "guard seen.insert(other).inserted, ",
            becomes: "guard seen.insert(other).inserted, !PLANTED || seen.count < 2, ",
            shownBy: "end-in-circle-surely"),
        Mutant(
            "given-up-marker-stays", in: "Runtime/Waiting/Barrier.swift",
            "for marker in markers ?? [] { marker.place.remove(marker) }",
            becomes: "for marker in markers ?? [] where !PLANTED { marker.place.remove(marker) }",
            shownBy: "drain-given-up"),
    ]
}
