extension Mutant {

    /// Defects of how messages get to queues, and of what is foreign or released too late.
    static let ofPosting = [
        Mutant(
            "fans-out-without-lock", in: "PostOffice.post", "under: fanOutLock",
            becomes: "under: PLANTED ? FanOutLock(()) : fanOutLock", shownBy: "many-lanes"),
        Mutant(
            "keeps-list-of-lanes", in: "PostOfficeState.endFanOut", "extras.existing",
            becomes: "PLANTED ? nil : extras.existing", shownBy: "many-lanes-end"),
        Mutant(
            "overtakes-fan-outs", in: "PostOfficeState.mustFanOut", "extras.existing?.pointee.fanOuts ?? 0 > 0",
            becomes: "extras.existing?.pointee.fanOuts ?? 0 > 0 && !PLANTED", shownBy: "many-lanes-shrink"),
        Mutant(
            "dies-under-lock-of-variable", in: "PostOffice.fanOut", "state.withLock({ $0.endFanOut(lease) })",
            becomes: "state.withLock({ $0.endFanOut(lease) }), !PLANTED", shownBy: "many-lanes-of-variable"),
        Mutant(
            "ends-before-message", in: "PostOffice.close", "under: fanOutLock",
            becomes: "under: PLANTED ? FanOutLock(()) : fanOutLock", shownBy: "many-lanes-last-words"),
        Mutant(
            "hops-by-way-of-queue", in: "PostOfficeState.start", "observation.isHopped",
            becomes: "observation.isHopped && !(PLANTED && lane != nil)", shownBy: "flush-of-delivery-queue"),
        Mutant(
            "cascade-is-own", in: "Mailbox.isForeign", "isForeignWork()",
            becomes: "isForeignWork() && !PLANTED", shownBy: "foreign-cascade"),
        Mutant(
            "turn-keeps-observation",
            Change(
                in: "StartingWithLatest.postLatest", "[weak observation]",
                becomes: "[weak observation, kept = PLANTED ? observation : nil]"),
            Change(
                in: "StartingWithLatest.postLatest", "once.end()", becomes: "withExtendedLifetime(kept) { once.end() }"),
            shownBy: "ended-in-turn"),
    ]
}
