extension Mutant {

    /// Defects of how messages get to queues, and of what is foreign or released too late.
    static let ofPosting = [
        Mutant(
            "fans-out-without-lock", in: "Runtime/Delivery/PostOffice.swift",
            "return fanOut(under: fanOutLock) {",
            becomes: "return fanOut(under: PLANTED ? FanOutLock(()) : fanOutLock) {", shownBy: "many-lanes"),
        Mutant(
            "keeps-list-of-lanes", in: "Runtime/Delivery/PostOfficeState.swift",
            "fanOuts -= 1\n        return extras",
            becomes: "fanOuts -= 1\n        return PLANTED ? nil : extras", shownBy: "many-lanes-end"),
        Mutant(
            "overtakes-fan-outs", in: "Runtime/Delivery/PostOfficeState.swift",
            ".fanOuts ?? 0 > 0 || hopCount > Tuning.lanesUnderLock",
            becomes: ".fanOuts ?? 0 > 0 && !PLANTED || hopCount > Tuning.lanesUnderLock", shownBy: "many-lanes-shrink"),
        Mutant(
            "dies-under-lock-of-variable", in: "Runtime/Delivery/PostOffice.swift",
            "if let reclaimed = state.withLock({ $0.endFanOut(lease) }) {",
            becomes: "if let reclaimed = state.withLock({ $0.endFanOut(lease) }), !PLANTED {",
            shownBy: "many-lanes-of-variable"),
        Mutant(
            "ends-before-message", in: "Runtime/Delivery/PostOffice.swift",
            "delivery = fanOut(under: fanOutLock) {",
            becomes: "delivery = fanOut(under: PLANTED ? FanOutLock(()) : fanOutLock) {",
            shownBy: "many-lanes-last-words"),
        Mutant(
            "hops-by-way-of-queue", in: "Runtime/Delivery/PostOfficeState.swift",
            "oldList = observation.isHopped ?",
            becomes: "oldList = observation.isHopped && !(PLANTED && lane != nil) ?",
            shownBy: "flush-of-delivery-queue"),
        Mutant(
            "cascade-is-own", in: "Runtime/Delivery/Mailbox.swift", "|| isForeignWork()",
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
