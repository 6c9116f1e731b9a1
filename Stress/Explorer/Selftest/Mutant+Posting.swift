extension Mutant {

    /// Defects in passing messages to queues, and in calling or releasing client code too late.
    static let ofPosting = [
        Mutant(
            "used-part-starts-silently", in: "CombinedPart.takeFirst", "return !isUsed",
            becomes: "return !isUsed || PLANTED", shownBy: "combined-sides-start"),
        Mutant(
            "clients-part-stays-old", in: "Part.pullAgain", "source.latestMessage",
            becomes: "PLANTED ? self.latest : source.latestMessage", shownBy: "combined-level"),
        Mutant(
            "older-latest-in-part", in: "PostOffice.postFirst", "state.sent !=",
            becomes: "!PLANTED && state.sent !=", shownBy: "combined-level-on-queue"),
        Mutant(
            "posts-first-message-later",
            Change(in: "PostOffice.register", "? post(&$0)", becomes: "? PLANTED ? nil : post(&$0)"),
            Change(
                in: "PostOffice.register", "return result",
                becomes: "return PLANTED && observation.isRegistered ? state.withLock { post(&$0) } : result"),
            shownBy: "promise-fulfilled-or-abandoned"),
        Mutant(
            "older-latest-in-loop", in: "PostOfficeState.start", "didStart(behind: sent)",
            becomes: "didStart(behind: PLANTED ? sent + 1 : sent)", shownBy: "loop-starts-with-latest"),
        Mutant(
            "slots-not-locked", in: "SharedSlots.post", "lock.withLock",
            becomes: "(PLANTED ? Protected(()) : lock).withLock", shownBy: "combined-sides-limited"),
        Mutant(
            "part-keeps-its-message", in: "CombinedHandler.triggered", "trigger.all == nil",
            becomes: "trigger.all == nil, !PLANTED", shownBy: "combined-sides-on-queue"),
        Mutant(
            "unlocks-between-part-and-whole", in: "Commit.finish", "only.update(",
            becomes: "if PLANTED { only.unlock(); only.lock() }; only.update(",
            shownBy: "combined-variable-on-queue"),
        Mutant(
            "fans-out-without-lock", in: "PostOffice.post", "under: fanOutLock",
            becomes: "under: PLANTED ? FanOutLock(()) : fanOutLock", shownBy: "many-lanes"),
        Mutant(
            "keeps-list-of-lanes", in: "PostOfficeState.endFanOut", "extras.existing",
            becomes: "PLANTED ? nil : extras.existing", shownBy: "many-lanes-end"),
        Mutant(
            "overtakes-fan-outs", in: "PostOfficeState.mustFanOut", "isFanningOut",
            becomes: "isFanningOut && !PLANTED", shownBy: "many-lanes-shrink"),
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
    ]
}
