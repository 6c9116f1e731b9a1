extension Mutant {

    /// Defects of who works for whom, and on which threads.
    static let ofPatience = [
        Mutant(
            "shares-pool", in: "Runtime/PostOffice.swift",
            "DispatchQueue(label: \"SwiftObserver.delivery\").async",
            becomes:
                "DispatchQueue(label: \"SwiftObserver.delivery\", attributes: PLANTED ? .concurrent : .serial).async",
            shownBy: "blocked-hand-overs"),
        Mutant(
            "continues-on-shared-queue", in: "Runtime/PostOffice.swift",
            "extendLifetime(remains)\n        DispatchQueue(",
            becomes:
                "extendLifetime(remains)\n        if PLANTED {\n            return runtimeQueue.async { [self] in\n                var batch = rest, reading: Reading?\n                state.withLock { state in\n                    state.mailbox.takeOver(.current)\n                    reading = state.registry.lend()\n                }\n                deliver(&batch, &reading)\n            }\n        }\n        DispatchQueue(",
            shownBy: "blocked-hand-overs"),
        Mutant(
            "all-is-foreign", in: "Runtime/Mailbox.swift",
            "deliverer != .thread(thread) ||",
            becomes: "deliverer != .thread(thread) || PLANTED ||",
            shownBy: "own-cascade"),
        Mutant(
            "lane-never-tires", in: "Runtime/Hop.swift",
            "patience -= count",
            becomes: "patience -= PLANTED ? 0 : count",
            shownBy: "lane-patience"),
        Mutant(
            "lane-stays-tired", in: "Runtime/Hop.swift",
            "stage = .idle\n            isBlockTurnedAway = false",
            becomes: "stage = PLANTED ? .runningLastBatch : .idle\n            isBlockTurnedAway = false",
            shownBy: "actor-patience"),
    ]
}
