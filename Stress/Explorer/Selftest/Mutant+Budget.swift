extension Mutant {

    /// Defects in the work that threads do for other threads, and in the choice of threads.
    static let ofBudget = [
        Mutant(
            "shares-pool", in: "PostOffice.handOver", "label: \"SwiftObserver.delivery\"",
            becomes: "label: \"SwiftObserver.delivery\", attributes: PLANTED ? .concurrent : .serial",
            shownBy: "blocked-hand-overs"),
        Mutant(
            "continues-on-shared-queue", in: "PostOffice.handOver", "queue.async",
            becomes: "(PLANTED ? memoryQueue : queue).async", shownBy: "blocked-hand-overs"),
        Mutant(
            "all-is-foreign", in: "Mailbox.isForeign", "isForeignWork()",
            becomes: "PLANTED || isForeignWork()", shownBy: "own-cascade"),
        Mutant(
            "lane-ignores-budget", in: "LaneState.next", "budget -= count",
            becomes: "budget -= PLANTED ? 0 : count", shownBy: "lane-budget"),
        Mutant(
            "lane-stays-in-last-batch", in: "LaneState.next", "stage = .idle",
            becomes: "stage = PLANTED ? .runningLastBatch : .idle", shownBy: "actor-budget"),
    ]
}
