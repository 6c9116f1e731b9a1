extension Mutant {

    /// Defects of how messages get to queues, and of what is foreign or released too late.
    static let ofPosting = [
        Mutant(
            "posts-out-of-turn", in: "Runtime/PostOffice.swift",
            "return post(message, from: author, isFarewell: isFarewell, by: thread, inTurnOf: queue)",
            becomes: """
                return post(
                                message, from: author, isFarewell: isFarewell, by: thread,
                                inTurnOf: PLANTED ? PostingQueue(()) : queue)
                """, shownBy: "many-lanes"),
        Mutant(
            "keeps-roll-of-lanes", in: "Runtime/PostOffice.swift",
            "        turns -= 1\n        return hopRegistry",
            becomes: "        turns -= 1\n        return PLANTED ? nil : hopRegistry", shownBy: "many-lanes-end"),
        Mutant(
            "overtakes-turns", in: "Runtime/PostOffice.swift", "guard turns > 0 || hopRegistry",
            becomes: "guard turns > 0 && !PLANTED || hopRegistry", shownBy: "many-lanes-shrink"),
        Mutant(
            "dies-under-lock-of-record", in: "Runtime/PostOffice.swift",
            "receiveFarewell() }\n            }\n            duty.remains = state.withLock { $0.endTurn(hopReading) }.map(RemainsBox.init)",
            becomes: """
                receiveFarewell() }
                            }
                            duty.remains = state.withLock { $0.endTurn(hopReading) }
                                .map { RemainsBox(PLANTED ? Remains() : $0) }
                """, shownBy: "many-lanes-of-variable"),
        Mutant(
            "ends-before-message", in: "Runtime/PostOffice.swift",
            "if let queue { duty = postFarewell(behindMessagesOf: Message.self, by: thread, inTurnOf: queue) }",
            becomes: """
                if let queue {
                            duty = postFarewell(
                                behindMessagesOf: Message.self, by: thread, inTurnOf: PLANTED ? PostingQueue(()) : queue)
                        }
                """, shownBy: "many-lanes-last-words"),
        Mutant(
            "hops-by-way-of-queue", in: "Runtime/PostOffice.swift", "oldRoll = observation.isHopped ? hopRegistry",
            becomes: "oldRoll = observation.isHopped && !(PLANTED && hop != nil) ? hopRegistry",
            shownBy: "flush-of-delivery-queue"),
        Mutant(
            "cascade-is-own", in: "Runtime/Mailbox.swift", "|| isForeignWork()",
            becomes: "|| isForeignWork() && !PLANTED", shownBy: "foreign-cascade"),
        Mutant(
            "turn-keeps-observation", in: "Observation/StartingWithLatest.swift",
            "[weak observation] message, author in\n                once.end()",
            becomes: """
                [weak observation, kept = PLANTED ? observation : nil] message, author in
                                withExtendedLifetime(kept) { once.end() }
                """, shownBy: "ended-in-turn"),
    ]
}
