extension Mutant {

    /// Defects of who works for whom, and on which threads.
    static let ofBudget = [
        Mutant(
            "shares-pool", in: "Runtime/Delivery/PostOffice.swift",
            "DispatchQueue(label: \"SwiftObserver.delivery\").async",
            becomes:
                "DispatchQueue(label: \"SwiftObserver.delivery\", attributes: PLANTED ? .concurrent : .serial).async",
            shownBy: "blocked-hand-overs"),
        Mutant(
            "continues-on-shared-queue", in: "Runtime/Delivery/PostOffice.swift",
            "reclaimed?.release()\n        DispatchQueue(",
            becomes:
                "reclaimed?.release()\n        if PLANTED {\n            return memoryQueue.async { [self] in\n                var batch = rest, lease: ObservationList.Lease?\n                state.withLock { state in\n                    state.mailbox.takeOver(.current)\n                    lease = state.registry.lease()\n                }\n                deliver(&batch, &lease)\n            }\n        }\n        DispatchQueue(",
            shownBy: "blocked-hand-overs"),
        Mutant(
            "all-is-foreign", in: "Runtime/Delivery/Mailbox.swift",
            "deliverer != .thread(thread) ||",
            becomes: "deliverer != .thread(thread) || PLANTED ||",
            shownBy: "own-cascade"),
        Mutant(
            "lane-ignores-budget", in: "Runtime/Lanes/LaneState.swift",
            "budget -= count",
            becomes: "budget -= PLANTED ? 0 : count",
            shownBy: "lane-budget"),
        Mutant(
            "lane-stays-in-last-batch", in: "Runtime/Lanes/LaneState.swift",
            "stage = .idle\n            runner = nil",
            becomes: "stage = PLANTED ? .runningLastBatch : .idle\n            runner = nil",
            shownBy: "actor-budget"),
    ]
}
